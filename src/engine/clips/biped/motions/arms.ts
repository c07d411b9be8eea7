/** What the arms do while a person stands. */
import { type ArmStance, leavesArms } from '../../../kinds.js';
import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';

const stances: Readonly<Record<ArmStance, KeyPose>> = {
  'crossed arms': { leftArm: [0.5, 0.12, 1.25, 1.75], rightArm: [0.62, 0.12, 1.2, 1.7], grips: 0.2 },
  'hands on hips': { arms: [-0.12, 0.72, 1.35, 1.62], hands: [0.3], grips: 0.1 },
  'hand on hip': { leftArm: [-0.12, 0.72, 1.35, 1.62] },
  'hands behind back': { arms: [-0.62, 0.2, 1.35, 0.95], grips: 0.3 },
  'hands in pockets': { arms: [-0.05, 0.34, 0.75, 0.72], grips: 0.3 },
  'arms up': { arms: [0.1, 2.65, 0, 0.3], grips: 0.1 },
  'arm up': { leftArm: [0.1, 2.65, 0, 0.3] },
  'arms out': { arms: [0.05, 1.45, 0, 0.08], grips: -0.1 },
  'hands together': { arms: [0.55, 0.1, 0.85, 1.15], grips: 0.3 },
  'right arm up': { rightArm: [0.1, 2.65, 0, 0.3] },
  'thumbs up': { rightArm: [0.35, 0.16, 0.1, 1.5], rightGrip: 1, thumb: 1 },
  'peace sign': { rightArm: [0.3, 0.75, -1.3, 2.1], rightGrip: 1, point: 1, victory: 1 },
  'hand on belly': { rightArm: [0.3, 0.12, 1.15, 1.3], rightGrip: 0 },
  'hand on heart': { rightArm: [0.5, 0.16, 1.25, 1.85], rightGrip: 0 },
  'hands on frame': { arms: [0.62, 0.24, 0, 0.5], grips: 0.9 },
};

/** Gestures of one hand, which the other makes where this one holds something. */
const ofEither: ReadonlySet<ArmStance> = new Set([
  'thumbs up',
  'peace sign',
  'hand on belly',
  'hand on heart',
]);

export function withArms(motion: Motion, arms: ArmStance | null): Motion {
  if (arms === null || !leavesArms(motion.name)) return motion;
  const stance = stances[arms];
  const placed = (pose: KeyPose): KeyPose => {
    const rest = Object.entries(pose).filter(([name]) => !/arm|lap/i.test(name));
    const other = (name: 'leftArm' | 'rightArm') =>
      'arms' in stance || name in stance ? undefined : (pose[name] ?? pose.arms);
    const [left, right] = [other('leftArm'), other('rightArm')];
    return {
      ...Object.fromEntries(rest),
      ...(right && { rightArm: right }),
      ...(left && { leftArm: left }),
      ...stance,
    };
  };
  return {
    ...motion,
    ...(ofEither.has(arms) && { hand: 'right' as const }),
    keys: motion.keys.map(([time, pose]) => (pose ? [time, placed(pose)] : [time])),
  };
}
