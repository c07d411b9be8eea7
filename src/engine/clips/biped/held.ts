/** Long things that a hand holds: told from the hand, kept upright, and moved so that they stay clear. */
import {
  add,
  distance,
  length,
  normalize,
  scale,
  segmentDistance,
  smoothstep,
  sub,
  type Vec3,
} from '../../geometry/vec.js';
import { aim, bentTo, invert, multiply, type Quaternion, rotateBy, turnBy, turnTo } from '../clip.js';
import type { ArmBones, Body } from './body.js';
import { type ArmPose, armPlaces, blendTurns, type Placed } from './limbs.js';

/** A long thing in a hand. */
export type Held = {
  /** A few points of its surface, relative to the wrist. */
  points: readonly Vec3[];
  /** World rotation of the hand that makes it vertical, for what is about upright when the arm hangs: staffs, lanterns. */
  upright: Quaternion | null;
};

/** Distances from the line of the hand, in its lengths: of the hand itself, and what a long thing reaches at least. */
const [ownReach, longReach] = [0.7, 1.6];
/** Cells along the greatest reach of a held thing; one point of each stands for it. */
const cellsAlong = 7;
/** Cosine to the vertical up to which a thing counts as upright. */
const aboutUpright = 0.75;

/**
 * @param points of the surfaces that the hand moves, relative to the wrist
 * @param hand from the wrist to the tips of the fingers
 * @param hang world rotation of a hanging hand
 * @returns the hand's own points, and what it holds
 */
export function splitHeld(
  points: readonly Vec3[],
  hand: Vec3,
  hang: Quaternion,
): { own: readonly Vec3[]; held: Held | null } {
  const size = length(hand);
  const reach = (point: Vec3) => segmentDistance(point, [0, 0, 0], hand) / size;
  const most = points.reduce((far, point) => Math.max(far, reach(point)), 0);
  if (most < longReach) return { own: points, held: null };
  const own: Vec3[] = [];
  const cells = new Map<string, Vec3>();
  const cell = (most * size) / cellsAlong;
  for (const point of points) {
    if (reach(point) < ownReach) {
      own.push(point);
      continue;
    }
    const key = point.map((part) => Math.round(part / cell)).join();
    const known = cells.get(key);
    if (!known || length(point) > length(known)) cells.set(key, point);
  }
  const held = [...cells.values()];
  return { own, held: { points: held, upright: uprightOf(held, hang) } };
}

function uprightOf(points: readonly Vec3[], hang: Quaternion): Quaternion | null {
  const furthest = (from: Vec3) =>
    points.reduce((far, point) => (distance(point, from) > distance(far, from) ? point : far));
  const end = furthest([0, 0, 0]);
  const axis = normalize(rotateBy(hang, sub(end, furthest(end))));
  if (Math.abs(axis[1]) < aboutUpright) return null;
  return multiply(turnTo(axis, [0, Math.sign(axis[1]), 0]), hang);
}

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
export function takeHold(body: Body, arm: ArmBones, pose: ArmPose, chest: Placed, grip: Grip): ArmPose {
  const moved = moveHand(body, arm, pose, chest, grip);
  const hand = grip.plumb && arm.held?.upright ? plumb(arm.held.upright, moved.hand, chest) : moved.hand;
  return { ...moved, hand: multiply(turnOfGrip(arm, grip, chest.rotation), hand) };
}

/** What the grip adds to the rotation of the hand. */
export const turnOfGrip = ({ side }: ArmBones, { pitch, roll }: Grip, chest: Quaternion): Quaternion =>
  pitch === 0 && roll === 0
    ? [0, 0, 0, 1]
    : multiply(multiply(chest, turnBy(pitch, 0, side.x * roll)), invert(chest));

/** Greatest angle between the hand as posed and the upright one. */
const mostTurned = 2.1;

/** The rotation of a hand that keeps its thing vertical, or along the trunk of a body that lies, crawls or swims. */
function plumb(upright: Quaternion, hand: Quaternion, { rotation }: Placed): Quaternion {
  const forward = rotateBy(rotation, [0, 0, 1]);
  const lean = rotateBy(rotation, [0, 1, 0])[1];
  const yaw = turnBy(0, Math.atan2(forward[0], forward[2]));
  const frame = blendTurns(yaw, rotation, 1 - smoothstep(leans.to, leans.from, lean));
  const wanted = multiply(frame, upright);
  const angle = 2 * Math.acos(Math.min(1, Math.abs(multiply(invert(hand), wanted)[3])));
  return blendTurns(hand, wanted, Math.min(1, mostTurned / Math.max(angle, 1e-6)));
}

function moveHand(body: Body, arm: ArmBones, pose: ArmPose, chest: Placed, grip: Grip): ArmPose {
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
export const pointsOfHeld = ({ held }: ArmBones, pose: ArmPose, wrist: Vec3): Vec3[] =>
  held ? held.points.map((point) => add(wrist, rotateBy(pose.hand, point))) : [];
