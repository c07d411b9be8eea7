import type { Vec3 } from '../../geometry/vec.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { type Camera, project } from './camera.js';
import { expose, type RenderTarget, samples } from './canvas.js';
import { createVisible, drawTriangles } from './raster.js';
import type { Scene } from './scene.js';
import type { Lit } from './shade.js';

const exposed = (linear: Vec3): Vec3 => [expose(linear[0]), expose(linear[1]), expose(linear[2])];

const bone: Vec3 = [0.95, 0.6, 0.08];
const joint: Vec3 = [1, 0.95, 0.8];
const ghost: Vec3 = [0.06, 0.08, 0.13];
const opacity = 0.62;

/** A small second view: the body as a dark glass figure with its bones and joints on top. */
export function drawSkeleton(canvas: RenderTarget, scene: Scene, camera: Camera, skeleton: Skeleton): void {
  drawGhost(canvas, scene.meshes, camera);
  const { side } = canvas;
  const onScreen = project(camera)(new Float32Array(scene.posed.flatMap(({ position }) => [...position])));
  const places = scene.posed.map(
    (_, i) => [onScreen[i * 3]! / samples, onScreen[i * 3 + 1]! / samples] as const,
  );
  const index = new Map(skeleton.joints.map(({ name }, i) => [name, i]));
  skeleton.joints.forEach(({ parent }, i) => {
    if (parent) stroke(canvas, places[index.get(parent)!]!, places[i]!, side / 420, exposed(bone));
  });
  for (const place of places) stroke(canvas, place, place, side / 290, exposed(joint));
}

function drawGhost({ image, side }: RenderTarget, meshes: readonly Lit[], camera: Camera): void {
  const [left, top] = camera.centre.map((c) => Math.round(c / samples - side * 0.13)) as [number, number];
  const own = Math.min(side - left, side - top);
  const visible = createVisible(own * samples, own * samples);
  const [x, y] = camera.centre;
  drawTriangles(visible, meshes, project({ ...camera, centre: [x - left * samples, y - top * samples] }));
  const share = opacity / samples ** 2;
  const glass = new Float32Array(own * own * 4);
  for (let y = 0; y < visible.height; y++)
    for (let x = 0; x < visible.width; x++) {
      const sample = y * visible.width + x;
      const seen = visible.mesh[sample]!;
      if (seen < 0) continue;
      const { normals, indices } = meshes[seen]!;
      const bright = 0.5 * edgeAt(normals, indices[visible.triangle[sample]!]! * 3, camera.forward) ** 2;
      const at = (Math.floor(y / samples) * own + Math.floor(x / samples)) * 4;
      for (let i = 0; i < 3; i++) glass[at + i]! += expose(ghost[i]! + bright) * share;
      glass[at + 3]! += share;
    }
  for (let pixel = 0; pixel < own * own; pixel++)
    for (let i = 0; i < 3; i++) {
      const at = ((top + Math.floor(pixel / own)) * side + left + (pixel % own)) * 3 + i;
      image[at] = image[at]! * (1 - glass[pixel * 4 + 3]!) + glass[pixel * 4 + i]! + 0.5;
    }
}

/** How far a unit normal points aside (0-1). */
const edgeAt = (normals: Float32Array, at: number, [x, y, z]: Vec3): number =>
  1 - Math.abs(normals[at]! * x + normals[at + 1]! * y + normals[at + 2]! * z);

type Place = readonly [number, number];

/** A line with round ends; equal ends draw a dot. */
function stroke({ image, side }: RenderTarget, a: Place, b: Place, radius: number, color: Vec3): void {
  const [x0, x1] = reachOf(a[0], b[0], radius, side);
  const [y0, y1] = reachOf(a[1], b[1], radius, side);
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const span = dx * dx + dy * dy || 1;
  for (let y = y0; y <= y1; y++)
    for (let x = x0; x <= x1; x++) {
      const [px, py] = [x + 0.5 - a[0], y + 0.5 - a[1]];
      const t = Math.min(1, Math.max(0, (px * dx + py * dy) / span));
      const alpha = Math.min(1, radius + 0.5 - Math.hypot(px - dx * t, py - dy * t));
      if (alpha <= 0) continue;
      for (let i = 0; i < 3; i++) {
        const at = (y * side + x) * 3 + i;
        image[at] = image[at]! * (1 - alpha) + color[i]! * alpha + 0.5;
      }
    }
}

/** First and last pixel of a stroke along one axis. */
const reachOf = (a: number, b: number, radius: number, side: number): [number, number] => [
  Math.max(0, Math.floor(Math.min(a, b) - radius - 1)),
  Math.min(side - 1, Math.ceil(Math.max(a, b) + radius + 1)),
];
