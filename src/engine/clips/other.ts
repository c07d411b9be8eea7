import type { Skeleton } from '../skeleton/skeleton.js';
import { type Clip, loop, type Quaternion, turnBy } from './clip.js';

/** Clips for a body of unknown class: it breathes, sways and shakes along its limbs. */
export function otherClips(skeleton: Skeleton): Clip[] {
  const bend = (phase: number, amount: number, cycles: number): Map<string, Quaternion> =>
    new Map(
      skeleton.joints.slice(1).map(({ name }, i) => {
        const wave = (shift: number) => Math.sin(2 * Math.PI * (phase * cycles + shift));
        return [name, turnBy(amount * wave(i * 0.13), 0, amount * wave(0.25 + i * 0.21))];
      }),
    );
  const still = [0, 0, 0] as const;
  return [
    loop('idle', 3.2, 16, (phase) => ({ rotations: bend(phase, 0.04, 1), rootOffset: still })),
    loop('sway', 2.4, 20, (phase) => ({ rotations: bend(phase, 0.14, 1), rootOffset: still })),
    loop('shake', 1.2, 24, (phase) => ({ rotations: bend(phase, 0.08, 3), rootOffset: still })),
  ];
}
