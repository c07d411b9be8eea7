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
};

export function withArms(motion: Motion, arms: ArmStance | null): Motion {
  if (arms === null || !leavesArms(motion.name)) return motion;
  const placed = (pose: KeyPose): KeyPose => {
    const rest = Object.entries(pose).filter(([name]) => !/arm|lap/i.test(name));
    const right = 'arms' in stances[arms] ? undefined : (pose.rightArm ?? pose.arms);
    return { ...Object.fromEntries(rest), ...(right && { rightArm: right }), ...stances[arms] };
  };
  return { ...motion, keys: motion.keys.map(([time, pose]) => (pose ? [time, placed(pose)] : [time])) };
}
