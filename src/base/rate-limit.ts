import type { Clock } from './clock.js';
import { AppError } from './errors.js';

/** Counts attempts by key in memory. Refusing costs a map look-up, so it comes before any real work. */
export type RateLimit = {
  /** @throws AppError `rate_limited` with the seconds to wait */
  take(key: string): void;
};

/** At most `limit` attempts of a key in `windowMs`, counted from its first. */
export function createRateLimit(options: { clock: Clock; limit: number; windowMs: number }): RateLimit {
  const { clock, limit, windowMs } = options;
  const windows = new Map<string, { endsAt: number; taken: number }>();

  /** Windows are opened in order of time and all last equally long, so the oldest stand first. */
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
      // One that ends later than any can was opened before the clock was set back.
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
