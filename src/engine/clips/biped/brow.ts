/** Brings the fingertips of an arm to the brow, wherever the head of this body has it. */
import { add, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { aim, rotateBy } from '../clip.js';
import { radiusAt } from '../flesh.js';
import type { ArmBones, Body } from './body.js';
import { type ArmPose, armPlaces, blendTurns, type Placed } from './limbs.js';

/** Height of the brow between the lowest and the highest point of the head; hats count as head. */
const browHeight = 0.56;
/** Direction of the touched point from the middle of the head: to the side, and forward. */
const aside = normalize([0.8, 0, 0.6]);

/** Short arms below a big head stop beside the brow: a raised straight arm is another salute. */
const mostStretched = 0.8;

/** @param share how far the arm follows: 0 leaves it as it is */
export function raiseToBrow(
  { flesh, places }: Body,
  arm: ArmBones,
  pose: ArmPose,
  placed: ReadonlyMap<string, Placed>,
  { girdle, share }: { girdle: string; share: number },
): ArmPose {
  const head = placed.get('head');
  const profile = flesh?.profiles.get('head');
  if (share <= 0 || !head || !profile) return pose;
  const [x, , z] = [arm.side.x * aside[0], 0, aside[2]];
  const local: Vec3 = [x, profile.low + (profile.high - profile.low) * browHeight, z];
  const out = radiusAt(profile, local) + arm.radii[1] * 0.5;
  const target = add(head.position, rotateBy(head.rotation, [x * out, local[1], z * out]));
  const [shoulder] = armPlaces(arm, pose, placed.get(girdle)!, places.get(girdle)!);
  const [upper, lower] = [sub(arm.elbow, arm.upper), sub(arm.wrist, arm.elbow)];
  const [a, b] = [Math.hypot(...upper), Math.hypot(...lower) + Math.hypot(...arm.hand)];
  const wish = sub(target, shoulder);
  const c = Math.min(Math.max(Math.hypot(...wish), Math.abs(a - b) * 1.02 + 1e-4), (a + b) * mostStretched);
  const along = normalize(wish);
  // The elbow points to the side, at the height of the shoulder.
  const pole = rotateBy(head.rotation, [arm.side.x, 0, -0.15]);
  const bend = normalize(sub(pole, scale(along, dot(pole, along))));
  const cosine = Math.min(1, Math.max(-1, (a * a + c * c - b * b) / (2 * a * c)));
  const elbow = add(scale(along, a * cosine), scale(bend, a * Math.sqrt(1 - cosine * cosine)));
  const forearm = sub(scale(along, c), elbow);
  return {
    shoulder: pose.shoulder,
    upper: blendTurns(pose.upper, aim(pose.upper, upper, elbow), share),
    lower: blendTurns(pose.lower, aim(pose.lower, lower, forearm), share),
    hand: blendTurns(pose.hand, aim(pose.hand, arm.hand, forearm), share),
  };
}
