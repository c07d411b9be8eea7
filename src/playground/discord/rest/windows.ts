import type { Clock } from '../types.js';

/** A counting window of one key. */
export type Window = { startedAt: number; lengthMs: number; used: number };

/** Fixed-window counters by key. */
export type Windows = {
  /** The current window of a key, created if needed. */
  of(key: string, lengthMs: number): Window;
  /** Adds `amount` unless the total would exceed `size`. Returns whether it did. */
  take(key: string, rule: { size: number; windowMs: number }, amount?: number): boolean;
};

/** Number of windows that triggers the removal of expired ones. */
const SWEPT_AT = 1_000;

/** Expired windows are removed at an amortized cost per new window; open ones are always kept. */
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
