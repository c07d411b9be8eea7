import { type Clock, notNeeded } from '../../base/clock.js';

/**
 * Limits concurrent actions and prioritises acknowledgements. Discord requires an acknowledgement within three seconds, so
 * earlier work must not delay later acknowledgements.
 */
export type Admission = {
  /** Counts an acknowledgement until Discord has accepted it. */
  acknowledging<T>(sent: Promise<T>): Promise<T>;
  /** Queues `work`, first in, first out. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** Concurrent actions. */
const atOnce = 16;
/** After this long (ms) an action no longer counts as running, for example one that waits for a slow service. */
const heldMs = 1_000;
/** The longest an action waits for acknowledgements, ms, so that constant traffic cannot starve it. */
const patienceMs = 3_000;

export function createAdmission(clock: Clock): Admission {
  const waiting: { since: number; start: () => void }[] = [];
  let pending = 0;
  let running = 0;
  let isScheduled = false;

  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(admit);
  };

  /** Starts one action per turn of the event loop, so that I/O is processed in between. */
  const admit = () => {
    isScheduled = false;
    const first = waiting[0];
    if (!first || running >= atOnce) return;
    const waitedMs = clock.now() - first.since;
    if (pending > atOnce && waitedMs < patienceMs) {
      isScheduled = true;
      setTimeout(admit, 20);
      return;
    }
    waiting.shift();
    running += 1;
    first.start();
    schedule();
  };

  const turn = () =>
    new Promise<void>((resolve) => {
      waiting.push({ since: clock.now(), start: resolve });
      schedule();
    });

  const leave = () => {
    running -= 1;
    schedule();
  };

  return {
    acknowledging(sent) {
      pending += 1;
      return sent.finally(() => {
        pending -= 1;
      });
    },
    async run(work) {
      await turn();
      const done = new AbortController();
      void clock
        .sleep(heldMs, done.signal)
        .catch(() => undefined)
        .then(leave);
      try {
        return await work();
      } finally {
        done.abort(notNeeded);
      }
    },
  };
}
