import type { Clock } from '../../base/clock.js';
import { AppError, type ErrorCode } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { GenerationStatus } from '../../contract/rig.js';
import type { Stage } from '../../engine/index.js';
import { generationMachine } from './machine.js';
import { queue } from './queue.js';
import { columns, fromSql, type GenerationRow, type SqlRow, type StoredOutput } from './row.js';

/** The part of the credit ledger this feature uses, inside its own transactions. */
export type HoldLedger = {
  hold(posting: {
    userId: string;
    credits: number;
    subject: string;
  }): { outcome: 'held' } | { outcome: 'insufficient'; needed: number; available: number };
  settle(subject: string): boolean;
  release(subject: string): boolean;
};

export type NewGeneration = Pick<
  GenerationRow,
  'id' | 'userId' | 'type' | 'pipelineId' | 'prompt' | 'images' | 'model' | 'seed' | 'parameters' | 'credits'
> & { estimatedSeconds: number };

/** A running job belongs to the holder of its lease; a write under a lost lease changes nothing. */
export type Lease = { id: string; token: string };

export type GenerationStore = {
  /**
   * Queues it and holds its credits, both or neither.
   * @param accepted called with the row inside the transaction
   * @throws AppError `insufficient_credits` or `quota_exceeded`
   */
  start(generation: NewGeneration, accepted: (row: GenerationRow) => void): Promise<GenerationRow>;
  find(userId: string, id: string): Promise<GenerationRow | null>;
  /** The output of any user's generation. */
  outputOf(id: string): StoredOutput | null;
  /** Newest first. `before` is a sequence. */
  list(
    userId: string,
    page: { status?: GenerationStatus; before?: number; limit: number },
  ): Promise<GenerationRow[]>;
  /**
   * Leases the next queued generation of these pipelines, or returns null. Users take turns: the least recently
   * served first, with their oldest; requeued jobs come before all.
   * @param mostPerUser limit of running jobs per user in these pipelines
   */
  claim(
    token: string,
    leaseMs: number,
    pipelineIds: readonly string[],
    mostPerUser: number,
  ): Promise<GenerationRow | null>;
  extend(lease: Lease, leaseMs: number): Promise<boolean>;
  /** Stores the provider's task. */
  keepRemote(lease: Lease, task: string): Promise<void>;
  /** Fails generations that wait for a pipeline that is no longer offered. */
  failUnoffered(offered: readonly string[]): Promise<GenerationRow[]>;
  progress(lease: Lease, stage: Stage, percent: number): Promise<GenerationRow | null>;
  /** Requeues a job at its old position. `counted: false` does not count the attempt. */
  requeue(lease: Lease, options: { counted: boolean }): Promise<void>;
  succeed(lease: Lease, output: StoredOutput): Promise<GenerationRow | null>;
  fail(lease: Lease, error: { code: ErrorCode; detail: string }): Promise<GenerationRow | null>;
  /** Repeatable; a finished generation stays as it is. Null when the user has no such generation. */
  cancel(userId: string, id: string): Promise<GenerationRow | null>;
  /** Requeues running jobs whose lease expired, or fails those with too many attempts. */
  recover(maxAttempts: number): Promise<{ requeued: number; failed: GenerationRow[] }>;
};

const unoffered = {
  code: 'not_found',
  detail: 'The pipeline for this rig is no longer offered. Your credits were returned.',
} as const;
const gaveUp = {
  code: 'internal',
  detail: 'The service stopped several times while making this rig. Your credits were returned.',
} as const;

export function createGenerationStore(deps: {
  db: Database;
  ledger: HoldLedger;
  clock: Clock;
  maxOpenPerUser?: number;
  /** The pipelines that share an executor with this one, including itself. */
  peersOf: (pipelineId: string) => readonly string[];
}): GenerationStore {
  const { db, ledger, clock, maxOpenPerUser = 20, peersOf } = deps;
  const ahead = ({ sequence, pipeline_id }: SqlRow) =>
    db
      .prepare<{ sequence: number; lane: string }, { count: number; seconds: number }>(
        `WITH ${queue}
         SELECT count(*) AS count, coalesce(sum(estimated_seconds), 0) +
           (SELECT coalesce(sum(estimated_seconds * (100 - progress) / 100.0), 0) FROM generation
            WHERE status = 'running' AND pipeline_id IN (SELECT value FROM json_each(@lane))) AS seconds
         FROM queue WHERE place < (SELECT place FROM queue WHERE sequence = @sequence)`,
      )
      .get({ sequence, lane: JSON.stringify(peersOf(pipeline_id)) }) ?? null;
  const read = (row: SqlRow): GenerationRow => ({
    ...fromSql(row),
    ahead: row.status === 'queued' ? ahead(row) : null,
  });
  const one = (sql: string, ...values: unknown[]): GenerationRow | null => {
    const row = db.prepare<unknown[], SqlRow>(sql).get(...values);
    return row ? read(row) : null;
  };
  const many = (sql: string, ...values: unknown[]): GenerationRow[] =>
    db
      .prepare<unknown[], SqlRow>(sql)
      .all(...values)
      .map(read);
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);

  const refuseTooMany = (userId: string) => {
    const open = db
      .prepare<[string], { count: number }>(
        `SELECT count(*) AS count FROM generation WHERE user_id = ? AND status IN ('queued', 'running')`,
      )
      .get(userId);
    if ((open?.count ?? 0) >= maxOpenPerUser)
      throw new AppError(
        'quota_exceeded',
        `You have ${maxOpenPerUser} unfinished rigs, which is the limit. Wait for one to finish, or cancel one.`,
      );
  };

  const holdCredits = (generation: NewGeneration) => {
    const { userId, credits, id } = generation;
    const held = ledger.hold({ userId, credits, subject: id });
    if (held.outcome === 'held') return;
    const { needed, available } = held;
    throw new AppError(
      'insufficient_credits',
      `This needs ${needed} credits and you have ${available}. Use /buy to get more.`,
      { context: { needed, available } },
    );
  };

  const insert = (given: NewGeneration): GenerationRow | null =>
    one(
      `INSERT INTO generation (id, user_id, type, pipeline_id, status, prompt, images, model, seed, parameters, credits,
         estimated_seconds, created_at)
       VALUES (?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?) RETURNING ${columns}`,
      ...[given.id, given.userId, given.type, given.pipelineId, given.prompt, JSON.stringify(given.images)],
      ...[given.model, given.seed, JSON.stringify(given.parameters), given.credits, given.estimatedSeconds],
      clock.now(),
    );

  /** Ends a leased job; `settled` moves its credits in the same transaction. */
  const end = (lease: Lease, set: string, values: unknown[], move: (subject: string) => boolean) =>
    write(db, () => {
      const row = one(
        `UPDATE generation SET ${set}, lease = NULL, lease_expires_at = NULL, finished_at = ?
         WHERE id = ? AND status = 'running' AND lease = ? RETURNING ${columns}`,
        ...values,
        clock.now(),
        lease.id,
        lease.token,
      );
      if (row) move(row.id);
      return row;
    });
  const failure = `status = 'failed', error_code = ?, error_detail = ?`;

  return {
    start: async (given, accepted) =>
      write(db, () => {
        refuseTooMany(given.userId);
        holdCredits(given);
        const row = insert(given) as GenerationRow;
        accepted(row);
        return row;
      }),
    find: async (userId, id) =>
      one(`SELECT ${columns} FROM generation WHERE id = ? AND user_id = ?`, id, userId),
    outputOf: (id) => one(`SELECT ${columns} FROM generation WHERE id = ?`, id)?.output ?? null,
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      many(
        `SELECT ${columns} FROM generation WHERE user_id = ? AND sequence < ? AND coalesce(status = ?, 1)
         ORDER BY sequence DESC LIMIT ?`,
        userId,
        before,
        status ?? null,
        limit,
      ),
    claim: async (token, leaseMs, pipelineIds, mostPerUser) =>
      one(
        `WITH ${queue}
         UPDATE generation SET status = 'running', lease = @token, lease_expires_at = @until, attempts = attempts + 1,
           stage = NULL, progress = 0, started_at = coalesce(started_at, @now)
         WHERE status = 'queued' AND sequence =
           (SELECT sequence FROM queue WHERE under_way < @mostPerUser ORDER BY place LIMIT 1)
         RETURNING ${columns}`,
        {
          token,
          mostPerUser,
          now: clock.now(),
          until: clock.now() + leaseMs,
          lane: JSON.stringify(pipelineIds),
        },
      ),
    extend: async (lease, leaseMs) =>
      run(
        `UPDATE generation SET lease_expires_at = ? WHERE id = ? AND status = 'running' AND lease = ?`,
        clock.now() + leaseMs,
        lease.id,
        lease.token,
      ).changes === 1,
    async keepRemote(lease, task) {
      run(
        `UPDATE generation SET remote_task = ? WHERE id = ? AND status = 'running' AND lease = ?`,
        task,
        lease.id,
        lease.token,
      );
    },
    failUnoffered: async (offered) =>
      write(db, () => {
        const failed = many(
          `UPDATE generation SET ${failure}, finished_at = ?
           WHERE status = 'queued' AND pipeline_id NOT IN (SELECT value FROM json_each(?)) RETURNING ${columns}`,
          unoffered.code,
          unoffered.detail,
          clock.now(),
          JSON.stringify(offered),
        );
        for (const row of failed) ledger.release(row.id);
        return failed;
      }),
    progress: async (lease, stage, percent) =>
      one(
        `UPDATE generation SET stage = ?, progress = max(progress, ?)
         WHERE id = ? AND status = 'running' AND lease = ? RETURNING ${columns}`,
        stage,
        percent,
        lease.id,
        lease.token,
      ),
    requeue: async (lease, { counted }) => {
      run(
        `UPDATE generation SET status = 'queued', lease = NULL, lease_expires_at = NULL, stage = NULL,
           progress = 0, attempts = attempts - ? WHERE id = ? AND status = 'running' AND lease = ?`,
        counted ? 0 : 1,
        lease.id,
        lease.token,
      );
    },
    succeed: async (lease, output) =>
      end(lease, `status = 'succeeded', progress = 100, output = ?`, [JSON.stringify(output)], (subject) =>
        ledger.settle(subject),
      ),
    fail: async (lease, { code, detail }) =>
      end(lease, failure, [code, detail], (subject) => ledger.release(subject)),
    cancel: async (userId, id) =>
      write(db, () => {
        const row = one(
          `UPDATE generation SET status = 'canceled', lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE id = ? AND user_id = ? AND status IN (${cancelable}) RETURNING ${columns}`,
          clock.now(),
          id,
          userId,
        );
        if (row) ledger.release(id);
        return row ?? one(`SELECT ${columns} FROM generation WHERE id = ? AND user_id = ?`, id, userId);
      }),
    recover: async (maxAttempts) =>
      write(db, () => {
        const stale = `status = 'running' AND lease_expires_at < ?`;
        const now = clock.now();
        const failed = many(
          `UPDATE generation SET ${failure}, lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE ${stale} AND attempts >= ? RETURNING ${columns}`,
          gaveUp.code,
          gaveUp.detail,
          now,
          now,
          maxAttempts,
        );
        for (const row of failed) ledger.release(row.id);
        const requeued = run(
          `UPDATE generation SET status = 'queued', lease = NULL, lease_expires_at = NULL, stage = NULL, progress = 0
           WHERE ${stale}`,
          now,
        ).changes;
        return { requeued, failed };
      }),
  };
}

const cancelable = generationMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ');
