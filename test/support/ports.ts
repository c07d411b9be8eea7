import { freeBase } from '../../src/cli/ports.js';

/** A free base port that no other worker of the same run tries, or both might find it free before either listens. */
export async function ownBase(): Promise<number> {
  const worker = Number(process.env.VITEST_POOL_ID ?? 0) % workers;
  for (;;) {
    const base = await freeBase(() => (worker + Math.random()) / workers);
    if (recent.includes(base)) continue;
    recent.push(base);
    if (recent.length > mostRecent) recent.shift();
    return base;
  }
}

/** `fetch` may use a connection that it kept open to the last server of a port, and fail. */
const recent: number[] = [];
const mostRecent = 150;

/** More workers than there ever are at once. */
const workers = 8;
