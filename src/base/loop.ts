import type { Clock } from './clock.js';
import type { Log } from './log.js';

export type Loop = {
  /** Run a round now instead of waiting for the next; while one runs, one more follows it. */
  wake(): void;
  /** Ends the waiting and resolves when a round under way has finished. */
  stop(): Promise<void>;
};

/**
 * Runs `round` again and again, never two at once, and survives its failures: one of the three places where
 * errors are caught. The wait doubles with each failure in a row, up to `maxBackoffMs`; a round that a wake started
 * before the wait was over neither lengthens nor restarts it.
 */
export function startLoop(options: {
  name: string;
  /** Milliseconds to wait after a round; a round may say otherwise by returning a number. */
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
        log.error({ loop: name, failures, err: error }, 'a background round failed; it will be repeated');
      }
      await pause(waitMs);
    }
  };

  const done = run();
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
