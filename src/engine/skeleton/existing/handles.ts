/**
 * Finds joints that are only handles for animators (IK targets, controls, slots, a root on the ground) and move none
 * of the surface: artists leave them without weights.
 */
import { clamp, closestOnSegment, distance, lerp, type Vec3 } from '../../geometry/vec.js';
import { depthAt, sees, type Volume } from '../../geometry/volume/volume.js';
import type { Bone } from '../../skinning/heat-sources.js';
import { bonesOf, childrenOf, type FileJoint } from './bones.js';
import { handlesThresholds } from './calibration.js';

const { farOutside, near } = handlesThresholds;

/**
 * Common rigging terms for control joints and attachment points, matched in names split at case changes, punctuation
 * and digits.
 */
const driver = /\b(ik|controls?|controller|ctrls?|ctl|pole|polevector|target|tgt|helper|mch)\b/;
const holder = /slot\b|(?<!\beye ?)socket\b|\battach(ment)?\b/;

const wordsOf = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/[^A-Za-z]+/g, ' ')
    .toLowerCase();

/** Whether a name is one of controls and attachment points. */
export function isHandle(name: string): boolean {
  const words = wordsOf(name);
  return driver.test(words) || holder.test(words);
}

const samples = 20;

/** Whether each joint moves the surface. If none would, all do. */
export function findMovers(joints: readonly FileJoint[], volume: Volume): boolean[] {
  const words = joints.map(({ name }) => wordsOf(name));
  const named = joints.map(({ name }) => isHandle(name));
  const moves = leaveOutFar(joints, volume);
  const unnamed = moves.map((one, j) => one && !named[j]);
  const bones = bonesOf(joints, volume, unnamed);
  const isNeeded = (j: number): boolean =>
    (!holder.test(words[j]!) && continuesChain(joints, moves, unnamed, j)) ||
    !areServed(volume, bones, runsFrom(joints, j, childrenOf(joints, j)));
  const heads = joints.map((_, j) => headOf(joints, named, j));
  const needed = new Set(heads.filter((_, j) => moves[j] && named[j] && isNeeded(j)));
  const kept = moves.map((one, j) => one && (!named[j] || needed.has(heads[j]!)));
  // Roots go last, since a root's other bones may lead to handles.
  const left = leaveOutRoots(joints, volume, kept);
  return left.includes(true) ? left : joints.map(() => true);
}

/** Removes joints far outside the solid from which no chain leads back to it. */
function leaveOutFar(joints: readonly FileJoint[], volume: Volume): boolean[] {
  const moves = joints.map(({ at }) => wayTo(volume, at) < farOutside);
  joints.forEach((_, j) => {
    if (moves[j]) for (let up = joints[j]!.parent; up !== null; up = joints[up]!.parent) moves[up] = true;
  });
  return moves;
}

/** Metres from a point to the solid, also for points outside its grid; negative inside. */
function wayTo(volume: Volume, p: Vec3): number {
  const { size, origin, cell } = volume;
  const onGrid = (axis: 0 | 1 | 2) => clamp(p[axis], origin[axis], origin[axis] + (size[axis] - 1) * cell);
  const edge: Vec3 = [onGrid(0), onGrid(1), onGrid(2)];
  return distance(p, edge) - depthAt(volume, ...edge);
}

/**
 * Removes roots outside the solid whose bones run mostly through the air to joints inside that other bones also
 * reach, and roots above such roots.
 */
function leaveOutRoots(joints: readonly FileJoint[], volume: Volume, moves: readonly boolean[]): boolean[] {
  const left = [...moves];
  const bones = bonesOf(joints, volume, moves);
  const isAirborne = (j: number, children: readonly number[]): boolean =>
    children.every((child) => {
      const run = runsFrom(joints, j, [child]);
      return run.filter((p) => isInside(volume, p)).length <= run.length / 2;
    });
  const isLeftOut = (j: number): boolean => {
    const children = joints.flatMap(({ parent }, child) => (parent === j && moves[child] ? [child] : []));
    const others = bones.filter(({ joint }) => joint !== j);
    if (isInside(volume, joints[j]!.at) || !isAirborne(j, children)) return false;
    if (!areServed(volume, others, runsFrom(joints, j, children))) return false;
    if (children.filter((child) => isInside(volume, joints[child]!.at) || isLeftOut(child)).length === 0)
      return false;
    left[j] = false;
    return true;
  };
  for (const [j, { parent }] of joints.entries()) if (parent === null) isLeftOut(j);
  return left;
}

const isInside = (volume: Volume, p: Vec3): boolean => depthAt(volume, ...p) > 0;

/** Sample points along the lines from a joint to others. */
const runsFrom = (joints: readonly FileJoint[], j: number, ends: readonly number[]): Vec3[] => {
  const { at } = joints[j]!;
  const places = Array.from({ length: samples + 1 }, (_, i) => i / samples);
  return ends.length === 0 ? [at] : ends.flatMap((end) => places.map((t) => lerp(at, joints[end]!.at, t)));
};

/** The topmost of consecutive matching joints above a matching joint: they are kept or removed together. */
function headOf(joints: readonly FileJoint[], named: readonly boolean[], j: number): number {
  const { parent } = joints[j]!;
  return parent !== null && named[parent] ? headOf(joints, named, parent) : j;
}

/** Whether a joint is at the end of its parent's only bone, so that no control drives the chain it belongs to. */
function continuesChain(
  joints: readonly FileJoint[],
  moves: readonly boolean[],
  unnamed: readonly boolean[],
  j: number,
): boolean {
  const { parent } = joints[j]!;
  if (parent === null || !unnamed[parent]) return false;
  const ends = childrenOf(joints, parent).filter((child) => moves[child]);
  return ends.length === 1 && ends[0] === j;
}

/**
 * Whether bones reach all of the points that lie inside the solid. A tail's control joints have no other bones
 * nearby.
 */
const areServed = (volume: Volume, bones: readonly Bone[], places: readonly Vec3[]): boolean =>
  places.every(
    (p) =>
      !isInside(volume, p) ||
      bones.some(({ from, to }) => {
        const foot = closestOnSegment(p, from, to);
        return distance(p, foot) < near && sees(volume, p, foot, volume.cell);
      }),
  );
