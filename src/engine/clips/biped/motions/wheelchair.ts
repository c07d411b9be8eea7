/** Who is in a wheelchair sits in all clips, and moves head, trunk and arms. */
import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';
import { seated } from './stand.js';

const below = /^(move|hips|(left|right)?(foot|feet|legs?|knees?|palms?)|free|lying)$/i;

const sit = (pose: KeyPose): KeyPose => {
  const upper = Object.fromEntries(Object.entries(pose).filter(([name]) => !below.test(name))) as KeyPose;
  const hasArms = Object.keys(upper).some((name) => /arm/i.test(name));
  const { arms, laps, ...base } = seated;
  return { ...base, ...(!hasArms && { arms, laps }), ...upper };
};

export function inChair({ gait, crawl: _crawl, travel: _travel, keys, beats, ...motion }: Motion): Motion {
  return {
    ...motion,
    ...(beats && { beats: beats.filter(([channel]) => !below.test(channel)) }),
    keys: keys.map(([time, pose]) => [time, sit(gait ? {} : (pose ?? {}))]),
  };
}
