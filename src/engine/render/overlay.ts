import type { PosedJoint } from '../clips/clip.js';
import { dot, normalize, type Vec3 } from '../math/vec.js';
import { vertexAt } from '../mesh/mesh.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { type Camera, project } from './camera.js';
import { createVisible, drawTriangles } from './raster.js';
import type { Lit } from './shade.js';

const bone: Vec3 = [0.95, 0.6, 0.08];
const joint: Vec3 = [1, 0.95, 0.8];
const ghost: Vec3 = [0.06, 0.08, 0.13];

/** A second, small view: the body as a dark glass figure with its bones and joints over it. */
export function drawSkeleton(
  image: Float32Array,
  size: number,
  meshes: readonly Lit[],
  camera: Camera,
  skeleton: Skeleton,
  posed: readonly PosedJoint[],
): void {
  drawGhost(image, size, meshes, camera);
  const toScreen = project(camera);
  const places = posed.map(({ position }) => toScreen(position));
  const index = new Map(skeleton.joints.map(({ name }, i) => [name, i]));
  skeleton.joints.forEach(({ parent }, i) => {
    if (parent) stroke(image, size, places[index.get(parent)!]!, places[i]!, size / 420, bone);
  });
  for (const place of places) stroke(image, size, place, place, size / 290, joint);
}

function drawGhost(image: Float32Array, size: number, meshes: readonly Lit[], camera: Camera): void {
  const [left, top] = camera.centre.map((c) => Math.round(c - size * 0.13)) as [number, number];
  const side = Math.min(size - left, size - top);
  const visible = createVisible(side, side);
  drawTriangles(
    visible,
    meshes,
    project({ ...camera, centre: [camera.centre[0] - left, camera.centre[1] - top] }),
  );
  for (let own = 0; own < side * side; own++) {
    const mesh = meshes[visible.mesh[own]!];
    if (!mesh) continue;
    const pixel = (top + Math.floor(own / side)) * size + left + (own % side);
    const normal = normalize(vertexAt(mesh.normals, mesh.indices[visible.triangle[own]!]!));
    const edge = 1 - Math.abs(dot(normal, camera.forward));
    for (let i = 0; i < 3; i++) {
      const glass = ghost[i]! + 0.5 * edge ** 2;
      image[pixel * 3 + i] = image[pixel * 3 + i]! * 0.25 + glass * 0.75;
    }
  }
}

/** A line with round ends; equal ends make a dot. */
function stroke(image: Float32Array, size: number, a: Vec3, b: Vec3, radius: number, color: Vec3): void {
  const [x0, x1] = [Math.min(a[0], b[0]) - radius - 1, Math.max(a[0], b[0]) + radius + 1].map(Math.round) as [
    number,
    number,
  ];
  const [y0, y1] = [Math.min(a[1], b[1]) - radius - 1, Math.max(a[1], b[1]) + radius + 1].map(Math.round) as [
    number,
    number,
  ];
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const span = dx * dx + dy * dy || 1;
  for (let y = Math.max(0, y0); y <= Math.min(size - 1, y1); y++)
    for (let x = Math.max(0, x0); x <= Math.min(size - 1, x1); x++) {
      const t = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / span));
      const cover = radius + 0.5 - Math.hypot(x - a[0] - dx * t, y - a[1] - dy * t);
      if (cover <= 0) continue;
      const alpha = Math.min(1, cover);
      for (let i = 0; i < 3; i++) {
        const at = (y * size + x) * 3 + i;
        image[at] = image[at]! * (1 - alpha) + color[i]! * alpha;
      }
    }
}
