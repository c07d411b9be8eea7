import type { Clock } from '../../../base/clock.js';
import type { Log } from '../../../base/log.js';
import { ProviderFailure } from './provider.js';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** Upper limit for Retry-After: the job occupies a slot while it waits. */
const longestRetryAfterMs = 60_000;
/** Consecutive network-like failures after which a job gives up. */
const mostFailures = 8;

/**
 * Retries a call with growing delays: after `busy` always, after `unreachable` if the call is `repeatable`. Throws
 * every other failure, and the eighth in a row.
 */
export type Patience = <T>(signal: AbortSignal, repeatable: boolean, call: () => Promise<T>) => Promise<T>;

export function createPatience({ clock, log }: { clock: Clock; log: Log }): Patience {
  return async (signal, repeatable, call) => {
    for (let failures = 1; ; failures++) {
      try {
        return await call();
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        const again = error.kind === 'busy' || (repeatable && error.kind === 'unreachable');
        if (!again || failures >= mostFailures) throw error;
        log.warn({ err: error, failures }, 'provider call failed; retrying');
        const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
        await clock.sleep(retryAfterMs(error.retryAfter, clock.now()) ?? growing, signal);
      }
    }
  };
}

/** Retry-After as seconds or a date (RFC 9110, section 10.2.3), clamped to 1-60 s; null when invalid. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(firstPauseMs, Math.min(longestRetryAfterMs, wait));
}
