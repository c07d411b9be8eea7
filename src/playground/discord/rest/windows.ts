import type { Clock } from '../types.js';

/** What happened under one key since a moment. */
export type Window = { startedAt: number; lengthMs: number; used: number };

/** Counts that begin anew when their time is over. */
export type Windows = {
  /** The window of a key that is open now; a new one when there is none. */
  of(key: string, lengthMs: number): Window;
  /** Counts `amount` more, unless that would be above `size`; tells whether it did. */
  take(key: string, rule: { size: number; windowMs: number }, amount?: number): boolean;
};

/** Windows counted before those that are over are looked for. */
const SWEPT_AT = 1_000;

/** Windows that are over are forgotten, at a cost that stays in proportion to the new ones; open ones never are. */
export function createWindows(clock: Clock): Windows {
  const windows = new Map<string, Window>();
  let sweepAt = SWEPT_AT;

  const isOpen = ({ startedAt, lengthMs }: Window, now: number): boolean =>
    now >= startedAt && now - startedAt < lengthMs;

  const sweep = (now: number): void => {
    for (const [key, window] of windows) if (!isOpen(window, now)) windows.delete(key);
    sweepAt = Math.max(SWEPT_AT, 2 * windows.size);
  };

  const of = (key: string, lengthMs: number): Window => {
    const now = clock.now();
    const known = windows.get(key);
    if (known && isOpen(known, now)) return known;
    if (windows.size >= sweepAt) sweep(now);
    const fresh = { startedAt: now, lengthMs, used: 0 };
    windows.set(key, fresh);
    return fresh;
  };

  return {
    of,
    take(key, { size, windowMs }, amount = 1) {
      const window = of(key, windowMs);
      if (window.used + amount > size) return false;
      window.used += amount;
      return true;
    },
  };
}
