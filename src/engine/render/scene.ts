/** A posed character in a studio: what the preview, the turntable and the gallery are pictures of. */
import { type Pose, poseSkeleton } from '../clips/clip.js';
import { normalize, type Vec3 } from '../math/vec.js';
import type { ShownSurface } from '../output/assemble.js';
import { linearOf } from '../output/glb.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { deform } from '../skin/deform.js';
import { backdrop } from './backdrop.js';
import { type Camera, project, rayInto } from './camera.js';
import { type Canvas, samples } from './canvas.js';
import { occlusion } from './occlusion.js';
import { clearVisible, drawTriangles, type Visible } from './raster.js';
import { albedoAt, type Lit, shade } from './shade.js';
import { createShadow } from './shadow.js';

export type Scene = { meshes: readonly Lit[]; points: Float32Array; posed: ReturnType<typeof poseSkeleton> };

export function poseScene(skeleton: Skeleton, surfaces: readonly ShownSurface[], pose: Pose): Scene {
  const meshes = surfaces.map(
    (surface): Lit => ({
      ...surface,
      ...deform(surface, skeleton, pose),
      linear: Float32Array.from(surface.material.color, linearOf),
    }),
  );
  return {
    meshes,
    points: joined(meshes.map(({ positions }) => positions)),
    posed: poseSkeleton(skeleton, pose),
  };
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

/** The key light, over the right shoulder of an eye that looks at the front. */
const keyAngle = { yaw: Math.atan2(0.75, 0.85), height: 1 / Math.hypot(0.75, 0.85) };

export type Light = { direction: Vec3; shadowSide: number };

/** @param yaw how far the light walked around with the eye */
export const keyLight = (yaw = 0, shadowSide = 768): Light => ({
  direction: normalize([Math.sin(keyAngle.yaw + yaw), keyAngle.height, Math.cos(keyAngle.yaw + yaw)]),
  shadowSide,
});

/** Light and openness vary little within a pixel: they are looked up once a mesh there, colours at every sample. */
export function paintScene(canvas: Canvas, visible: Visible, camera: Camera, scene: Scene, key: Light): void {
  const { meshes, points } = scene;
  clearVisible(visible);
  drawTriangles(visible, meshes, project(camera));
  const reach = points.reduce((most, p) => Math.max(most, Math.abs(p)), 0);
  const shadow = createShadow(meshes, reach, key.direction, key.shadowSide);
  const open = occlusion(visible, camera.focal, reach);
  const wall = backdrop(camera, canvas.side, shadow, reach);
  const { image, side } = canvas;
  const light = Float64Array.from(key.direction);
  const [ray, view, normal, place, albedo] = Array.from({ length: 5 }, () => new Float64Array(3)) as Numbers;
  for (let top = 0; top < side; top += samples)
    for (let left = 0; left < side; left += samples) {
      rayInto(ray, camera, left + samples / 2, top + samples / 2);
      for (let i = 0; i < 3; i++) view[i] = -ray[i]!;
      let [known, lit, openness, bare] = [-1, 1, 1, -1];
      for (let y = top; y < top + samples; y++)
        for (let x = left; x < left + samples; x++) {
          const pixel = y * side + x;
          const seen = visible.mesh[pixel]!;
          if (seen < 0) {
            if (bare < 0) wall(image, pixel * 3, ray, x, y);
            else for (let i = 0; i < 3; i++) image[pixel * 3 + i] = image[bare * 3 + i]!;
            bare = bare < 0 ? pixel : bare;
            continue;
          }
          const mesh = meshes[seen]!;
          lookAt(mesh, visible, pixel, normal, albedo, place);
          if (known !== seen) {
            lit = shadow(place[0]!, place[1]!, place[2]!);
            openness = open(x, y);
            known = seen;
          }
          shade(image, pixel * 3, mesh.material, albedo, normal, view, light, lit, openness);
        }
    }
}
type Numbers = [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];

function lookAt(
  mesh: Lit,
  visible: Visible,
  pixel: number,
  normal: Float64Array,
  albedo: Float64Array,
  place: Float64Array,
): void {
  const { indices, normals, positions } = mesh;
  const t = visible.triangle[pixel]!;
  const v = visible.second[pixel]!;
  const w = visible.third[pixel]!;
  const u = 1 - v - w;
  const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
  let size = 0;
  for (let i = 0; i < 3; i++) {
    normal[i] = normals[a + i]! * u + normals[b + i]! * v + normals[c + i]! * w;
    place[i] = positions[a + i]! * u + positions[b + i]! * v + positions[c + i]! * w;
    size += normal[i]! ** 2;
  }
  const scale = 1 / (Math.sqrt(size) || 1);
  for (let i = 0; i < 3; i++) normal[i] = normal[i]! * scale;
  albedoAt(albedo, mesh, t, v, w);
}
