import { type Clock, systemClock } from '../../../src/base/clock.js';

export type LeapingClock = Clock & {
  /** Moves time on and wakes everyone whose sleep ends by then. */
  leap(ms: number): void;
};

/** The wall clock, which can be set forward: unlike with a jumping clock, long backoffs then end at once. */
export function leapingClock(): LeapingClock {
  let ahead = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  const now = () => systemClock.now() + ahead;
  return {
    now,
    async sleep(ms, signal) {
      const leapt = new AbortController();
      const sleeper = { until: now() + ms, wake: () => leapt.abort() };
      sleepers.add(sleeper);
      try {
        await systemClock.sleep(ms, signal ? AbortSignal.any([signal, leapt.signal]) : leapt.signal);
      } catch (error) {
        if (signal?.aborted) throw error;
      } finally {
        sleepers.delete(sleeper);
      }
    },
    leap(ms) {
      ahead += ms;
      for (const { until, wake } of [...sleepers]) if (until <= now()) wake();
    },
  };
}
