import { add, sub, type Vec3 } from '../geometry/vec.js';
import type { SkeletonKind } from '../kinds.js';

/**
 * A joint in its rest position. Rest rotations are identity, so clip rotations are about the world's axes. `tail` is
 * the end of the bone; weights and drawings use the segment `position`-`tail`.
 */
export type Joint = { name: string; parent: string | null; position: Vec3; tail: Vec3 };

/** Parents come before their children; the first joint is the only root. */
export type Skeleton = { kind: SkeletonKind; joints: readonly Joint[] };

export function jointOf(skeleton: Skeleton, name: string): Joint {
  const joint = skeleton.joints.find((candidate) => candidate.name === name);
  if (!joint) throw new Error(`no joint ${name}`);
  return joint;
}

export const jointIndex = (skeleton: Skeleton): Map<string, number> =>
  new Map(skeleton.joints.map((joint, i) => [joint.name, i]));

/** The joint's position relative to its parent. */
export function restOffset(skeleton: Skeleton, joint: Joint): Vec3 {
  return joint.parent ? sub(joint.position, jointOf(skeleton, joint.parent).position) : joint.position;
}

/** A chain of joints through `points`; the last point is the last joint's tail. */
export function chain(names: readonly string[], parent: string | null, points: readonly Vec3[]): Joint[] {
  return names.map((name, i) => ({
    name,
    parent: i === 0 ? parent : names[i - 1]!,
    position: points[i]!,
    tail: points[i + 1] ?? add(points[i]!, [0, 0.01, 0]),
  }));
}

/** What a person sits on, in all clips. */
export const chairJoint = 'chair';

export type Side = { name: 'left' | 'right'; x: 1 | -1 };
/** The character faces +Z, so its left is +X. */
export const sides: readonly Side[] = [
  { name: 'left', x: 1 },
  { name: 'right', x: -1 },
];

export const flip = ([x, y, z]: Vec3, side: Side): Vec3 => [x * side.x, y, z];
