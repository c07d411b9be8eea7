import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { Database, Queries, Transaction } from '../db/database.js';
import { currentRequestId } from '../request-id.js';
import { dueSql, mostInARow, type Order, poolOf } from './order.js';

/** A job in the queue. Its subject is unique within its kind. */
export type QueuedJob<Kind extends string = string> = {
  kind: Kind;
  subject: string;
  /** Grows each time the same subject is put again. */
  revision: number;
  /** Claims so far, except those released as uncounted. */
  attempts: number;
  /** Of the act that queued it. */
  requestId: string | null;
};

/** A claimed job. Once its lease was lost, nothing can be done with it. */
export type LeasedJob<Kind extends string = string> = QueuedJob<Kind> & { lease: string };

export type NewJob<Kind extends string = string> = {
  kind: Kind;
  subject: string;
  /** The number of jobs of a group that run at once can be limited, and groups can take turns. */
  groupId: string;
  /** Expected duration, to estimate waiting times. */
  seconds?: number;
  /** Starts before jobs without priority, in a queue in order of `turns`. */
  isPriority?: boolean;
  /** When the job is already queued: keeps its pause and its attempts instead of making it due now. */
  keepsPause?: boolean;
};

/** Which jobs to take. */
export type Selection<Kind extends string = string> = {
  /** All kinds when omitted. */
  kinds?: readonly Kind[] | undefined;
  /** Limit of leased jobs of a group. */
  perGroup?: number | undefined;
};

/**
 * A queue of jobs in one table. A job is leased for a limited time by one process, so that a job of a dead process is
 * found again. What belongs into the transaction that changes what the job is about takes that transaction.
 */
export type Queue<Kind extends string = string> = {
  readonly leaseMs: number;
  /** Adds a job. One that is already queued becomes due now; one that is leased runs again afterwards. */
  put(t: Transaction, job: NewJob<Kind>): Promise<void>;
  /** Leases up to `limit` jobs that are due, in order. */
  claim(limit: number, selection?: Selection<Kind>): Promise<LeasedJob<Kind>[]>;
  /** Extends the lease. False when it was lost. */
  renew(job: LeasedJob<Kind>): Promise<boolean>;
  /** Whether the lease is still held. */
  holds(q: Queries, job: LeasedJob<Kind>): Promise<boolean>;
  /** Removes the job, unless its subject was put again since the claim. False when the lease was lost. */
  finish(t: Transaction, job: LeasedJob<Kind>): Promise<boolean>;
  /**
   * Gives the job back at its old position. False when the lease was lost.
   * @param options.dueAt when to try again; at once when omitted
   * @param options.uncounted for a job that has not failed
   */
  release(
    q: Queries,
    job: LeasedJob<Kind>,
    options?: { dueAt?: number; uncounted?: boolean },
  ): Promise<boolean>;
  /** Removes a job, leased or not. */
  remove(t: Transaction, job: Pick<QueuedJob<Kind>, 'kind' | 'subject'>): Promise<void>;
  /** Whether the lease has ended and was not renewed, asked in the transaction that takes the job away. */
  hasExpired(q: Queries, job: LeasedJob<Kind>): Promise<boolean>;
  /** Leased jobs whose lease ended before `time`, by default now. */
  expired(time?: number): Promise<LeasedJob<Kind>[]>;
};

/**
 * @param options.table a table with the columns of `generation_job` in the service's schema; a constant, because it goes into the SQL
 * @param options.order `arrival`, or `turns` of the groups, which needs the column `priority`, and the tables
 *   `<table>_turn` and `<table>_streak`
 */
export function createQueue<Kind extends string = string>(options: {
  db: Database;
  table: string;
  clock: Clock;
  order?: Order;
  leaseMs?: number;
}): Queue<Kind> {
  const { db, table, clock, order = 'arrival', leaseMs = 15_000 } = options;
  const holder = randomUUID();
  let claims = 0;
  const sql = statements(table, order);

  const noteTurn = async (t: Transaction, { position, priority, streak }: Due, now: number, pool: string) => {
    await t.run(sql.serve, { position, now });
    if (priority === 1) await t.run(sql.prolong, { pool });
    else if (streak > 0) await t.run(sql.endStreak, { pool });
  };

  const lease = async (t: Transaction, due: Due, now: number, pool: string) => {
    claims += 1;
    const { position } = due;
    if (order === 'turns') await noteTurn(t, due, now, pool);
    const claim = { position, now, lease: `${holder}/${claims}`, until: now + leaseMs };
    return t.get<LeasedJob<Kind>>(sql.claim, claim);
  };

  return {
    leaseMs,
    async put(t, { kind, subject, groupId, seconds = 0, isPriority = false, keepsPause = false }) {
      const requestId = currentRequestId() ?? null;
      const job = { kind, subject, groupId, seconds, keepsPause: Number(keepsPause), requestId };
      const row = { ...job, now: clock.now() };
      await t.run(sql.put, order === 'turns' ? { ...row, priority: Number(isPriority) } : row);
    },
    claim: (limit, { kinds, perGroup } = {}) =>
      db.transaction(
        async (t) => {
          const now = clock.now();
          const pool = poolOf(kinds);
          const due = {
            limit,
            perGroup: perGroup ?? Number.MAX_SAFE_INTEGER,
            now,
            ...(kinds && { kinds }),
            ...(order === 'turns' && { pool }),
          };
          const selection = { hasKinds: kinds !== undefined, isLimited: perGroup !== undefined };
          const rows = await t.all<Due>(dueSql(table, order, selection), due);
          const leased: LeasedJob<Kind>[] = [];
          for (const row of rows) {
            const job = await lease(t, row, now, pool);
            if (job) leased.push(job);
          }
          return leased;
        },
        { durable: false },
      ),
    renew: ({ lease: held }) =>
      db.transaction(
        async (t) => (await t.run(sql.renew, { lease: held, until: clock.now() + leaseMs })) > 0,
        { durable: false },
      ),
    holds: async (q, { lease: held }) => (await q.get(sql.holds, { lease: held })) !== undefined,
    finish: async (t, { lease: held, revision }) =>
      (await t.run(sql.finish, { lease: held, revision })) > 0 ||
      (await t.run(sql.restart, { lease: held })) > 0,
    release: async (q, { lease: held }, { dueAt, uncounted = false } = {}) =>
      (await q.run(sql.release, { lease: held, dueAt: dueAt ?? null, uncounted: Number(uncounted) })) > 0,
    async remove(t, { kind, subject }) {
      await t.run(sql.remove, { kind, subject });
    },
    hasExpired: async (q, { lease: held }) =>
      (await q.get(sql.hasExpired, { lease: held, now: clock.now() })) !== undefined,
    expired: (time = clock.now()) => db.all(sql.expired, { time: Math.min(time, Number.MAX_SAFE_INTEGER) }),
  };
}

/** A job that was put again while it was leased has waited only since then. */
const restarted = 'lease = NULL, leased_until = NULL, attempts = 0, since = due_at';

/** A job that can be claimed; the last two in order of `turns`. */
type Due = { position: number; priority?: number; streak: number };

function statements(table: string, order: Order) {
  const [column, value] = order === 'turns' ? [', priority', ', @priority'] : ['', ''];
  const columns = 'kind, subject, revision, attempts, lease, request_id AS requestId';
  return {
    put: `INSERT INTO ${table} (kind, subject, group_id, seconds, revision, due_at, since, request_id${column})
       VALUES (@kind, @subject, @groupId, @seconds, 1, @now, @now, @requestId${value})
       ON CONFLICT (kind, subject) DO UPDATE SET revision = ${table}.revision + 1,
         request_id = coalesce(excluded.request_id, ${table}.request_id),
         attempts = CASE WHEN @keepsPause = 1 THEN ${table}.attempts ELSE 0 END,
         due_at = CASE WHEN @keepsPause = 1 THEN ${table}.due_at ELSE excluded.due_at END`,
    serve: `INSERT INTO ${table}_turn (group_id, served_at)
       SELECT group_id, CAST(@now AS BIGINT) FROM ${table} WHERE position = @position AND claimed_at IS NULL
       ON CONFLICT (group_id) DO UPDATE SET served_at = excluded.served_at`,
    prolong: `INSERT INTO ${table}_streak (pool, started) VALUES (@pool, 1) ON CONFLICT (pool) DO UPDATE
       SET started = CASE WHEN ${table}_streak.started < ${mostInARow} THEN ${table}_streak.started + 1
         ELSE ${table}_streak.started END`,
    endStreak: `UPDATE ${table}_streak SET started = 0 WHERE pool = @pool`,
    claim: `UPDATE ${table} SET lease = @lease, leased_until = @until, attempts = attempts + 1,
         claimed_at = coalesce(claimed_at, @now)
       WHERE position = @position AND lease IS NULL RETURNING ${columns}`,
    renew: `UPDATE ${table} SET leased_until = @until WHERE lease = @lease`,
    holds: `SELECT 1 AS held FROM ${table} WHERE lease = @lease`,
    hasExpired: `SELECT 1 AS expired FROM ${table} WHERE lease = @lease AND leased_until < @now`,
    finish: `DELETE FROM ${table} WHERE lease = @lease AND revision = @revision`,
    restart: `UPDATE ${table} SET ${restarted} WHERE lease = @lease`,
    release: `UPDATE ${table} SET lease = NULL, leased_until = NULL,
         attempts = CASE WHEN attempts > @uncounted THEN attempts - @uncounted ELSE 0 END,
         due_at = coalesce(@dueAt, due_at) WHERE lease = @lease`,
    remove: `DELETE FROM ${table} WHERE kind = @kind AND subject = @subject`,
    expired: `SELECT ${columns} FROM ${table}
       WHERE lease IS NOT NULL AND leased_until < @time ORDER BY leased_until`,
  };
}
