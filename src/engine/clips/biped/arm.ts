/** Poses an arm beside a posed trunk: as the channels say, but outside of the body and above the ground. */
import { invert, multiply, type Quaternion } from '../clip.js';
import { type Around, depthOfArm, keepOutside } from './avoid.js';
import type { ArmBones, Body } from './body.js';
import { channelAt } from './channels.js';
import { plantPalm } from './ground.js';
import { type Grip, takeHold, turnOfGrip } from './hold.js';
import { type ArmPose, armPose, turnArm } from './limbs.js';
import type { Posture } from './posture.js';
import { lowerToLap, raiseToBrow } from './touch.js';

/** What an arm does beside its channels, decided for a whole clip. */
export type ArmPlan = {
  /** Turns the whole arm out of the body, in the frame of the chest. */
  clear: Quaternion;
  /** Null for an arm that holds nothing long. */
  grip: Grip | null;
};

/** The arm as the channels have it. */
function wish(body: Body, arm: ArmBones, { row, placed }: Posture): ArmPose {
  const share = (of: 'Brow' | 'Lap') => row[channelAt(`${arm.side.name}${of}`, 0)]!;
  const free = armPose(arm, row, placed.get(body.girdle)!);
  const lowered = lowerToLap(body, arm, free, placed, share('Lap'));
  return raiseToBrow(body, arm, lowered, placed, share('Brow'));
}

const aroundOf = (body: Body, { placed, ground }: Posture): Around => ({ body, placed, ground });

/**
 * In the frame of the chest: the rotation of the upper arm as the channels have it, and the turn of the whole arm that
 * brings it out of the body and the ground.
 */
export function clearOf(
  body: Body,
  arm: ArmBones,
  posture: Posture,
): { wanted: Quaternion; clear: Quaternion } {
  const wanted = wish(body, arm, posture);
  const kept = keepOutside(aroundOf(body, posture), arm, wanted);
  const chest = posture.placed.get(body.girdle)!.rotation;
  const back = invert(chest);
  const clear = multiply(multiply(back, multiply(kept.upper, invert(wanted.upper))), chest);
  return { wanted: multiply(back, wanted.upper), clear };
}

/** The arm as the channels have it, turned out of the body. */
export function turned(body: Body, arm: ArmBones, posture: Posture, clear: Quaternion): ArmPose {
  const { rotation } = posture.placed.get(body.girdle)!;
  return turnArm(wish(body, arm, posture), multiply(multiply(rotation, clear), invert(rotation)));
}

/** How deep the arm with this turn is in the body or the ground. @param enough metres from which any depth will do */
export const depthWith = (
  body: Body,
  arm: ArmBones,
  posture: Posture,
  clear: Quaternion,
  enough: number,
): number => depthOfArm(aroundOf(body, posture), arm, turned(body, arm, posture, clear), enough);

/** The arm with its turn and its grip, and its palm on the ground where the channels want it there. */
export const poseArm = (body: Body, arm: ArmBones, posture: Posture, { clear, grip }: ArmPlan): ArmPose =>
  holdArm(body, arm, posture, { kept: turned(body, arm, posture, clear), grip });

/** The same for an arm that is turned already. */
export function holdArm(
  body: Body,
  arm: ArmBones,
  { row, placed }: Posture,
  { kept, grip }: { kept: ArmPose; grip: Grip | null },
): ArmPose {
  const chest = placed.get(body.girdle)!;
  const held = grip ? takeHold(body, arm, kept, chest, grip) : kept;
  return plantPalm(body, arm, held, chest, row, grip && turnOfGrip(arm, grip, chest.rotation));
}
