import type { Clock } from '../../base/clock.js';
import type { Database, Params, Transaction } from '../../base/db/database.js';
import type { ErrorCode } from '../../base/errors.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import type { Stage } from '../../engine/index.js';
import type { ServiceContext } from '../feature.js';
import type { Holds } from '../ledger/holds.js';
import type { ReadGeneration } from './reader.js';
import { columns, type GenerationRow, type SqlRow, type StoredOutput } from './row.js';

type Failure = { code: ErrorCode; detail: string };

/**
 * Generations as jobs of the runner. Each operation moves the generation, its job and its credits in one transaction,
 * and changes nothing once the lease was lost; it returns the changed row, or null.
 */
export type GenerationJobs = {
  /** Marks a claimed generation as running. */
  begin(job: LeasedJob): Promise<GenerationRow | null>;
  /** Stores the provider's task. */
  keepRemote(job: LeasedJob, task: string): Promise<void>;
  progress(job: LeasedJob, stage: Stage, percent: number): Promise<GenerationRow | null>;
  /** Requeues a job at its old position. `counted: false` does not count the attempt. */
  requeue(job: LeasedJob, options: { counted: boolean }): Promise<void>;
  succeed(job: LeasedJob, output: StoredOutput): Promise<GenerationRow | null>;
  fail(job: LeasedJob, failure: Failure): Promise<GenerationRow | null>;
  /** Requeues a job whose lease expired, or fails it after too many attempts. */
  recover(job: LeasedJob, maxAttempts: number): Promise<GenerationRow | null>;
  /** Fails generations that wait for a pipeline that is no longer offered. */
  failUnoffered(offered: readonly string[]): Promise<GenerationRow[]>;
};

const unoffered = {
  code: 'not_found',
  detail: 'The pipeline for this rig is no longer offered. Your credits were returned.',
} as const;
const gaveUp = {
  code: 'internal',
  detail: 'The service stopped several times while making this rig. Your credits were returned.',
} as const;

const isRunning = `id = @id AND status = 'running'`;
const sql = {
  begin: `UPDATE generation SET status = 'running', stage = NULL, progress = 0,
      started_at = coalesce(started_at, @now)
    WHERE id = @id AND status = 'queued' RETURNING ${columns}`,
  keepRemote: 'UPDATE generation SET remote_task = @task WHERE id = @id',
  progress: `UPDATE generation SET stage = @stage,
      progress = CASE WHEN progress < @percent THEN @percent ELSE progress END
    WHERE ${isRunning} RETURNING ${columns}`,
  requeue: `UPDATE generation SET status = 'queued', stage = NULL, progress = 0 WHERE ${isRunning}`,
  succeed: `UPDATE generation SET status = 'succeeded', progress = 100, output = @output, finished_at = @now
    WHERE ${isRunning} RETURNING ${columns}`,
  fail: `UPDATE generation SET status = 'failed', error_code = @code, error_detail = @detail, finished_at = @now
    WHERE id = @id AND status IN ('queued', 'running') RETURNING ${columns}`,
  listUnoffered: `SELECT pipeline_id AS kind, id AS subject FROM generation
    WHERE status = 'queued' AND pipeline_id NOT IN @offered`,
};
type QueuedGeneration = { kind: string; subject: string };

export function createGenerationJobs(deps: {
  db: Database;
  holds: Pick<Holds, 'settle' | 'release'>;
  limits: Pick<ServiceContext['limits'], 'release'>;
  queue: Queue;
  read: ReadGeneration;
  clock: Clock;
}): GenerationJobs {
  const { db, holds, limits, queue, read, clock } = deps;

  /** Runs a statement that changes one generation. */
  const change = async (t: Transaction, statement: string, params: Params): Promise<GenerationRow | null> => {
    const row = await t.get<SqlRow>(statement, params);
    return row ? read(t, row) : null;
  };
  const fail = async (t: Transaction, id: string, { code, detail }: Failure) => {
    await holds.release(t, id);
    await limits.release(t, id);
    return change(t, sql.fail, { id, code, detail, now: clock.now() });
  };
  const requeue = async (t: Transaction, job: LeasedJob, uncounted: boolean) => {
    if (await queue.release(t, job, { uncounted })) await t.run(sql.requeue, { id: job.subject });
    return null;
  };

  return {
    begin: (job) =>
      db.transaction(async (t) => {
        if (!(await queue.holds(t, job))) return null;
        const row = await change(t, sql.begin, { id: job.subject, now: clock.now() });
        if (!row) await queue.finish(t, job); // it is over, so there is nothing to do
        return row;
      }),
    keepRemote: (job, task) =>
      db.transaction(async (t) => {
        if (await queue.holds(t, job)) await t.run(sql.keepRemote, { id: job.subject, task });
      }),
    progress: (job, stage, percent) =>
      db.transaction(async (t) =>
        (await queue.holds(t, job)) ? change(t, sql.progress, { id: job.subject, stage, percent }) : null,
      ),
    requeue: async (job, { counted }) => {
      await db.transaction((t) => requeue(t, job, !counted));
    },
    succeed: (job, output) =>
      db.transaction(async (t) => {
        if (!(await queue.finish(t, job))) return null;
        await holds.settle(t, job.subject);
        const now = clock.now();
        return change(t, sql.succeed, { id: job.subject, output: JSON.stringify(output), now });
      }),
    fail: (job, failure) =>
      db.transaction(async (t) => ((await queue.finish(t, job)) ? fail(t, job.subject, failure) : null)),
    recover: (job, maxAttempts) =>
      db.transaction(async (t) => {
        if (!(await queue.hasExpired(t, job))) return null; // it was only paused
        if (job.attempts < maxAttempts) return requeue(t, job, false);
        return (await queue.finish(t, job)) ? fail(t, job.subject, gaveUp) : null;
      }),
    async failUnoffered(offered) {
      const waiting = await db.get(sql.listUnoffered, { offered });
      if (waiting === undefined) return [];
      return db.transaction(async (t) => {
        const failed: GenerationRow[] = [];
        for (const job of await t.all<QueuedGeneration>(sql.listUnoffered, { offered })) {
          await queue.remove(t, job);
          const row = await fail(t, job.subject, unoffered);
          if (row) failed.push(row);
        }
        return failed;
      });
    },
  };
}
