/** From a posture and its arms to rotations of a person's joints. */
import { sub } from '../../geometry/vec.js';
import { type Pose, type Quaternion, turnBy } from '../clip.js';
import { type ArmPlan, poseArm } from './arm.js';
import type { Body } from './body.js';
import { channelAt } from './channels.js';
import { fingerTurns } from './fingers.js';
import { armTurns } from './limbs.js';
import type { Posture } from './posture.js';

/**
 * @param plans one for each arm of the body
 * @param loose turns of what swings along, such as tails and capes
 */
export function solvePose(
  body: Body,
  posture: Posture,
  plans: readonly ArmPlan[],
  loose: readonly [string, Quaternion][],
): Pose {
  const { row, placed } = posture;
  const turns = [...posture.turns, ...loose];
  const chest = placed.get(body.girdle)!.rotation;
  for (const [i, arm] of body.arms.entries()) {
    const pose = poseArm(body, arm, posture, plans[i]!);
    turns.push(...armTurns(arm, pose, chest, body.names), ...fingerTurns(arm, row));
  }
  if (body.names.has('jaw')) turns.push(['jaw', turnBy(row[channelAt('jaw', 0)]!)]);
  const rootOffset = sub(placed.get('hips')!.position, body.places.get('hips')!);
  return { rotations: new Map(turns), rootOffset };
}
