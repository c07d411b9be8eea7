import type { Clock } from './clock.js';
import { AppError } from './errors.js';

/**
 * Counts attempts by key in memory, each process its own: with several processes the limit is up to that many times as
 * high. A refusal costs one map look-up, so check it before any real work.
 */
export type RateLimit = {
  /** @throws AppError `rate_limited` with the seconds to wait */
  take(key: string): void;
};

/** Allows `limit` attempts of a key in `windowMs`, counted from the first attempt. */
export function createRateLimit(options: { clock: Clock; limit: number; windowMs: number }): RateLimit {
  const { clock, limit, windowMs } = options;
  const windows = new Map<string, { endsAt: number; taken: number }>();

  /** All windows have the same length and are inserted in order of time, so the oldest come first. */
  const forgetEnded = (now: number) => {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > now) return;
      windows.delete(key);
    }
  };

  return {
    take(key) {
      const now = clock.now();
      forgetEnded(now);
      const held = windows.get(key);
      // A window that ends later than possible was opened before the clock was set back.
      const window = held && held.endsAt <= now + windowMs ? held : { endsAt: now + windowMs, taken: 0 };
      if (window.taken >= limit)
        throw new AppError('rate_limited', undefined, {
          context: { retryAfter: Math.ceil((window.endsAt - now) / 1_000) },
        });
      window.taken += 1;
      windows.set(key, window);
    },
  };
}
