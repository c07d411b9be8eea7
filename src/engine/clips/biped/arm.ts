/** Poses an arm beside a posed trunk: as the channels say, but outside of the body and above the ground. */
import type { ArmBones, Body } from './body.js';
import { channelAt } from './channels.js';
import { plantPalm } from './ground.js';
import { type Grip, pointsOfHeld, takeHold, turnOfGrip } from './held.js';
import { type ArmPose, armPose } from './limbs.js';
import type { Posture } from './posture.js';
import { keepOutside, outlineOf } from './solve.js';
import { lowerToLap, raiseToBrow } from './touch.js';

/** A lying body has its place above the ground later. */
const groundOf = (body: Body, row: Float64Array): number =>
  row[channelAt('lying', 0)]! > 0 ? -Infinity : body.ground;

/** The arm as the channels have it, without regard to what it holds. */
export function reachOut(body: Body, arm: ArmBones, { row, placed }: Posture): ArmPose {
  const share = (of: 'Brow' | 'Lap') => row[channelAt(`${arm.side.name}${of}`, 0)]!;
  const free = armPose(arm, row, placed.get(body.girdle)!);
  const lowered = lowerToLap(body, arm, free, placed, share('Lap'));
  const wanted = raiseToBrow(body, arm, lowered, placed, share('Brow'));
  return keepOutside({ body, placed, ground: groundOf(body, row) }, arm, wanted);
}

/** The arm of `reachOut` with a grip, and its palm on the ground where the channels want it there. */
export function holdWith(
  body: Body,
  arm: ArmBones,
  { row, placed }: Posture,
  pose: ArmPose,
  grip: Grip | null,
): ArmPose {
  const chest = placed.get(body.girdle)!;
  const held = grip ? takeHold(body, arm, pose, chest, grip) : pose;
  return plantPalm(body, arm, held, chest, row, grip && turnOfGrip(arm, grip, chest.rotation));
}

/** Both. Where the grip does not keep a held thing clear, the whole arm moves. */
export function poseArm(body: Body, arm: ArmBones, posture: Posture, grip: Grip | null): ArmPose {
  const { row, placed } = posture;
  const pose = holdWith(body, arm, posture, reachOut(body, arm, posture), grip);
  if (!arm.held || row[channelAt(`${arm.side.name}Palm`, 0)]! > 0) return pose;
  return keepOutside({ body, placed, ground: groundOf(body, row) }, arm, pose, (bones, moved, places) => [
    ...outlineOf(bones, moved, places),
    ...pointsOfHeld(bones, moved, places[2]),
  ]);
}
