import { type Clock, systemClock } from '../../src/base/clock.js';
import { isDatabaseIdle } from './database-idle.js';

export type ManualClock = Clock & {
  /** Advances time and resumes the sleepers due by then, in order. */
  advance(ms: number): Promise<void>;
};

/** More than any step does in a row. */
const turnsToSettle = 40;

/** A clock that moves only when told. */
export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  let sleepers: { at: number; wake: () => void }[] = [];
  /** Runs everything that can run: promise callbacks, and database transactions, each of which takes a turn. */
  const settle = async () => {
    for (let turn = 0; turn < turnsToSettle; turn = isDatabaseIdle() ? turn + 1 : 0)
      await new Promise(setImmediate);
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const giveUp = () => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          reject(signal?.reason);
        };
        const wake = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const sleeper = { at: now + ms, wake };
        sleepers.push(sleeper);
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const next = sleepers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        now = next.at;
        sleepers = sleepers.filter((one) => one !== next);
        next.wake();
        await settle();
      }
      now = end;
    },
  };
}

export type MortalClock = Clock & {
  /** As a killed or stopped process sees it: nothing that sleeps goes on. */
  stop(): void;
  /** Goes on after a pause; what slept too long wakes up late. */
  resume(): void;
};

/** The time of one of several processes. */
export function mortalClock(clock: Clock): MortalClock {
  let paused: Promise<void> | undefined;
  let end: () => void = () => undefined;
  const aborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      await clock.sleep(ms, signal);
      while (paused) await (signal ? Promise.race([paused, aborted(signal)]) : paused);
    },
    stop() {
      paused ??= new Promise((resolve) => {
        end = resolve;
      });
    },
    resume() {
      paused = undefined;
      end();
    },
  };
}

export type JumpingClock = Clock & {
  /** Advances time at once, without resuming sleepers early. */
  jump(ms: number): void;
  /** The factor by which short sleeps are shortened, so that a test waits less for polls. */
  pace: number;
};

/** Polls and pauses are shorter than this, and deadlines longer: Discord's three seconds are the shortest. */
const shortMs = 2_500;

/** The wall clock, set forward when a test needs a quarter of an hour to pass; sleepers are not resumed early. */
export function jumpingClock(pace = 4): JumpingClock {
  let ahead = 0;
  const clock: JumpingClock = {
    pace,
    now: () => systemClock.now() + ahead,
    sleep: (ms, signal) => systemClock.sleep(ms < shortMs ? ms / clock.pace : ms, signal),
    jump(ms) {
      ahead += ms;
    },
  };
  return clock;
}

/** The wall clock, which each sleep sets forward by its length: a wait of 20 s in 40 looks takes 40 short moments. */
export function skippingClock(momentMs = 10): Clock {
  let ahead = 0;
  return {
    now: () => systemClock.now() + ahead,
    async sleep(ms, signal) {
      await systemClock.sleep(momentMs, signal);
      ahead += ms - momentMs;
    },
  };
}

/** The wall clock, faster by a factor: leases and pauses take less time. */
export function fastClock(factor: number): Clock {
  const startedAt = systemClock.now();
  return {
    now: () => startedAt + Math.round((systemClock.now() - startedAt) * factor),
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}
