import { randomUUID } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { HeldLease, Leases } from '../../base/shared/leases.js';
import { startOwnedWork } from '../../base/shared/owned-work.js';

/** This process as one of the bots that share a database. Each has a lease; what it serves is its own as long. */
export type Membership = {
  /** The name under which this process owns shards and interactions; null while it has no lease. */
  id(): string | null;
  /**
   * Whether the lease is certainly held. A process that was paused asks the database first, because another one may
   * have taken over.
   */
  isHeld(): Promise<boolean>;
  /** Like `isHeld`, by the clock alone: false while the database has to be asked. */
  isSurelyHeld(): boolean;
  /** Gives the lease back. What it owns must have been given back before. */
  stop(): Promise<void>;
};

/** Member names in the table of leases: `bot/<uuid>`; the fence makes each time that the lease is held a new member. */
const memberPrefix = 'bot/';
const memberName = `name || '/' || CAST(fence AS TEXT)`;
/** Selects the processes whose lease has not ended at `@now`, by the name under which they own something. */
export const liveMembers = `SELECT ${memberName} AS id FROM work_lease
  WHERE name LIKE '${memberPrefix}%' AND until > @now`;
/** Keeps a process whose lease has ended from renewing it, because another one takes what it owned. */
export const replaceMember = `UPDATE work_lease SET fence = fence + 1, until = 0
  WHERE ${memberName} = @member AND name LIKE '${memberPrefix}%' AND until <= @now`;
const memberOf = ({ name, fence }: Pick<HeldLease, 'name' | 'fence'>): string => `${name}/${fence}`;

/**
 * Joins the bots that share a database; joins again after the lease was lost.
 * @param options.onLost at once when the lease was lost: nothing of it may be served any more
 */
export function startMembership(options: {
  leases: Leases;
  clock: Clock;
  log: Log;
  onLost: () => void;
}): Membership & { joined: Promise<void> } {
  const { leases, clock, log, onLost } = options;
  let held: { lease: HeldLease; id: string; end: () => void } | null = null;
  let sureUntil = 0;
  let asked: Promise<boolean> | null = null;
  let noteJoined: () => void = () => undefined;
  const joined = new Promise<void>((resolve) => {
    noteJoined = resolve;
  });
  /** Remembers how long the lease lasts, whichever process renews it. */
  const noted = (lease: HeldLease): HeldLease => ({
    ...lease,
    async renew() {
      const askedAt = clock.now();
      const renewed = await lease.renew();
      if (renewed) sureUntil = askedAt + lease.lastsMs;
      return renewed;
    },
  });
  const isSurelyHeld = () => held !== null && clock.now() < sureUntil;

  const lose = () => {
    if (!held) return;
    const { end } = held;
    held = null;
    onLost();
    end();
  };

  const work = startOwnedWork({
    name: `${memberPrefix}${randomUUID()}`,
    leases: {
      ...leases,
      async take(name) {
        const askedAt = clock.now();
        const lease = await leases.take(name);
        if (lease) sureUntil = askedAt + lease.lastsMs;
        return lease && noted(lease);
      },
    },
    async work(lease, signal) {
      await new Promise<void>((end) => {
        held = { lease, id: memberOf(lease), end };
        noteJoined();
        signal.addEventListener('abort', lose, { once: true });
        if (signal.aborted) lose();
      });
    },
    clock,
    log,
  });

  /** One question at a time, for all that wait for the answer. */
  const ask = async (): Promise<boolean> => {
    const mine = held;
    const renewed = await mine?.lease.renew().catch(() => null);
    if (renewed === false && held === mine) lose();
    return renewed === true && held === mine;
  };

  return {
    joined,
    id: () => held?.id ?? null,
    isSurelyHeld,
    async isHeld() {
      if (isSurelyHeld()) return true;
      asked ??= ask().finally(() => {
        asked = null;
      });
      return asked;
    },
    stop: () => work.stop(),
  };
}
