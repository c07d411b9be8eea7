import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../math/vec.js';
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

/**
 * Looks at all `points` from direction `yaw`, `pitch` (radians; yaw 0 is from the front) so that they fill `extent`
 * pixels around `centre` in the tighter direction.
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
  const [low, high]: [number[], number[]] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  for (let i = 0; i < points.length; i += 3) {
    const p: Vec3 = [points[i]!, points[i + 1]!, points[i + 2]!];
    [right, up, away].forEach((axis, a) => {
      low[a] = Math.min(low[a]!, dot(p, axis));
      high[a] = Math.max(high[a]!, dot(p, axis));
    });
  }
  const middle = [right, up, away].reduce<Vec3>(
    (sum, axis, a) => add(sum, scale(axis, (low[a]! + high[a]!) / 2)),
    [0, 0, 0],
  );
  const [w, h, d] = [0, 1, 2].map((a) => high[a]! - low[a]!) as [number, number, number];
  const focal = Math.max(...extent) / 2 / Math.tan(fieldOfView / 2);
  const back = Math.max((w / extent[0]) * focal, (h / extent[1]) * focal) + d / 2;
  return { eye: add(middle, scale(away, back)), right, up, forward, focal, centre };
}

/** Perspective; depth is -1/z, which is linear on screen. */
export function project({ eye, right, up, forward, focal, centre }: Camera): Projection {
  return (p) => {
    const v = sub(p, eye);
    const z = Math.max(dot(v, forward), 1e-3);
    return [centre[0] + (dot(v, right) / z) * focal, centre[1] - (dot(v, up) / z) * focal, -1 / z];
  };
}

/** The ray through a pixel, unit length, into `out`. */
export function rayInto(out: Float64Array, camera: Camera, x: number, y: number): void {
  const { right, up, forward, focal, centre } = camera;
  const across = (x - centre[0]) / focal;
  const above = (centre[1] - y) / focal;
  const size = Math.sqrt(1 + across * across + above * above);
  for (let i = 0; i < 3; i++) out[i] = (forward[i]! + right[i]! * across + up[i]! * above) / size;
}
