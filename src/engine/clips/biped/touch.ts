/** Brings a hand to a place on the body, wherever this body has it: the fingertips to the brow, a palm to the lap. */
import { add, length, normalize, sub, type Vec3 } from '../../geometry/vec.js';
import { blendTurns } from '../blend.js';
import { aim, bentTo, type PosedJoint, rotateBy } from '../clip.js';
import { radiusAt } from '../profile.js';
import type { ArmBones, Body } from './body.js';
import { type ArmPose, armPlaces } from './limbs.js';

/** Height of the brow between the lowest and the highest point of the head; hats count as head. */
const browHeight = 0.56;
/** Direction of the touched point from the middle of the head: to the side, and forward. */
const aside = normalize([0.8, 0, 0.6]);

/** Short arms below a big head stop beside the brow: a raised straight arm is another salute. */
const mostStretched = 0.8;

/** @param share how far the arm follows: 0 leaves it as it is */
export function raiseToBrow(
  { flesh, places, girdle }: Body,
  arm: ArmBones,
  pose: ArmPose,
  placed: ReadonlyMap<string, PosedJoint>,
  share: number,
): ArmPose {
  const head = placed.get('head');
  const profile = flesh?.profiles.get('head');
  if (share <= 0 || !head || !profile) return pose;
  const [x, , z] = [arm.side.x * aside[0], 0, aside[2]];
  const local: Vec3 = [x, profile.low + (profile.high - profile.low) * browHeight, z];
  const out = radiusAt(profile, local) + arm.handRadius * 0.5;
  const target = add(head.position, rotateBy(head.rotation, [x * out, local[1], z * out]));
  const [shoulder] = armPlaces(arm, pose, placed.get(girdle)!, places.get(girdle)!);
  const [upper, lower] = [sub(arm.elbow, arm.upper), sub(arm.wrist, arm.elbow)];
  const lengths = [length(upper), length(lower) + length(arm.hand)] as const;
  // The elbow points to the side, at the height of the shoulder.
  const pole = rotateBy(head.rotation, [arm.side.x, 0, -0.15]);
  const [elbow, forearm] = bentTo(lengths, sub(target, shoulder), pole, mostStretched);
  return {
    shoulder: pose.shoulder,
    upper: blendTurns(pose.upper, aim(pose.upper, upper, elbow), share),
    lower: blendTurns(pose.lower, aim(pose.lower, lower, forearm), share),
    hand: blendTurns(pose.hand, aim(pose.hand, arm.hand, forearm), share),
  };
}

/** Place of a wrist along the thigh, so that the hand is on the knee; direction of the touched side at rest. */
const lapPlace = 0.62;

/** @param share how far the arm follows: 0 leaves it as it is */
export function lowerToLap(
  { flesh, places, girdle, legs }: Body,
  arm: ArmBones,
  pose: ArmPose,
  placed: ReadonlyMap<string, PosedJoint>,
  share: number,
): ArmPose {
  const name = `${arm.side.name}UpperLeg`;
  const leg = legs.find(({ side }) => side === arm.side);
  const [thigh, profile] = [placed.get(name), flesh?.profiles.get(name)];
  if (share <= 0 || !leg || !thigh || !profile) return pose;
  const bone = sub(leg.knee, leg.hip);
  const at = (along: number): Vec3 => {
    const local: Vec3 = [bone[0] * along + arm.side.x * 0.1, bone[1] * along, bone[2] * along + 1];
    const out = radiusAt(profile, local) + arm.handRadius * 1.25;
    return add(thigh.position, rotateBy(thigh.rotation, [bone[0] * along, local[1], bone[2] * along + out]));
  };
  const [shoulder] = armPlaces(arm, pose, placed.get(girdle)!, places.get(girdle)!);
  const [upper, lower] = [sub(arm.elbow, arm.upper), sub(arm.wrist, arm.elbow)];
  const wrist = at(lapPlace);
  const pole: Vec3 = [arm.side.x * 0.7, 0, -1];
  const [elbow, forearm] = bentTo([length(upper), length(lower)], sub(wrist, shoulder), pole);
  return {
    shoulder: pose.shoulder,
    upper: blendTurns(pose.upper, aim(pose.upper, upper, elbow), share),
    lower: blendTurns(pose.lower, aim(pose.lower, lower, forearm), share),
    hand: blendTurns(pose.hand, aim(pose.hand, arm.hand, sub(at(1), wrist)), share),
  };
}
