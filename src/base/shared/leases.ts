import type { Clock } from '../clock.js';
import type { Database, Queries } from '../db/database.js';

/** How long a lease lasts without a renewal, so that another process takes over within 20 s of a crash. */
export const leaseMs = 15_000;
/** How often a lease is renewed, and how often others try to take it. */
export const renewEveryMs = 4_000;

/** Work that only one process at a time may do, held by this one. */
export type HeldLease = {
  readonly name: string;
  /** Grows with each holder: what a former holder still writes carries a smaller one. */
  readonly fence: number;
  /** Extends the lease. False once another process has taken over. */
  renew(): Promise<boolean>;
  /**
   * Whether the lease is still held, asked inside the transaction that writes under it: a process that was paused
   * finds out before it writes.
   */
  holds(q: Queries): Promise<boolean>;
  /** Lets another process take over at once. */
  release(): Promise<void>;
};

/** Leases by name in the table `work_lease`, for processes that share a database. */
export type Leases = {
  /** Takes a lease that is free or has ended. Null when another process holds it. */
  take(name: string): Promise<HeldLease | null>;
};

const sql = {
  take: `INSERT INTO work_lease (name, owner, fence, until) VALUES (@name, @owner, 1, @until)
    ON CONFLICT (name) DO UPDATE
      SET owner = excluded.owner, fence = work_lease.fence + 1, until = excluded.until
      WHERE work_lease.until <= @now
    RETURNING fence`,
  renew: 'UPDATE work_lease SET until = @until WHERE name = @name AND fence = @fence',
  holds: 'SELECT 1 AS held FROM work_lease WHERE name = @name AND fence = @fence AND until > @now',
  release: 'UPDATE work_lease SET until = 0 WHERE name = @name AND fence = @fence',
} as const;

/** @param owner names this process to an operator who reads the table */
export function createLeases(deps: { db: Database; clock: Clock; owner: string }): Leases {
  const { db, clock, owner } = deps;
  return {
    async take(name) {
      const now = clock.now();
      const taken = await db.transaction(
        (t) => t.get<{ fence: number }>(sql.take, { name, owner, now, until: now + leaseMs }),
        { durable: false },
      );
      return taken === undefined ? null : held(name, taken.fence);
    },
  };

  function held(name: string, fence: number): HeldLease {
    return {
      name,
      fence,
      renew: async () => {
        const until = clock.now() + leaseMs;
        const changed = await db.transaction((t) => t.run(sql.renew, { name, fence, until }), {
          durable: false,
        });
        return changed > 0;
      },
      holds: async (q) => (await q.get(sql.holds, { name, fence, now: clock.now() })) !== undefined,
      release: async () => void (await db.run(sql.release, { name, fence })),
    };
  }
}
