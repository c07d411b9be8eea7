import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { type Database, writeLightly } from '../store.js';
import { dueSql, type Order } from './order.js';

/** A job in the queue. Its subject is unique within its kind. */
export type QueuedJob<Kind extends string = string> = {
  kind: Kind;
  subject: string;
  /** Grows each time the same subject is put again. */
  revision: number;
  /** Claims so far, except those released as uncounted. */
  attempts: number;
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
 * A queue of jobs in one table. A job is claimed by compare-and-swap and leased for a limited time, so that a job of
 * a dead process is found again. All operations are synchronous: they belong into the transaction that changes what
 * the job is about.
 */
export type Queue<Kind extends string = string> = {
  readonly leaseMs: number;
  /** Adds a job. One that is already queued becomes due now; one that is leased runs again afterwards. */
  put(job: NewJob<Kind>): void;
  /** Jobs that can be claimed now, in order. */
  due(limit: number, selection?: Selection<Kind>): QueuedJob<Kind>[];
  /** Leases a job. Null when it is gone, or leased by another worker. */
  claim(job: Pick<QueuedJob<Kind>, 'kind' | 'subject'>): LeasedJob<Kind> | null;
  /** Extends the lease. False when it was lost. */
  renew(job: LeasedJob<Kind>): boolean;
  /** Whether the lease is still held. */
  holds(job: LeasedJob<Kind>): boolean;
  /** Removes the job, unless its subject was put again since the claim. False when the lease was lost. */
  finish(job: LeasedJob<Kind>): boolean;
  /**
   * Gives the job back at its old position. False when the lease was lost.
   * @param options.dueAt when to try again; at once when omitted
   * @param options.uncounted for a job that has not failed
   */
  release(job: LeasedJob<Kind>, options?: { dueAt?: number; uncounted?: boolean }): boolean;
  /** Removes a job, leased or not. */
  remove(job: Pick<QueuedJob<Kind>, 'kind' | 'subject'>): void;
  /** Leased jobs whose lease ended before `time`, by default now. */
  expired(time?: number): LeasedJob<Kind>[];
};

/**
 * @param options.table a table with the columns of `generation_job` in the service's schema; a constant, because it goes into the SQL
 * @param options.order `arrival`, or `turns` of the groups, which needs a second table `<table>_turn`
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
  const sql = statements<Kind>(db, table, order);

  return {
    leaseMs,
    put: ({ kind, subject, groupId, seconds = 0, keepsPause = false }) =>
      void sql.put.run({
        kind,
        subject,
        groupId,
        seconds,
        keepsPause: Number(keepsPause),
        now: clock.now(),
      }),
    due: (limit, { kinds, perGroup = Number.MAX_SAFE_INTEGER } = {}) =>
      sql.due.all({
        limit,
        perGroup,
        kinds: kinds === undefined ? null : JSON.stringify(kinds),
        now: clock.now(),
      }),
    claim: ({ kind, subject }) =>
      writeLightly(db, () => {
        claims += 1;
        const now = clock.now();
        sql.serve?.run({ kind, subject, now });
        return (
          sql.claim.get({ kind, subject, now, lease: `${holder}/${claims}`, until: now + leaseMs }) ?? null
        );
      }),
    renew: ({ lease }) =>
      writeLightly(db, () => sql.renew.run({ lease, until: clock.now() + leaseMs }).changes > 0),
    holds: ({ lease }) => sql.holds.get({ lease }) !== undefined,
    finish: ({ lease, revision }) =>
      sql.finish.run({ lease, revision }).changes > 0 || sql.restart.run({ lease }).changes > 0,
    release: ({ lease }, { dueAt, uncounted = false } = {}) =>
      sql.release.run({ lease, dueAt: dueAt ?? null, uncounted: Number(uncounted) }).changes > 0,
    remove: ({ kind, subject }) => void sql.remove.run({ kind, subject }),
    expired: (time = clock.now()) => sql.expired.all({ time }),
  };
}

/** A job that was put again while it was leased has waited only since then. */
const restarted = 'lease = NULL, leased_until = NULL, attempts = 0, since = due_at';

function statements<Kind extends string>(db: Database, table: string, order: Order) {
  const columns = 'kind, subject, revision, attempts';
  type Named = Record<string, string | number | null>;
  return {
    put: db.prepare<Named>(
      `INSERT INTO ${table} (kind, subject, group_id, seconds, revision, due_at, since)
       VALUES (@kind, @subject, @groupId, @seconds, 1, @now, @now)
       ON CONFLICT (kind, subject) DO UPDATE SET revision = revision + 1,
         attempts = iif(@keepsPause, attempts, 0), due_at = iif(@keepsPause, due_at, @now)`,
    ),
    due: db.prepare<Named, QueuedJob<Kind>>(dueSql(table, order)),
    serve:
      order === 'turns'
        ? db.prepare<Named>(
            `INSERT INTO ${table}_turn (group_id, served_at)
             SELECT group_id, @now FROM ${table}
             WHERE kind = @kind AND subject = @subject AND lease IS NULL AND claimed_at IS NULL
             ON CONFLICT (group_id) DO UPDATE SET served_at = excluded.served_at`,
          )
        : null,
    claim: db.prepare<Named, LeasedJob<Kind>>(
      `UPDATE ${table} SET lease = @lease, leased_until = @until, attempts = attempts + 1,
         claimed_at = coalesce(claimed_at, @now)
       WHERE kind = @kind AND subject = @subject AND lease IS NULL RETURNING ${columns}, lease`,
    ),
    renew: db.prepare<Named>(`UPDATE ${table} SET leased_until = @until WHERE lease = @lease`),
    holds: db.prepare<Named>(`SELECT 1 FROM ${table} WHERE lease = @lease`),
    finish: db.prepare<Named>(`DELETE FROM ${table} WHERE lease = @lease AND revision = @revision`),
    restart: db.prepare<Named>(`UPDATE ${table} SET ${restarted} WHERE lease = @lease`),
    release: db.prepare<Named>(
      `UPDATE ${table} SET lease = NULL, leased_until = NULL, attempts = max(0, attempts - @uncounted),
         due_at = coalesce(@dueAt, due_at) WHERE lease = @lease`,
    ),
    remove: db.prepare<Named>(`DELETE FROM ${table} WHERE kind = @kind AND subject = @subject`),
    expired: db.prepare<Named, LeasedJob<Kind>>(
      `SELECT ${columns}, lease FROM ${table}
       WHERE lease IS NOT NULL AND leased_until < @time ORDER BY leased_until`,
    ),
  };
}
