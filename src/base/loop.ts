import type { Clock } from './clock.js';
import type { Log } from './log.js';
import { outsideRequests } from './request-id.js';

export type Loop = {
  /** Starts a round now instead of waiting. During a round, schedules one more. */
  wake(): void;
  /** Stops the loop; resolves when a running round has finished. */
  stop(): Promise<void>;
};

/**
 * Repeats `round`, never two at once, and survives failures; one of three places that catch errors. The delay
 * doubles with each consecutive failure, up to `maxBackoffMs`; a round that a wake started
 * before the delay was over neither lengthens nor restarts it.
 */
export function startLoop(options: {
  name: string;
  /** Delay after a round in ms; a round can override it by returning a number. */
  everyMs: number;
  round: (signal: AbortSignal) => Promise<number | undefined>;
  clock: Clock;
  log: Log;
  maxBackoffMs?: number;
}): Loop {
  const { name, everyMs, round, clock, log, maxBackoffMs = 60_000 } = options;
  const stopping = new AbortController();
  let rest = new AbortController();
  let woken = false;

  const pause = async (ms: number) => {
    if (woken || stopping.signal.aborted) return;
    rest = new AbortController();
    await clock.sleep(ms, AbortSignal.any([rest.signal, stopping.signal])).catch(() => undefined);
  };

  const run = async () => {
    let failures = 0;
    let retryAt = Number.NEGATIVE_INFINITY;
    while (!stopping.signal.aborted) {
      woken = false;
      let waitMs = everyMs;
      try {
        waitMs = (await round(stopping.signal)) ?? everyMs;
        failures = 0;
        retryAt = Number.NEGATIVE_INFINITY;
      } catch (error) {
        if (stopping.signal.aborted) return;
        if (clock.now() >= retryAt) {
          failures += 1;
          retryAt = clock.now() + Math.min(maxBackoffMs, everyMs * 2 ** Math.min(failures, 16));
        }
        waitMs = retryAt - clock.now();
        log.error({ loop: name, failures, err: error }, 'background round failed; retrying');
      }
      await pause(waitMs);
    }
  };

  const done = outsideRequests(run);
  return {
    wake() {
      woken = true;
      rest.abort();
    },
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
