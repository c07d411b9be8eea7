/** Where pictures are taken: an eye, a light and a backdrop that stay the same from one picture to the next. */
import { createBackdrop } from './backdrop.js';
import { type Camera, project, rayInto } from './camera.js';
import { type Canvas, createCanvas, expose, samples } from './canvas.js';
import { occlusion } from './occlusion.js';
import { clearVisible, createVisible, drawTriangles, type Visible } from './raster.js';
import { keyLight } from './scene.js';
import { addTexel, type Lit, shade } from './shade.js';
import { createShadow, type Shadow } from './shadow.js';

export type Studio = {
  /** What each sample of the last picture saw. */
  visible: Visible;
  /** Paints over the last picture. */
  paint(meshes: readonly Lit[]): Canvas;
};

/** How finely shadows are cast and how many lines look for what blocks the sky. */
export type Care = { shadowSide: number; spokes: number };
const still: Care = { shadowSide: 768, spokes: 12 };
export const moving: Care = { shadowSide: 384, spokes: 7 };

/**
 * @param side of the square picture in pixels; the camera counts in samples
 * @param reach the largest coordinate of what will be shown, metres
 */
export function createStudio(side: number, camera: Camera, reach: number, care: Care = still): Studio {
  const canvas = createCanvas(side);
  const { image } = canvas;
  const visible = createVisible(side * samples, side * samples);
  const { mesh: seen } = visible;
  const offsets = offsetsIn(visible);
  const onScreen = project(camera);
  const shadow = createShadow(reach, keyLight, care.shadowSide);
  const wall = createBackdrop(camera, side, reach, shadow.lit);
  const paintFigure = figurePainter(
    visible,
    camera,
    occlusion(visible, camera.focal, reach, care.spokes),
    shadow.lit,
  );
  const alike = likeness(visible, reach * 0.01);
  const color = new Float32Array(3);

  /** Samples that see the same place share one colour. */
  const paintPixel = (meshes: readonly Lit[], pixel: number, first: number) => {
    let sees = seen[first]!;
    for (let sample = 1; sample < sampleCount; sample++) sees &= seen[first + offsets[sample]!]!;
    if (sees < 0) {
      if (wall.isFloor(pixel)) wall.paint(image, pixel * 3, pixel);
      return;
    }
    let open = allSamples;
    for (let i = 0; i < 3; i++) image[pixel * 3 + i] = 0;
    for (let sample = 0; open > 0; sample++) {
      if (!(open & (1 << sample))) continue;
      const group = alike(first, sample, open);
      open &= ~group;
      const mesh = meshes[seen[first + offsets[sample]!]!];
      if (mesh) paintFigure(color, mesh, first, sample, group);
      else wall.paint(color, 0, pixel);
      const share = sizes[group]! / sampleCount;
      for (let i = 0; i < 3; i++) image[pixel * 3 + i]! += color[i]! * share;
    }
  };

  return {
    visible,
    paint(meshes) {
      clearVisible(visible);
      drawTriangles(visible, meshes, onScreen);
      shadow.cast(meshes);
      image.set(wall.bare);
      for (let y = 0; y < side; y++)
        for (let x = 0; x < side; x++) paintPixel(meshes, y * side + x, (y * visible.width + x) * samples);
      return canvas;
    },
  };
}

const sampleCount = samples * samples;
/** Sets of the samples of a pixel are bits. */
const allSamples = 2 ** sampleCount - 1;
/** How many samples a set has. */
const sizes = Uint8Array.from(
  { length: allSamples + 1 },
  (_, set) => set.toString(2).replaceAll('0', '').length,
);

/** From a pixel's first sample to each of them, in a picture of this width. */
const offsetsIn = ({ width }: Visible): Int32Array =>
  Int32Array.from({ length: sampleCount }, (_, i) => (i % samples) + Math.floor(i / samples) * width);

/** @param step between depths in metres up to which two samples see one surface */
function likeness(visible: Visible, step: number) {
  const { mesh, depth } = visible;
  const offsets = offsetsIn(visible);
  return (first: number, sample: number, among: number): number => {
    const own = first + offsets[sample]!;
    const limit = step * depth[own]! * depth[own]!;
    let set = 1 << sample;
    for (let other = sample + 1; other < sampleCount; other++) {
      const at = first + offsets[other]!;
      if (mesh[at] !== mesh[own] || !(among & (1 << other))) continue;
      if (mesh[at]! < 0 || Math.abs(depth[at]! - depth[own]!) < limit) set |= 1 << other;
    }
    return set;
  };
}

/** Light and openness are taken at the first sample of a set, colours at all of them. */
function figurePainter(
  visible: Visible,
  camera: Camera,
  open: (x: number, y: number) => number,
  lit: Shadow['lit'],
) {
  const light = Float64Array.from(keyLight);
  const [view, normal, place] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const albedo = new Float64Array(3);
  const { width } = visible;
  const offsets = offsetsIn(visible);
  return (out: Float32Array, mesh: Lit, first: number, sample: number, set: number): void => {
    const at = first + offsets[sample]!;
    const [x, y] = [at % width, Math.floor(at / width)];
    rayInto(view, camera, x + 0.5, y + 0.5);
    for (let i = 0; i < 3; i++) view[i] = -view[i]!;
    lookAt(mesh, visible, at, normal, place);
    const { uvs, linear, material } = mesh;
    const { texture } = material;
    for (let i = 0; i < 3; i++) albedo[i] = texture && uvs ? 0 : linear[i]!;
    if (texture && uvs)
      for (let other = sample; other < sampleCount; other++)
        if (set & (1 << other))
          addTexel(albedo, mesh, uvs, texture, visible, first + offsets[other]!, 1 / sizes[set]!);
    const arriving = lit(place[0]!, place[1]!, place[2]!);
    shade(out, 0, material, albedo, normal, view, light, arriving, open(x, y));
    for (let i = 0; i < 3; i++) out[i] = expose(out[i]!);
  };
}

/** The unit normal and the place of what a sample sees. */
function lookAt(
  { indices, normals, positions }: Lit,
  visible: Visible,
  sample: number,
  normal: Float64Array,
  place: Float64Array,
): void {
  const t = visible.triangle[sample]!;
  const v = visible.second[sample]!;
  const w = visible.third[sample]!;
  const u = 1 - v - w;
  const a = indices[t]! * 3;
  const b = indices[t + 1]! * 3;
  const c = indices[t + 2]! * 3;
  let size = 0;
  for (let i = 0; i < 3; i++) {
    normal[i] = normals[a + i]! * u + normals[b + i]! * v + normals[c + i]! * w;
    place[i] = positions[a + i]! * u + positions[b + i]! * v + positions[c + i]! * w;
    size += normal[i]! * normal[i]!;
  }
  const scale = 1 / (Math.sqrt(size) || 1);
  for (let i = 0; i < 3; i++) normal[i] = normal[i]! * scale;
}
