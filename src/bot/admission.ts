import type { Clock } from '../base/clock.js';

/**
 * Lets actions run a few at a time and acknowledgements go first. Discord wants the acknowledgement of a press within
 * three seconds, so the work of earlier presses must not keep those of later ones waiting.
 */
export type Admission = {
  /** Counts an acknowledgement until Discord has taken it. */
  acknowledging<T>(sent: Promise<T>): Promise<T>;
  /** Runs `work` in its turn, first come first served. */
  run<T>(work: () => Promise<T>): Promise<T>;
};

/** Actions begun together. */
const atOnce = 16;
/** An action that waits for somebody else, such as a slow service, gives up its place after this long. */
const heldMs = 1_000;
/** In a steady crowd there is always somebody to acknowledge: actions wait no longer than this for all of them. */
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

  /** One action a turn of the event loop, so that packets and answers are read in between. */
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
      clock
        .sleep(heldMs, done.signal)
        .catch(() => undefined)
        .then(leave);
      try {
        return await work();
      } finally {
        done.abort();
      }
    },
  };
}
