/** Moves repeated heads, tails, arms and wings like the first, a little later, and lower arms less far. */
import { copied } from '../skeleton/copies.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { blendTurns } from './blend.js';
import { type Clip, type Pose, still } from './clip.js';

/** Seconds by which each copy is later than the one before. */
const delay = 0.14;
/** How far lower arms follow, so that they hang beside the upper ones instead of inside them. */
const followed = 0.3;

export function moveCopies({ joints }: Skeleton, clip: Clip): Clip {
  const copies = joints.flatMap(({ name }) => {
    const copy = copied(name);
    return copy ? [{ name, ...copy, share: /(Arm|Hand|Shoulder)$/.test(copy.original) ? followed : 1 }] : [];
  });
  if (copies.length === 0) return clip;
  const last = clip.poses.length - 1;
  const poses = clip.poses.slice(0, clip.once ? undefined : -1).map((pose, i): Pose => {
    const rotations = new Map(pose.rotations);
    for (const { name, original, nth, share } of copies) {
      const late = Math.round(((nth - 1) * delay * last) / clip.seconds);
      const at = clip.once ? Math.max(0, i - late) : (((i - late) % last) + last) % last;
      const turn = clip.poses[at]!.rotations.get(original);
      if (turn) rotations.set(name, share === 1 ? turn : blendTurns(still, turn, share));
    }
    return { ...pose, rotations };
  });
  // A loop ends with its first pose itself.
  return { ...clip, poses: clip.once ? poses : [...poses, poses[0]!] };
}
