import { type Clock, notNeeded } from '../clock.js';
import { AppError } from '../errors.js';
import { type HeldLease, type Leases, renewEveryMs, tryEveryMs } from './leases.js';

/**
 * Runs work while no other process does work of this name, and waits until none does. A process that was paused may
 * lose its lease without noticing, so it is for work that is only a waste to do twice.
 * @throws AppError `maintenance` when `signal` ends the wait
 */
export async function exclusively<T>(
  name: string,
  { leases, clock, signal }: { leases: Pick<Leases, 'take'>; clock: Clock; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  let lease = await leases.take(name);
  while (lease === null) {
    await clock.sleep(tryEveryMs, signal).catch(() => {
      throw new AppError('maintenance');
    });
    lease = await leases.take(name);
  }
  const done = new AbortController();
  const kept = keep(lease, clock, done.signal);
  try {
    return await work();
  } finally {
    done.abort(notNeeded);
    await kept;
    await lease.release().catch(() => undefined); // it ends by itself
  }
}

/** Renews a lease until `signal` is aborted, also after the database was out of reach. */
async function keep(lease: HeldLease, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && lease.lastsMs !== Number.POSITIVE_INFINITY) {
    await clock.sleep(renewEveryMs, signal).catch(() => undefined);
    if (!signal.aborted) await lease.renew().catch(() => undefined);
  }
}
