import { freeBase } from '../../src/cli/ports.js';

/** A free base port that no other worker of the same run tries, or both might find it free before either listens. */
export const ownBase = (): Promise<number> => {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
  return freeBase(() => (worker + Math.random()) / workers);
};

/** More workers than there ever are at once. */
const workers = 8;
