/** How deep parts of a posed body are inside one another, measured on its triangles. */
import type { Clip } from '../../src/engine/clips/clip.js';
import {
  add,
  clamp,
  cross,
  distance,
  dot,
  normalize,
  scale,
  sub,
  type Vec3,
} from '../../src/engine/geometry/vec.js';
import type { Acting } from '../../src/engine/pipeline/build.js';
import { deform } from '../../src/engine/skinning/deform.js';

const ofArm = /^(left|right)(LowerArm|Hand|Thumb|Index|Middle|Ring|Little)/;
const nearShoulder = /^(left|right)(Shoulder|UpperArm)$/;

/** In heights of the body: forearms and hands inside the rest, and parts below its ground. */
type Depths = { inside: number; below: number };

export function measureDepths(
  { skeleton, surfaces }: Acting,
  clip: Clip,
  moments: readonly number[],
): Depths {
  const names = skeleton.joints.map(({ name }) => name);
  const heights = surfaces.map(({ positions }) => spanOf(positions));
  const low = Math.min(...heights.map(([from]) => from));
  const height = Math.max(...heights.map(([, to]) => to)) - low;
  const depths: Depths = { inside: 0, below: 0 };
  for (const moment of moments) {
    const pose = clip.poses[Math.round(moment * (clip.poses.length - 1))]!;
    const triangles: Triangle[] = [];
    const points: Vec3[] = [];
    for (const surface of surfaces) {
      const { positions } = deform(surface, skeleton, pose);
      const owners = Array.from({ length: positions.length / 3 }, (_, v) => names[surface.joints[v * 4]!]!);
      const at = (v: number): Vec3 => [positions[v * 3]!, positions[v * 3 + 1]!, positions[v * 3 + 2]!];
      depths.below = Math.max(depths.below, (low - spanOf(positions)[0]) / height);
      const isTrunk = owners.map((name) => !ofArm.test(name) && !nearShoulder.test(name));
      for (let t = 0; t < surface.indices.length; t += 3) {
        const [a, b, c] = surface.indices.subarray(t, t + 3) as unknown as [number, number, number];
        if (isTrunk[a] && isTrunk[b] && isTrunk[c]) triangles.push([at(a), at(b), at(c)]);
      }
      owners.forEach((name, v) => {
        if (v % 6 === 0 && ofArm.test(name) && surface.weights[v * 4]! > 0.9) points.push(at(v));
      });
    }
    depths.inside = Math.max(depths.inside, deepestOf(points, triangles) / height);
  }
  return depths;
}

/** Lowest and highest Y. */
function spanOf(positions: Float32Array): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  return [low, high];
}

type Triangle = readonly [Vec3, Vec3, Vec3];

function deepestOf(points: readonly Vec3[], triangles: readonly Triangle[]): number {
  const inside = points.filter((point) => isNear(point, triangles) && winding(point, triangles) > 0.5);
  return inside.reduce(
    (most, point) =>
      Math.max(
        most,
        triangles.reduce((least, one) => Math.min(least, distance(point, closestOn(one, point))), 1e9),
      ),
    0,
  );
}

/** Whether surface lies on both sides of the point along X: a cheap test that sorts out most points. */
function isNear([x, y, z]: Vec3, triangles: readonly Triangle[]): boolean {
  let [less, more] = [false, false];
  for (const corners of triangles) {
    const [p, q, r] = corners;
    if (Math.min(p[1], q[1], r[1]) > y || Math.max(p[1], q[1], r[1]) < y) continue;
    if (Math.min(p[2], q[2], r[2]) > z || Math.max(p[2], q[2], r[2]) < z) continue;
    if (Math.min(p[0], q[0], r[0]) <= x) less = true;
    if (Math.max(p[0], q[0], r[0]) >= x) more = true;
    if (less && more) return true;
  }
  return false;
}

/** How often the surface encloses a point (Van Oosterom and Strackee 1983). */
function winding(point: Vec3, triangles: readonly Triangle[]): number {
  let sum = 0;
  for (const corners of triangles) {
    const [a, b, c] = corners.map((corner) => sub(corner, point)) as unknown as Triangle;
    const [la, lb, lc] = [Math.sqrt(dot(a, a)), Math.sqrt(dot(b, b)), Math.sqrt(dot(c, c))];
    sum +=
      2 * Math.atan2(dot(a, cross(b, c)), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return sum / (4 * Math.PI);
}

function closestOn([a, b, c]: Triangle, point: Vec3): Vec3 {
  const normal = normalize(cross(sub(b, a), sub(c, a)));
  const flat = sub(point, scale(normal, dot(sub(point, a), normal)));
  const edges = [
    [a, b],
    [b, c],
    [c, a],
  ] as const;
  if (edges.every(([p, q]) => dot(cross(sub(q, p), sub(flat, p)), normal) >= 0)) return flat;
  const ends = edges.map(([p, q]) => {
    const edge = sub(q, p);
    return add(p, scale(edge, clamp(dot(sub(point, p), edge) / (dot(edge, edge) || 1), 0, 1)));
  });
  return ends.reduce((best, one) => (distance(one, point) < distance(best, point) ? one : best));
}
