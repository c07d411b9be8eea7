/** Keeps what a hand holds upright, and moves and turns the hand so that it stays clear. */
import { add, length, scale, smoothstep, sub, type Vec3 } from '../../geometry/vec.js';
import { blendTurns } from '../blend.js';
import {
  aim,
  bentTo,
  invert,
  multiply,
  type PosedJoint,
  type Quaternion,
  rotateBy,
  still,
  turnBy,
} from '../clip.js';
import type { ArmBones, Body } from './body.js';
import { type Points, placedPoints } from './depth.js';
import { type ArmPose, armPlaces } from './limbs.js';

/** How a hand holds something through a whole clip. */
export type Grip = {
  /** Radians in the frame of the chest. */
  pitch: number;
  roll: number;
  /** Of the hand, in hip heights. */
  out: number;
  up: number;
  ahead: number;
  /** Whether upright things stay upright instead of turning with the hand. */
  plumb: boolean;
};

/** How far the trunk leans, as a cosine, from where upright things lean with it, to where they lie along it. */
const leans = { from: 0.75, to: 0.35 };

/** The arm with its hand moved and turned; what it holds turns about the wrist. */
export function takeHold(body: Body, arm: ArmBones, pose: ArmPose, chest: PosedJoint, grip: Grip): ArmPose {
  const moved = moveHand(body, arm, pose, chest, grip);
  const upright = arm.held?.upright;
  const hand = upright
    ? grip.plumb
      ? plumb(upright, moved.hand, chest)
      : levelled(arm, upright, moved)
    : moved.hand;
  return { ...moved, hand: multiply(turnOfGrip(arm, grip, chest.rotation), hand) };
}

/** What the grip adds to the rotation of the hand. */
export const turnOfGrip = ({ side }: ArmBones, { pitch, roll }: Grip, chest: Quaternion): Quaternion =>
  pitch === 0 && roll === 0
    ? still
    : multiply(multiply(chest, turnBy(pitch, 0, side.x * roll)), invert(chest));

/** Holds an upright thing as a weapon: its top is ahead of a hanging arm, or a raised arm would turn it over. */
const levelled = ({ hang }: ArmBones, upright: Quaternion, { lower }: ArmPose): Quaternion =>
  multiply(multiply(lower, invert(hang[1])), multiply(turnBy(Math.PI / 2), upright));

/** Greatest angle between the hand as posed and the upright one. */
const mostTurned = 2.1;

/** The rotation of a hand that keeps its thing vertical, or along the trunk of a body that lies, crawls or swims. */
function plumb(upright: Quaternion, hand: Quaternion, { rotation }: PosedJoint): Quaternion {
  const forward = rotateBy(rotation, [0, 0, 1]);
  const lean = rotateBy(rotation, [0, 1, 0])[1];
  const yaw = turnBy(0, Math.atan2(forward[0], forward[2]));
  const frame = blendTurns(yaw, rotation, 1 - smoothstep(leans.to, leans.from, lean));
  const wanted = multiply(frame, upright);
  const angle = 2 * Math.acos(Math.min(1, Math.abs(multiply(invert(hand), wanted)[3])));
  return blendTurns(hand, wanted, Math.min(1, mostTurned / Math.max(angle, 1e-6)));
}

function moveHand(body: Body, arm: ArmBones, pose: ArmPose, chest: PosedJoint, grip: Grip): ArmPose {
  const { out, up, ahead } = grip;
  if (out === 0 && up === 0 && ahead === 0) return pose;
  const [shoulder, elbow, wrist] = armPlaces(arm, pose, chest, body.places.get(body.girdle)!);
  const [upper, lower] = [sub(arm.elbow, arm.upper), sub(arm.wrist, arm.elbow)];
  const aside = rotateBy(chest.rotation, [arm.side.x * out, 0, ahead]);
  const target = add(sub(wrist, shoulder), scale(add(aside, [0, up, 0]), body.hip));
  // The elbow stays on its side of the body, behind the hand.
  const pole = add(sub(elbow, shoulder), scale([arm.side.x * 0.5, 0, -1], length(upper) * 0.4));
  const [above, below] = bentTo([length(upper), length(lower)], target, pole);
  return { ...pose, upper: aim(pose.upper, upper, above), lower: aim(pose.lower, lower, below) };
}

/** Points of what the hand holds in the world. */
export const pointsOfHeld = ({ held }: ArmBones, pose: ArmPose, wrist: Vec3): Points =>
  placedPoints(held?.points ?? [], wrist, pose.hand);
