import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { type HeldLease, type Leases, renewEveryMs } from './leases.js';

export type OwnedWork = {
  /** Whether this process does the work now. */
  isOwner(): boolean;
  /** Stops the work and lets another process take over. */
  stop(): Promise<void>;
};

/**
 * Does work that only one of several processes may do at a time. While another process does it, tries every few seconds
 * to take over.
 * @param options.work runs until its signal is aborted, because the lease was lost or the process stops
 */
export function startOwnedWork(options: {
  name: string;
  leases: Leases;
  work: (lease: HeldLease, signal: AbortSignal) => Promise<void>;
  clock: Clock;
  log: Log;
}): OwnedWork {
  const { name, leases, work, clock, log } = options;
  const stopping = new AbortController();
  let owned = false;

  /** Resolves when the lease was lost or could not be renewed in time, or `signal` is aborted. */
  const keep = async (lease: HeldLease, signal: AbortSignal): Promise<void> => {
    if (lease.lastsMs === Number.POSITIVE_INFINITY) return untilAborted(signal);
    let heldUntil = clock.now() + lease.lastsMs;
    while (!signal.aborted) {
      await clock.sleep(renewEveryMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      const askedAt = clock.now();
      // A lease that ended during a pause is renewed as well, if no other process has taken it.
      const renewed = await answerWithin(lease.renew(), heldUntil - askedAt, signal);
      if (renewed === false) return;
      if (renewed) heldUntil = askedAt + lease.lastsMs;
      else if (clock.now() >= heldUntil) return;
    }
  };

  /** Null while the database does not answer: as far as this process knows, no other process has the lease yet. */
  const answerWithin = async (answer: Promise<boolean>, ms: number, signal: AbortSignal) => {
    const answered = new AbortController();
    const over = clock.sleep(Math.max(ms, renewEveryMs), AbortSignal.any([answered.signal, signal])).then(
      () => null,
      () => null,
    );
    try {
      return await Promise.race([answer.catch(() => null), over]);
    } finally {
      answered.abort();
    }
  };

  const perform = async (lease: HeldLease): Promise<void> => {
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal]);
    owned = true;
    // A process that is alone always has the work.
    if (lease.lastsMs !== Number.POSITIVE_INFINITY)
      log.info({ work: name, fence: lease.fence }, 'this process takes over');
    const kept = keep(lease, signal).finally(() => ending.abort());
    try {
      await work(lease, signal);
    } catch (error) {
      if (!signal.aborted)
        log.error({ work: name, err: error }, 'work under a lease failed; it starts again');
    } finally {
      owned = false;
      ending.abort();
      await kept;
      await lease.release().catch(() => undefined);
    }
  };

  const done = (async () => {
    while (!stopping.signal.aborted) {
      const lease = await leases.take(name).catch((error) => {
        log.warn({ work: name, err: error }, 'a lease could not be taken; it is tried again');
        return null;
      });
      if (lease && stopping.signal.aborted) await lease.release();
      else if (lease) await perform(lease);
      await clock.sleep(renewEveryMs, stopping.signal).catch(() => undefined);
    }
  })();

  return {
    isOwner: () => owned,
    async stop() {
      stopping.abort();
      await done;
    },
  };
}

/** Resolves when the signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
