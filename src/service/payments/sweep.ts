import type { Clock } from '../../base/clock.js';
import { isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Cashier } from './cashier.js';
import type { Crash } from './crash.js';
import type { SecondLook } from './second-look.js';
import type { PaymentStore } from './store.js';

/** One or two look-ups each: stays below the 40 requests per method in 10 s that a public node allows. */
const sweepSize = 6;
const afterFailureMs = 15_000;
const tidyEveryMs = 10_000;
/** Together with the grace for a lagging node, a payment one node leaves out is found at another within a minute. */
const secondLookEveryMs = 30_000;
const remindEveryMs = 24 * 3_600_000;

/** True at most once in a period; the first time at once. */
function createEvery(clock: Clock, ms: number): () => boolean {
  let dueAt = 0;
  return () => {
    if (clock.now() < dueAt) return false;
    dueAt = clock.now() + ms;
    return true;
  };
}

/**
 * One round of recovery: catches payments that the watcher missed, by looking up each due intent by its reference, and
 * tidies up from time to time.
 */
export function createSweep(deps: {
  store: PaymentStore;
  cashier: Pick<Cashier, 'lookUp' | 'tidy'>;
  secondLook: SecondLook;
  clock: Clock;
  log: Log;
  crash: Crash;
  /** Runs before the look-ups. @throws AppError when payments cannot be read now */
  prepare(): Promise<void>;
  /** No node answered. */
  unreachable(error: unknown): void;
}): (signal: AbortSignal) => Promise<undefined> {
  const { store, cashier, secondLook, clock, log, crash, prepare, unreachable } = deps;
  const isTidyDue = createEvery(clock, tidyEveryMs);
  const isSecondLookDue = createEvery(clock, secondLookEveryMs);
  const isReminderDue = createEvery(clock, remindEveryMs);

  const lookUp = async (id: string) => {
    try {
      const intent = await store.intents.read(id);
      if (intent) await cashier.lookUp(intent);
    } catch (error) {
      await store.schedule.postpone(id, clock.now() + afterFailureMs);
      throw error;
    }
  };

  const remind = async () => {
    const cases = (await store.reviews.listOpen()).length;
    if (cases > 0) log.warn({ cases }, 'payments still need review; run "rigsmith review"');
  };

  const lookUpDue = async (signal: AbortSignal) => {
    await prepare();
    const due = await store.schedule.listDue(sweepSize);
    crash('sweep.listed');
    for (const id of due) {
      if (signal.aborted) return;
      await lookUp(id);
    }
    if (isTidyDue()) await cashier.tidy();
    if (isSecondLookDue()) await secondLook.round();
  };

  return async (signal) => {
    if (isReminderDue()) await remind();
    try {
      await lookUpDue(signal);
    } catch (error) {
      // The next round runs in two seconds, so a purchase waits no longer than the nodes do.
      if (!isAppError(error, 'rpc_unavailable')) throw error;
      unreachable(error);
    }
  };
}
