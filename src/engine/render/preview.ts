import sharp from 'sharp';
import { type Pose, poseSkeleton } from '../clips/clip.js';
import { add, normalize, scale, type Vec3 } from '../math/vec.js';
import type { ShownSurface } from '../output/assemble.js';
import { linearOf } from '../output/glb.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { deform } from '../skin/deform.js';
import { type Camera, frameCamera, project, rayThrough } from './camera.js';
import { occlusion } from './occlusion.js';
import { drawSkeleton } from './overlay.js';
import { createVisible, drawTriangles, type Visible } from './raster.js';
import { albedoAt, createShadow, type Lit, shade } from './shade.js';

export const previewSize = 640;
const samples = 2;
const size = previewSize * samples;

/** Seen a little from the side and above, in a pose, with the skeleton over a small second view. PNG 640x640. */
export async function renderPreview(
  skeleton: Skeleton,
  surfaces: readonly ShownSurface[],
  pose: Pose,
): Promise<Uint8Array> {
  const lit: Lit[] = surfaces.map((surface) => ({
    ...surface,
    ...deform(surface, skeleton, pose),
    linear: surface.material.color.map(linearOf) as unknown as Vec3,
  }));
  const points = joined(lit.map(({ positions }) => positions));
  const image = new Float32Array(size * size * 3);
  const yaw = skeleton.kind === 'biped' ? 0.42 : 0.82;
  const camera = frameCamera(points, yaw, 0.16, [size * 0.86, size * 0.92], [size * 0.48, size * 0.5]);
  paintScene(image, camera, lit, points);
  const inset = frameCamera(points, yaw, 0.16, [size * 0.2, size * 0.26], [size * 0.865, size * 0.82]);
  drawSkeleton(image, size, lit, inset, skeleton, poseSkeleton(skeleton, pose));
  const bytes = downsample(image);
  const png = sharp(bytes, { raw: { width: previewSize, height: previewSize, channels: 3 } });
  return new Uint8Array(await png.png({ compressionLevel: 7 }).toBuffer());
}

function joined(arrays: readonly Float32Array[]): Float32Array {
  const all = new Float32Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

/** Light and openness vary little within a pixel: they are looked up once a mesh there, colours at every sample. */
function paintScene(image: Float32Array, camera: Camera, meshes: readonly Lit[], points: Float32Array): void {
  const visible = createVisible(size, size);
  drawTriangles(visible, meshes, project(camera));
  const reach = points.reduce((most, p) => Math.max(most, Math.abs(p)), 0);
  const shadow = createShadow(meshes, reach);
  const open = occlusion(visible, camera.focal, reach);
  for (let top = 0; top < size; top += samples)
    for (let left = 0; left < size; left += samples) {
      const ray = rayThrough(camera, left + samples / 2, top + samples / 2);
      let wall: Vec3 | null = null;
      let known = { mesh: -1, lit: 1, open: 1 };
      for (let y = top; y < top + samples; y++)
        for (let x = left; x < left + samples; x++) {
          const pixel = y * size + x;
          const mesh = visible.mesh[pixel]!;
          if (mesh < 0) {
            wall ??= backdrop(camera, ray, x, y, shadow, reach);
            image.set(wall, pixel * 3);
            continue;
          }
          const seen = seenAt(meshes[mesh]!, visible, pixel);
          if (known.mesh !== mesh) known = { mesh, lit: shadow(seen.position), open: open(x, y) };
          image.set(
            shade(seen.material, seen.albedo, seen.normal, scale(ray, -1), known.lit, known.open),
            pixel * 3,
          );
        }
    }
}

function seenAt(mesh: Lit, visible: Visible, pixel: number) {
  const [t, v, w] = [visible.triangle[pixel]!, visible.second[pixel]!, visible.third[pixel]!];
  const [a, b, c] = [mesh.indices[t]! * 3, mesh.indices[t + 1]! * 3, mesh.indices[t + 2]! * 3];
  const mean = (values: Float32Array): Vec3 => [
    values[a]! * (1 - v - w) + values[b]! * v + values[c]! * w,
    values[a + 1]! * (1 - v - w) + values[b + 1]! * v + values[c + 1]! * w,
    values[a + 2]! * (1 - v - w) + values[b + 2]! * v + values[c + 2]! * w,
  ];
  return {
    material: mesh.material,
    albedo: albedoAt(mesh, t, v, w),
    normal: normalize(mean(mesh.normals)),
    position: mean(mesh.positions),
  };
}

const top: Vec3 = [0.2, 0.25, 0.36];
const low: Vec3 = [0.62, 0.6, 0.62];

/** A gradient wall running into a floor that takes the shadow. */
function backdrop(
  camera: Camera,
  ray: Vec3,
  x: number,
  y: number,
  shadow: (p: Vec3) => number,
  reach: number,
): Vec3 {
  const blend = y / size;
  const vignette = 1 - 0.45 * (((x - size / 2) / size) ** 2 + ((y - size / 2) / size) ** 2);
  const t = ray[1] < -1e-4 ? -camera.eye[1] / ray[1] : 0;
  const floor = add(camera.eye, scale(ray, t));
  const near = Math.hypot(floor[0], floor[2]);
  const fade = t > 0 ? Math.max(0, 1 - near / (reach * 1.7)) : 0;
  const shade = 1 - 0.55 * (fade > 0 ? Math.min(1, fade * 2) * (1 - shadow(floor)) : 0) + 0.1 * fade;
  return [0, 1, 2].map(
    (i) => (top[i]! + (low[i]! - top[i]!) * blend ** 1.3) * vignette * shade,
  ) as unknown as Vec3;
}

/** Mean of the samples of each pixel, filmic shoulder, sRGB. */
function downsample(image: Float32Array): Uint8Array {
  const bytes = new Uint8Array(previewSize * previewSize * 3);
  const curve = Float32Array.from({ length: curveSteps + 1 }, (_, i) => tone((i / curveSteps) * curveTop));
  for (let i = 0; i < bytes.length; i++) {
    const [c, px] = [i % 3, Math.floor(i / 3)];
    const [x, y] = [(px % previewSize) * samples, Math.floor(px / previewSize) * samples];
    let sum = 0;
    for (let dy = 0; dy < samples; dy++)
      for (let dx = 0; dx < samples; dx++) {
        const linear = image[((y + dy) * size + x + dx) * 3 + c]!;
        sum += curve[Math.round((Math.min(Math.max(linear, 0), curveTop) / curveTop) * curveSteps)]!;
      }
    bytes[i] = Math.round((sum / samples ** 2) * 255);
  }
  return bytes;
}

const curveTop = 4;
const curveSteps = 16_384;

function tone(linear: number): number {
  const soft = linear < 0.7 ? linear : 0.7 + 0.3 * Math.tanh((linear - 0.7) / 0.6);
  return soft <= 0.0031308 ? soft * 12.92 : 1.055 * soft ** (1 / 2.4) - 0.055;
}
