/** Derives bones from a file's joints, since glTF does not store bones. */
import { add, distance, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { depthAt, type Volume } from '../../geometry/volume/volume.js';
import type { Bone } from '../../skinning/heat-sources.js';
import { bonesThresholds } from './calibration.js';

const { longestLeaf } = bonesThresholds;

/** A joint of the file; `parent` is an index, null for roots. */
export type FileJoint = { name: string; parent: number | null; at: Vec3 };

/** Joints closer than this, in metres, count as coincident. */
const samePlace = 1e-4;

/** A joint's children, skipping those at the same position. */
export const childrenOf = (joints: readonly FileJoint[], parent: number): number[] =>
  joints.flatMap((joint, j) =>
    joint.parent === parent && distance(joint.at, joints[parent]!.at) > samePlace ? [j] : [],
  );

/**
 * One bone to every child that moves the surface. A joint without such a child extends away from its parent as far as
 * the solid goes, unless another joint has bones from the same position.
 * @param moves which joints move the surface; the others get no bones
 */
export function bonesOf(joints: readonly FileJoint[], volume: Volume, moves: readonly boolean[]): Bone[] {
  const ends = joints.map((_, j) => (moves[j] ? childrenOf(joints, j).filter((child) => moves[child]) : []));
  const others = (joint: number): Vec3[] =>
    joints.flatMap(({ at }, j) => (moves[j] && distance(at, joints[joint]!.at) > samePlace ? [at] : []));
  return joints.flatMap(({ at: from, parent }, joint): Bone[] => {
    if (!moves[joint]) return [];
    if (ends[joint]!.length > 0) return ends[joint]!.map((child) => ({ joint, from, to: joints[child]!.at }));
    if (joints.some(({ at }, j) => ends[j]!.length > 0 && distance(at, from) <= samePlace)) return [];
    const away = parent === null ? ([0, 1, 0] as const) : normalize(sub(from, joints[parent]!.at));
    return [{ joint, from, to: leafEnd(volume, from, away, others(joint)) }];
  });
}

/** The end of the straight line inside the solid: fingertips, toes, or the top of the head. */
function leafEnd(volume: Volume, from: Vec3, away: Vec3, others: readonly Vec3[]): Vec3 {
  let [end, best]: [Vec3, number] = [from, -1];
  for (const direction of directions) {
    const along = dot(direction, away);
    if (along < 0.2) continue;
    const run = runInside(volume, from, direction, others);
    const score = run * (0.5 + 0.5 * along);
    if (score > best) [end, best] = [add(from, scale(direction, run)), score];
  }
  return end;
}

/** Evenly distributed over the sphere by the golden angle. */
const directions: readonly Vec3[] = Array.from({ length: 200 }, (_, i) => {
  const y = 1 - (2 * i + 1) / 200;
  const r = Math.sqrt(1 - y * y);
  return [r * Math.cos(i * 2.399963), y, r * Math.sin(i * 2.399963)];
});

/** Ends where another joint is nearer: feet that touch are one solid. */
function runInside(volume: Volume, from: Vec3, direction: Vec3, others: readonly Vec3[]): number {
  const { cell } = volume;
  let run = 0;
  while (run < longestLeaf) {
    const next = add(from, scale(direction, run + cell));
    if (depthAt(volume, ...next) <= cell || others.some((at) => distance(at, next) < run + cell)) break;
    run += cell;
  }
  return run;
}
