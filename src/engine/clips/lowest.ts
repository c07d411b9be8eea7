/** Heights of rotated points, without the points themselves: clips need them by the million. */
import type { Vec3 } from '../geometry/vec.js';
import type { PosedJoint, Quaternion } from './clip.js';

/** Height of a point after a rotation. */
export function heightTurned(turn: Quaternion, point: Vec3): number {
  const x = turn[0];
  const y = turn[1];
  const z = turn[2];
  const w = turn[3];
  const tx = 2 * (y * point[2] - z * point[1]);
  const ty = 2 * (z * point[0] - x * point[2]);
  const tz = 2 * (x * point[1] - y * point[0]);
  return point[1] + w * ty + z * tx - x * tz;
}

/** Height of the lowest of points that turn about the origin; infinite for none. */
export function lowestOf(turn: Quaternion, points: readonly Vec3[]): number {
  let low = Infinity;
  for (let i = 0; i < points.length; i++) low = Math.min(low, heightTurned(turn, points[i]!));
  return low;
}

/** The same for a joint at the origin, which counts too. */
export const lowestWithJoint = (turn: Quaternion, points: readonly Vec3[]): number =>
  Math.min(0, lowestOf(turn, points));

/**
 * Height of the lowest point of a posed body in metres; infinite where nothing is measured.
 * @param hulls points by joint, relative to it
 * @param counts joints to look at; default: all
 */
export function lowestOfBody(
  hulls: ReadonlyMap<string, readonly Vec3[]>,
  placed: ReadonlyMap<string, PosedJoint>,
  counts?: RegExp,
): number {
  let low = Infinity;
  for (const [name, { position, rotation }] of placed)
    if (!counts || counts.test(name))
      low = Math.min(low, position[1] + lowestOf(rotation, hulls.get(name) ?? []));
  return low;
}
