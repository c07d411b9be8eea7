import type { Random } from '../../../src/base/ids.js';

/** Seeded random numbers: the same seed always gives the same schedule. */
export type Dice = {
  /** 0 <= n < limit */
  int(limit: number): number;
  chance(share: number): boolean;
  pick<T>(from: readonly T[]): T;
  bytes: Random;
};

/** The generator is mulberry32: 32 bits of state are plenty for a schedule, and it is four lines. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const int = (limit: number) => next() % limit;
  return {
    int,
    chance: (share) => next() / 2 ** 32 < share,
    pick: (from) => from[int(from.length)]!,
    bytes: (size) => Uint8Array.from({ length: size }, () => next() & 255),
  };
}
