import type { Clock } from '../../../src/base/clock.js';

type Sleeper = { at: number; wake(): void };

/** A clock that moves only when the schedule says so, and may jump as after a suspend. */
export type Time = Clock & {
  /** When the next sleeper is due; null without one. */
  next(): number | null;
  /** Jumps ahead and resumes, once each, all sleepers due by then. */
  leap(to: number): void;
  /** Sleepers of a dead process never resume. */
  abandonSleepers(): void;
};

export function createTime(start = Date.UTC(2026, 0, 1)): Time {
  let now = start;
  let sleepers: Sleeper[] = [];
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const leave = () => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          reject(signal?.reason);
        };
        if (signal?.aborted) return reject(signal.reason);
        const wake = () => {
          signal?.removeEventListener('abort', leave);
          resolve();
        };
        const sleeper: Sleeper = { at: now + ms, wake };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', leave, { once: true });
      }),
    next: () => (sleepers.length === 0 ? null : Math.min(...sleepers.map(({ at }) => at))),
    leap(to) {
      now = Math.max(now, to);
      const due = sleepers.filter(({ at }) => at <= now).sort((a, b) => a.at - b.at);
      sleepers = sleepers.filter(({ at }) => at > now);
      for (const { wake } of due) wake();
    },
    abandonSleepers() {
      sleepers = [];
    },
  };
}
