/** From the channels of a pose to rotations of a person's joints. */
import { sub } from '../../geometry/vec.js';
import { type Pose, turnBy } from '../clip.js';
import { settle } from '../flesh.js';
import { poseArm } from './arm.js';
import type { Body } from './body.js';
import { channelAt } from './channels.js';
import { fingerTurns } from './fingers.js';
import type { Grip } from './held.js';
import { armTurns } from './limbs.js';
import { postureOf } from './posture.js';

/** @param grips how each arm of the body holds what it holds */
export function solvePose(body: Body, given: Float64Array, grips: readonly (Grip | null)[] = []): Pose {
  const posture = postureOf(body, given);
  const { row, placed } = posture;
  const turns = [...posture.turns];
  const chest = placed.get(body.girdle)!.rotation;
  for (const [i, arm] of body.arms.entries()) {
    const pose = poseArm(body, arm, posture, grips[i] ?? null);
    turns.push(...armTurns(arm, pose, chest, body.names), ...fingerTurns(arm, row));
  }
  if (body.names.has('jaw')) turns.push(['jaw', turnBy(row[channelAt('jaw', 0)]!)]);
  const rootOffset = sub(placed.get('hips')!.position, body.places.get('hips')!);
  const pose: Pose = { rotations: new Map(turns), rootOffset };
  const lying = row[channelAt('lying', 0)]!;
  return lying > 0 && body.flesh ? settle(body.skeleton, body.flesh, pose, lying) : pose;
}
