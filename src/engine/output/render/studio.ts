/**
 * Camera, light and backdrop shared by consecutive pictures. Per-pixel code consists of module functions over plain
 * data, so that its machine code is reused by every later studio.
 */
import { type Backdrop, createBackdrop, mayBeDark, paintBackdrop } from './backdrop.js';
import { type Camera, project, viewInto } from './camera.js';
import { createCanvas, exposeInto, put, type RenderTarget, samples } from './canvas.js';
import {
  createOcclusion,
  forgetOpenness,
  type Occlusion,
  type OcclusionCare,
  opennessNear,
} from './occlusion.js';
import { clearVisible, drawTriangles, type Visible, visibleFrom } from './raster.js';
import { keyLight } from './scene.js';
import { addTexel, applyTint, type Lit, shade } from './shade.js';
import { castShadow, createShadow, raysAt, type Shadow, type ShadowCare } from './shadow.js';
import { newArrays, type Stock } from './stock.js';

export type Studio = {
  /** What each sample of the last picture saw. */
  visible: Visible;
  /** Overwrites the last picture. */
  paint(meshes: readonly Lit[]): RenderTarget;
};

export type Care = { shadow: ShadowCare; occlusion: OcclusionCare };
const still: Care = {
  shadow: { side: 768, blur: { depths: 2, apart: 2 } },
  occlusion: { spokes: 12, grain: 2 },
};
/** A frame is small, compressed, and seen for a tenth of a second. */
export const moving: Care = {
  shadow: { side: 384, blur: { depths: 2, apart: 1 } },
  occlusion: { spokes: 7, grain: 3 },
};

/**
 * @param side of the square picture in pixels; the camera counts in samples
 * @param reach largest absolute coordinate of anything shown, in metres
 * @param options `stock` provides the arrays: the next studio with it takes them over from this one
 */
export function createStudio(
  side: number,
  camera: Camera,
  reach: number,
  { care = still, stock = newArrays }: { care?: Care; stock?: Stock | undefined } = {},
): Studio {
  const visible = visibleFrom(stock, side * samples, side * samples);
  const step = reach * 0.01;
  const shadow = createShadow(reach, keyLight, care.shadow, stock);
  const set: FilmSet = {
    canvas: createCanvas(side, stock),
    visible,
    offsets: offsetsIn(visible),
    camera,
    occlusion: createOcclusion(visible, { focal: camera.focal, reach, ...care.occlusion, step }),
    shadow,
    wall: createBackdrop(camera, side, reach, { shadow, stock }),
    step,
    scratch: createScratch(),
  };
  return { visible, paint: (meshes) => takePicture(set, meshes) };
}

type FilmSet = {
  canvas: RenderTarget;
  visible: Visible;
  /** Offsets from a pixel's first sample to each of its samples. */
  offsets: Int32Array;
  camera: Camera;
  occlusion: Occlusion;
  shadow: Shadow;
  wall: Backdrop;
  /** Greatest depth difference in metres between two samples of one surface. */
  step: number;
  scratch: ReturnType<typeof createScratch>;
};

/** Reused vectors for the sample being painted. */
const createScratch = () => ({
  color: new Float32Array(3),
  blend: new Float32Array(3),
  view: new Float64Array(3),
  normal: new Float64Array(3),
  place: new Float32Array(3),
  albedo: new Float64Array(3),
  arriving: new Float64Array(2),
  leaving: new Float64Array(3),
  light: Float64Array.from(keyLight),
});

function takePicture(set: FilmSet, meshes: readonly Lit[]): RenderTarget {
  const { canvas, visible, camera, occlusion, shadow, wall } = set;
  clearVisible(visible);
  drawTriangles(visible, meshes, project(camera));
  castShadow(shadow, meshes);
  forgetOpenness(occlusion);
  canvas.image.set(wall.bare);
  const [left, top, right, bottom] = Array.from(visible.bounds, (at) => Math.floor(at / samples));
  for (let y = 0; y < canvas.side; y++) {
    const isAside = y < top! || y > bottom!;
    if (!isAside || y >= wall.horizon) paintRow(set, meshes, y, isAside ? canvas.side : left!, right!);
  }
  return canvas;
}

/** The figure is between the columns `left` and `right` of this row at most. */
function paintRow(set: FilmSet, meshes: readonly Lit[], y: number, left: number, right: number): void {
  const { canvas, visible, offsets, shadow, wall } = set;
  const { mesh: seen, width } = visible;
  const { color } = set.scratch;
  for (let x = 0; x < canvas.side; x++) {
    const pixel = y * canvas.side + x;
    const first = (y * width + x) * samples;
    let sees = -1;
    if (x >= left && x <= right)
      for (let sample = 0; sees < 0 && sample < sampleCount; sample++) sees = seen[first + offsets[sample]!]!;
    if (sees >= 0) paintFigure(set, meshes, pixel, first);
    else if (mayBeDark(wall, shadow, pixel)) {
      paintBackdrop(wall, shadow, color, pixel);
      put(canvas.image, pixel * 3, color);
    }
  }
}

/** Samples on the same surface share one colour. */
function paintFigure(set: FilmSet, meshes: readonly Lit[], pixel: number, first: number): void {
  const { canvas, visible, offsets, shadow, wall } = set;
  const { color, blend } = set.scratch;
  let open = allSamples;
  blend[0] = 0;
  blend[1] = 0;
  blend[2] = 0;
  for (let sample = 0; open > 0; sample++) {
    if (!(open & (1 << sample))) continue;
    const group = alike(set, first, sample, open);
    open &= ~group;
    const mesh = meshes[visible.mesh[first + offsets[sample]!]!];
    if (mesh) paintSamples(set, mesh, first, sample, group);
    else paintBackdrop(wall, shadow, color, pixel);
    if (group === allSamples) {
      put(canvas.image, pixel * 3, color);
      return;
    }
    const share = sizes[group]! / sampleCount;
    blend[0]! += color[0]! * share;
    blend[1]! += color[1]! * share;
    blend[2]! += color[2]! * share;
  }
  put(canvas.image, pixel * 3, blend);
}

const sampleCount = samples * samples;
/** Sets of a pixel's samples are bit masks. */
const allSamples = 2 ** sampleCount - 1;
/** Number of samples in each set. */
const sizes = Uint8Array.from(
  { length: allSamples + 1 },
  (_, set) => set.toString(2).replaceAll('0', '').length,
);

/** Offsets from a pixel's first sample to each of its samples, for a picture of this width. */
const offsetsIn = ({ width }: Visible): Int32Array =>
  Int32Array.from({ length: sampleCount }, (_, i) => (i % samples) + Math.floor(i / samples) * width);

/** The samples of a set, starting at `sample`, that see the same surface. */
function alike({ visible, offsets, step }: FilmSet, first: number, sample: number, among: number): number {
  const { mesh, depth } = visible;
  const own = first + offsets[sample]!;
  const limit = step * depth[own]! * depth[own]!;
  let set = 1 << sample;
  for (let other = sample + 1; other < sampleCount; other++) {
    const at = first + offsets[other]!;
    if (mesh[at] !== mesh[own] || !(among & (1 << other))) continue;
    if (mesh[at]! < 0 || Math.abs(depth[at]! - depth[own]!) < limit) set |= 1 << other;
  }
  return set;
}

/** Light and openness are evaluated at the first sample of a set, colours at all of them. */
function paintSamples(set: FilmSet, mesh: Lit, first: number, sample: number, group: number): void {
  const { visible, offsets, camera, occlusion, shadow, scratch } = set;
  const { color, view, normal, place, albedo, light, arriving, leaving } = scratch;
  const at = first + offsets[sample]!;
  const y = Math.floor(at / visible.width);
  const x = at - y * visible.width;
  viewInto(view, camera, x, y);
  lookAt(mesh, visible, at, normal, place);
  const { uvs, linear, material } = mesh;
  const { texture } = material;
  if (texture && uvs) {
    for (let i = 0; i < 3; i++) albedo[i] = 0;
    for (let other = sample; other < sampleCount; other++)
      if (group & (1 << other)) addTexel(albedo, mesh, uvs, texture, visible, first + offsets[other]!);
    for (let i = 0; i < 3; i++) albedo[i]! /= sizes[group]!;
  } else {
    albedo[0] = linear[0]!;
    albedo[1] = linear[1]!;
    albedo[2] = linear[2]!;
  }
  if (mesh.tints) applyTint(albedo, mesh, mesh.tints, visible, at);
  arriving[0] = raysAt(shadow, place) / shadow.view.rays;
  opennessNear(occlusion, x, y);
  arriving[1] = occlusion.open[0]!;
  shade(leaving, mesh, albedo, normal, view, light, arriving);
  exposeInto(color, leaving);
}

/** Unit normal and position of the surface at a sample. */
function lookAt(
  { indices, normals, positions }: Lit,
  visible: Visible,
  sample: number,
  normal: Float64Array,
  place: Float32Array,
): void {
  const t = visible.triangle[sample]!;
  const v = visible.second[sample]!;
  const w = visible.third[sample]!;
  const u = 1 - v - w;
  const a = indices[t]! * 3;
  const b = indices[t + 1]! * 3;
  const c = indices[t + 2]! * 3;
  // Written out: V8 keeps short loops as loops, and there are millions of samples.
  place[0] = positions[a]! * u + positions[b]! * v + positions[c]! * w;
  place[1] = positions[a + 1]! * u + positions[b + 1]! * v + positions[c + 1]! * w;
  place[2] = positions[a + 2]! * u + positions[b + 2]! * v + positions[c + 2]! * w;
  const x = normals[a]! * u + normals[b]! * v + normals[c]! * w;
  const y = normals[a + 1]! * u + normals[b + 1]! * v + normals[c + 1]! * w;
  const z = normals[a + 2]! * u + normals[b + 2]! * v + normals[c + 2]! * w;
  const scale = 1 / (Math.sqrt(x * x + y * y + z * z) || 1);
  normal[0] = x * scale;
  normal[1] = y * scale;
  normal[2] = z * scale;
}
