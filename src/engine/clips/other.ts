import { distance } from '../geometry/vec.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { type Clip, loop, type Pose, type Quaternion, turnBy } from './clip.js';
import { keyedClip } from './creature/keyed.js';
import { otherMotions } from './creature/other.js';
import type { Flesh } from './flesh.js';

const still = [0, 0, 0] as const;

/** Clips for a body of unknown class: it breathes, sways and shakes along its limbs. */
export function otherClips(skeleton: Skeleton, flesh: Flesh | null): Clip[] {
  const unit = distance(skeleton.joints[0]!.position, skeleton.joints.at(-1)!.tail);
  const base = (phase: number): Pose => ({ rotations: bend(phase, 0.02, 1), rootOffset: still });
  const bend = (phase: number, amount: number, cycles: number): Map<string, Quaternion> =>
    new Map(
      skeleton.joints.slice(1).map(({ name }, i) => {
        const wave = (shift: number) => Math.sin(2 * Math.PI * (phase * cycles + shift));
        return [name, turnBy(amount * wave(i * 0.13), 0, amount * wave(0.25 + i * 0.21))];
      }),
    );
  return [
    loop('idle', 3.2, 16, (phase) => ({ rotations: bend(phase, 0.04, 1), rootOffset: still })),
    loop('sway', 2.4, 20, (phase) => ({ rotations: bend(phase, 0.14, 1), rootOffset: still })),
    loop('shake', 1.2, 24, (phase) => ({ rotations: bend(phase, 0.08, 3), rootOffset: still })),
    ...otherMotions.map((motion) => keyedClip({ skeleton, flesh, unit, legs: [], base }, motion)),
  ];
}
