import type { Clock } from '../clock.js';
import type { Database, Queries } from '../db/database.js';

/** How long a lease lasts without a renewal, so that another process takes over within 20 s of a crash. */
export const leaseMs = 15_000;
export const renewEveryMs = 4_000;
/** How often others try to take it. */
export const tryEveryMs = 2_000;

/** Work that only one process at a time may do, held by this one. */
export type HeldLease = {
  readonly name: string;
  /** Grows with each holder: what a former holder still writes carries a smaller one. */
  readonly fence: number;
  /** How long it lasts without a renewal; infinite where no other process can take it. */
  readonly lastsMs: number;
  /** Extends the lease. False once another process has taken over. */
  renew(): Promise<boolean>;
  /**
   * Whether no other process has taken over, asked inside the transaction that writes under the lease: a process that
   * was paused finds out before it writes. A lease that ended without a new holder still counts.
   */
  holds(q: Queries): Promise<boolean>;
  /** Lets another process take over at once. */
  release(): Promise<void>;
};

/** Leases by name in the table `work_lease`, for processes that share a database. */
export type Leases = {
  /** Takes a lease that is free or has ended. Null when another process holds it. */
  take(name: string): Promise<HeldLease | null>;
  /** Ends the leases of former processes, where the database belongs to this one as a whole. Otherwise does nothing. */
  voidFormer(): Promise<void>;
};

/** Single statements: a process that is paused while it asks must not lock the row. */
const sql = {
  take: `INSERT INTO work_lease (name, owner, fence, until) VALUES (@name, @owner, 1, @until)
    ON CONFLICT (name) DO UPDATE
      SET owner = excluded.owner, fence = work_lease.fence + 1, until = excluded.until
      WHERE work_lease.until <= @now
    RETURNING fence`,
  renew: 'UPDATE work_lease SET until = @until WHERE name = @name AND fence = @fence',
  holds: 'SELECT 1 AS held FROM work_lease WHERE name = @name AND fence = @fence',
  release: 'UPDATE work_lease SET until = 0 WHERE name = @name AND fence = @fence',
  voidFormer: 'UPDATE work_lease SET until = 0 WHERE until > 0',
} as const;

/**
 * @param deps.owner names this process to an operator who reads the table
 * @param deps.isAlone the database belongs to this process as a whole, as a SQLite file does: its leases do not end,
 *   so that a suspended machine loses none
 */
export function createLeases(deps: { db: Database; clock: Clock; owner: string; isAlone?: boolean }): Leases {
  const { db, clock, owner, isAlone = false } = deps;
  const lastsMs = isAlone ? Number.POSITIVE_INFINITY : leaseMs;
  const untilFrom = (now: number) => Math.min(now + lastsMs, Number.MAX_SAFE_INTEGER);
  return {
    async take(name) {
      const now = clock.now();
      const taken = await db.get<{ fence: number }>(sql.take, { name, owner, now, until: untilFrom(now) });
      return taken === undefined ? null : held(name, taken.fence);
    },
    async voidFormer() {
      if (isAlone) await db.run(sql.voidFormer);
    },
  };

  function held(name: string, fence: number): HeldLease {
    return {
      name,
      fence,
      lastsMs,
      renew: async () => {
        const until = untilFrom(clock.now());
        return (await db.run(sql.renew, { name, fence, until })) > 0;
      },
      holds: async (q) => (await q.get(sql.holds, { name, fence })) !== undefined,
      release: async () => void (await db.run(sql.release, { name, fence })),
    };
  }
}
