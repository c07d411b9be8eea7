import type { Clock } from '../../base/clock.js';
import type { ErrorCode } from '../../base/errors.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import { type Database, write } from '../../base/store.js';
import type { Stage } from '../../engine/index.js';
import type { Holds } from '../ledger/holds.js';
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

function statements(db: Database) {
  type Named = Record<string, string | number | null>;
  const isRunning = `id = @id AND status = 'running'`;
  return {
    begin: db.prepare<Named, SqlRow>(
      `UPDATE generation SET status = 'running', stage = NULL, progress = 0, started_at = coalesce(started_at, @now)
       WHERE id = @id AND status = 'queued' RETURNING ${columns}`,
    ),
    keepRemote: db.prepare<Named>('UPDATE generation SET remote_task = @task WHERE id = @id'),
    progress: db.prepare<Named, SqlRow>(
      `UPDATE generation SET stage = @stage, progress = max(progress, @percent)
       WHERE ${isRunning} RETURNING ${columns}`,
    ),
    requeue: db.prepare<Named>(
      `UPDATE generation SET status = 'queued', stage = NULL, progress = 0 WHERE ${isRunning}`,
    ),
    succeed: db.prepare<Named, SqlRow>(
      `UPDATE generation SET status = 'succeeded', progress = 100, output = @output, finished_at = @now
       WHERE ${isRunning} RETURNING ${columns}`,
    ),
    fail: db.prepare<Named, SqlRow>(
      `UPDATE generation SET status = 'failed', error_code = @code, error_detail = @detail, finished_at = @now
       WHERE id = @id AND status IN ('queued', 'running') RETURNING ${columns}`,
    ),
    listUnoffered: db.prepare<Named, { kind: string; subject: string }>(
      `SELECT pipeline_id AS kind, id AS subject FROM generation
       WHERE status = 'queued' AND pipeline_id NOT IN (SELECT value FROM json_each(@offered))`,
    ),
  };
}

export function createGenerationJobs(deps: {
  db: Database;
  holds: Pick<Holds, 'settle' | 'release'>;
  queue: Queue;
  read: (row: SqlRow) => GenerationRow;
  clock: Clock;
}): GenerationJobs {
  const { db, holds, queue, read, clock } = deps;
  const sql = statements(db);
  const readSome = (row: SqlRow | undefined) => (row ? read(row) : null);

  const begin = (job: LeasedJob) => {
    if (!queue.holds(job)) return null;
    const row = sql.begin.get({ id: job.subject, now: clock.now() });
    if (!row) queue.finish(job); // it is over, so there is nothing to do
    return readSome(row);
  };
  const fail = (id: string, failure: Failure) => {
    holds.release(id);
    return readSome(sql.fail.get({ id, ...failure, now: clock.now() }));
  };
  const requeue = (job: LeasedJob, uncounted: boolean) => {
    if (queue.release(job, { uncounted })) sql.requeue.run({ id: job.subject });
    return null;
  };

  return {
    begin: async (job) => write(db, () => begin(job)),
    keepRemote: async (job, task) =>
      write(db, () => void (queue.holds(job) && sql.keepRemote.run({ id: job.subject, task }))),
    progress: async (job, stage, percent) =>
      write(db, () =>
        queue.holds(job) ? readSome(sql.progress.get({ id: job.subject, stage, percent })) : null,
      ),
    requeue: async (job, { counted }) => void write(db, () => requeue(job, !counted)),
    succeed: async (job, output) =>
      write(db, () => {
        if (!queue.finish(job)) return null;
        holds.settle(job.subject);
        const now = clock.now();
        return readSome(sql.succeed.get({ id: job.subject, output: JSON.stringify(output), now }));
      }),
    fail: async (job, failure) => write(db, () => (queue.finish(job) ? fail(job.subject, failure) : null)),
    recover: async (job, maxAttempts) =>
      write(db, () => {
        if (job.attempts < maxAttempts) return requeue(job, false);
        return queue.finish(job) ? fail(job.subject, gaveUp) : null;
      }),
    failUnoffered: async (offered) => {
      const jobs = sql.listUnoffered.all({ offered: JSON.stringify(offered) });
      if (jobs.length === 0) return [];
      return write(db, () =>
        jobs.flatMap((job) => {
          queue.remove(job);
          return fail(job.subject, unoffered) ?? [];
        }),
      );
    },
  };
}
