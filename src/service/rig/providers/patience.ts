import type { Clock } from '../../../base/clock.js';
import type { Log } from '../../../base/log.js';
import { ProviderFailure } from './provider.js';

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A provider may ask for more, and is asked again after this all the same: its job holds a place meanwhile. */
const longestRetryAfterMs = 60_000;
/** Failures in a row that look like the network before a job is given up. */
const mostFailures = 8;

/**
 * Calls until there is an answer, with growing pauses: after `busy` always, after `unreachable` where the call is
 * `repeatable`. Everything else, and the eighth failure, is thrown.
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
        log.warn({ err: error, failures }, 'the provider is asked again');
        const growing = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
        await clock.sleep(retryAfterMs(error.retryAfter, clock.now()) ?? growing, signal);
      }
    }
  };
}

/** Retry-After as seconds or a date (RFC 9110, section 10.2.3), between one second and a minute; null without sense. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header.trim()) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? null : Math.max(firstPauseMs, Math.min(longestRetryAfterMs, wait));
}
