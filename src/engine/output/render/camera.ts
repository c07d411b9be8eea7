import { add, cross, normalize, scale, type Vec3 } from '../../geometry/vec.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import type { Projection } from './raster.js';

export type Camera = {
  eye: Vec3;
  right: Vec3;
  up: Vec3;
  forward: Vec3 /** Pixels per unit of tangent. */;
  focal: number;
  centre: readonly [number, number];
};

const fieldOfView = 0.5;

/** Best camera yaw for a character of this class, in radians. */
export const portraitYaw = ({ kind }: Pick<Skeleton, 'kind'>): number => (kind === 'biped' ? 0.42 : 0.82);
export const portraitPitch = 0.16;

/**
 * Frames all `points` from direction `yaw`, `pitch` (radians; yaw 0 is the front) so that they fill `extent` pixels
 * around `centre` in the tighter direction.
 */
export function frameCamera(
  points: Float32Array,
  yaw: number,
  pitch: number,
  extent: readonly [number, number],
  centre: readonly [number, number],
): Camera {
  const away: Vec3 = [Math.sin(yaw) * Math.cos(pitch), Math.sin(pitch), Math.cos(yaw) * Math.cos(pitch)];
  const forward = scale(away, -1);
  const right = normalize(cross(forward, [0, 1, 0]));
  const up = cross(right, forward);
  const [low, high] = [new Float64Array(3).fill(Infinity), new Float64Array(3).fill(-Infinity)];
  [right, up, away].forEach((axis, a) => {
    widen(low, high, a, points, axis);
  });
  const middle = [right, up, away].reduce<Vec3>(
    (sum, axis, a) => add(sum, scale(axis, (low[a]! + high[a]!) / 2)),
    [0, 0, 0],
  );
  const [w, h, d] = [0, 1, 2].map((a) => high[a]! - low[a]!) as [number, number, number];
  const focal = Math.max(...extent) / 2 / Math.tan(fieldOfView / 2);
  const back = Math.max((w / extent[0]) * focal, (h / extent[1]) * focal) + d / 2;
  return { eye: add(middle, scale(away, back)), right, up, forward, focal, centre };
}

/** Writes the minimum and maximum of `points` along an axis to index `a` of `low` and `high`. */
function widen(low: Float64Array, high: Float64Array, a: number, points: Float32Array, axis: Vec3): void {
  const [x, y, z] = axis;
  let least = low[a]!;
  let greatest = high[a]!;
  for (let i = 0; i < points.length; i += 3) {
    const along = points[i]! * x + points[i + 1]! * y + points[i + 2]! * z;
    if (along < least) least = along;
    if (along > greatest) greatest = along;
  }
  low[a] = least;
  high[a] = greatest;
}

/** Perspective projection; depth is -1/z, which is linear on screen. */
export const project =
  (camera: Camera): Projection =>
  (points) =>
    placesSeen(camera, points);

function placesSeen({ eye, right, up, forward, focal, centre }: Camera, points: Float32Array): Float32Array {
  const screen = new Float32Array(points.length);
  for (let i = 0; i < points.length; i += 3) {
    const x = points[i]! - eye[0];
    const y = points[i + 1]! - eye[1];
    const z = points[i + 2]! - eye[2];
    const away = Math.max(x * forward[0] + y * forward[1] + z * forward[2], 1e-3);
    screen[i] = centre[0] + ((x * right[0] + y * right[1] + z * right[2]) / away) * focal;
    screen[i + 1] = centre[1] - ((x * up[0] + y * up[1] + z * up[2]) / away) * focal;
    screen[i + 2] = -1 / away;
  }
  return screen;
}

/** Writes the unit vector to the eye, from what the middle of a sample sees, to `out`. */
export function viewInto(out: Float64Array, camera: Camera, x: number, y: number): void {
  const { right, up, forward, focal, centre } = camera;
  const across = (x + 0.5 - centre[0]) / focal;
  const above = (centre[1] - y - 0.5) / focal;
  const size = -Math.sqrt(1 + across * across + above * above);
  out[0] = (forward[0] + right[0] * across + up[0] * above) / size;
  out[1] = (forward[1] + right[1] * across + up[1] * above) / size;
  out[2] = (forward[2] + right[2] * across + up[2] * above) / size;
}
