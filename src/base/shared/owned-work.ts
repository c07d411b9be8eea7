import type { Clock } from '../clock.js';
import type { Log } from '../log.js';
import { type HeldLease, type Leases, renewEveryMs, tryEveryMs } from './leases.js';

export type OwnedWork = {
  /** Whether this process does the work now. */
  isOwner(): boolean;
  /** Stops the work and lets another process take over. */
  stop(): Promise<void>;
};

/** How long work whose lease was lost delays the next attempt to take over. */
const endWithinMs = 5_000;

/**
 * Does work that only one of several processes may do at a time. While another process does it, tries every few seconds
 * to take over.
 * @param options.work runs until its signal is aborted, because the lease was lost or the process stops. When it takes
 *   long to end, this process may take over again before that: the fence of its old lease keeps it from writing
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
  const unended = new Set<Promise<void>>();

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

  const run = async (lease: HeldLease, signal: AbortSignal): Promise<void> => {
    try {
      await work(lease, signal);
    } catch (error) {
      if (!signal.aborted)
        log.error({ work: name, err: error }, 'work under a lease failed; it starts again');
    }
  };

  /** Resolves when the work has ended, or does not end although its lease was lost. */
  const untilEnded = async (running: Promise<void>, lost: AbortSignal): Promise<void> => {
    const ended = new AbortController();
    const patience = untilAborted(lost).then(() => clock.sleep(endWithinMs, ended.signal));
    const isLate = await Promise.race([running.then(() => false), patience.then(() => true)]).catch(
      () => false,
    );
    ended.abort();
    patience.catch(() => undefined);
    if (isLate) log.warn({ work: name }, 'work has not ended after its lease was lost; not waiting for it');
  };

  const perform = async (lease: HeldLease): Promise<void> => {
    const ending = new AbortController();
    const lost = new AbortController();
    const signal = AbortSignal.any([ending.signal, stopping.signal]);
    owned = true;
    // A process that is alone always has the work.
    if (lease.lastsMs !== Number.POSITIVE_INFINITY)
      log.info({ work: name, fence: lease.fence }, 'lease taken');
    const kept = keep(lease, signal).finally(() => {
      ending.abort();
      if (!stopping.signal.aborted) lost.abort();
    });
    const running = run(lease, signal).finally(() => unended.delete(running));
    unended.add(running);
    await untilEnded(running, lost.signal);
    owned = false;
    ending.abort();
    await kept;
    await lease.release().catch(() => undefined);
  };

  const done = (async () => {
    while (!stopping.signal.aborted) {
      const lease = await leases.take(name).catch((error) => {
        log.warn({ work: name, err: error }, 'a lease could not be taken; it is tried again');
        return null;
      });
      if (lease && stopping.signal.aborted) await lease.release();
      else if (lease) await perform(lease);
      await clock.sleep(tryEveryMs, stopping.signal).catch(() => undefined);
    }
  })();

  return {
    isOwner: () => owned,
    async stop() {
      stopping.abort();
      await done;
      await Promise.all(unended);
    },
  };
}

/** Resolves when the signal is aborted. */
export const untilAborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
