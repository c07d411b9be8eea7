import {
  invert,
  multiply,
  type Pose,
  poseSkeleton,
  type Quaternion,
  rotateBy,
  turnTo,
} from '../../../clips/clip.js';
import { sub, type Vec3 } from '../../../geometry/vec.js';
import { jointOf, type Skeleton, sides } from '../../../skeleton/skeleton.js';

/** Limbs closer to their direction than this cosine are left as they are. */
const closeEnough = { arm: 1, leg: Math.cos(Math.PI / 12) };

/** The pose VRM requires at rest: arms level to the sides, palms as they are, legs down, feet level. */
export function tPose(skeleton: Skeleton): Pose {
  const rotations = new Map<string, Quaternion>();
  for (const { name: side, x } of sides) {
    straighten(skeleton, rotations, [`${side}UpperArm`, `${side}LowerArm`, `${side}Hand`], [x, 0, 0], 'arm');
    straighten(skeleton, rotations, [`${side}UpperLeg`, `${side}LowerLeg`, `${side}Foot`], [0, -1, 0], 'leg');
  }
  const lowest = (name: string, pose: Pose) =>
    poseSkeleton(skeleton, pose)[skeleton.joints.findIndex((joint) => joint.name === name)]!.position[1];
  const still: Pose = { rotations, rootOffset: [0, 0, 0] };
  const rise = Math.min(
    ...sides.map(({ name }) => lowest(`${name}Foot`, still) - jointOf(skeleton, `${name}Foot`).position[1]),
  );
  return { rotations, rootOffset: [0, -rise, 0] };
}

function straighten(
  skeleton: Skeleton,
  rotations: Map<string, Quaternion>,
  [upper, lower, end]: readonly [string, string, string],
  direction: Vec3,
  limb: keyof typeof closeEnough,
): void {
  const at = (name: string) => jointOf(skeleton, name).position;
  const [first, second] = [sub(at(lower), at(upper)), sub(at(end), at(lower))];
  const turnFirst = turnUnlessClose(first, direction, closeEnough[limb]);
  const turnSecond = multiply(
    turnUnlessClose(rotateBy(turnFirst, second), direction, closeEnough[limb]),
    turnFirst,
  );
  rotations.set(upper, turnFirst);
  rotations.set(lower, multiply(invert(turnFirst), turnSecond));
  // A hand continues the arm; a foot stays level.
  if (limb === 'leg') rotations.set(end, invert(turnSecond));
}

function turnUnlessClose(from: Vec3, to: Vec3, cosine: number): Quaternion {
  const aligned = (from[0] * to[0] + from[1] * to[1] + from[2] * to[2]) / Math.hypot(...from);
  return aligned >= cosine ? [0, 0, 0, 1] : turnTo(from, to);
}
