import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Queue } from '../../base/queue/queue.js';
import type { GenerationStatus } from '../../contract/rig.js';
import type { ServiceContext } from '../feature.js';
import type { Holds } from '../ledger/holds.js';
import { poolOwner } from '../ledger/pool.js';
import { generationMachine } from './machine.js';
import type { ReadGeneration } from './reader.js';
import { columns, type GenerationRow, type SqlRow, type StoredOutput } from './row.js';

export type NewGeneration = Pick<
  GenerationRow,
  'id' | 'userId' | 'type' | 'pipelineId' | 'prompt' | 'images' | 'model' | 'seed' | 'parameters' | 'credits'
> & {
  spec?: GenerationRow['spec'];
  estimatedSeconds: number;
  isPriority?: boolean;
  pool?: string | null;
  secondReadingOf?: string | null;
};

/** Runs inside the transaction that accepts a generation; throwing rolls it back. */
export type AcceptedGeneration = (t: Transaction, row: GenerationRow) => Promise<void>;

/** Generations as their users see them. */
export type GenerationStore = {
  /**
   * Queues it and holds its credits, both or neither.
   * @throws AppError `insufficient_credits`, `quota_exceeded`, or `idempotency_conflict` for another second reading
   */
  start(generation: NewGeneration, accepted: AcceptedGeneration): Promise<GenerationRow>;
  find(userId: string, id: string): Promise<GenerationRow | null>;
  /** The output of any user's generation. */
  outputOf(id: string): Promise<StoredOutput | null>;
  /** Newest first. `before` is a sequence. */
  list(
    userId: string,
    page: { status?: GenerationStatus; before?: number; limit: number },
  ): Promise<GenerationRow[]>;
  /** Repeatable; a finished generation stays as it is. Null when the user has no such generation. */
  cancel(userId: string, id: string): Promise<GenerationRow | null>;
};

const isCancelable = `status IN (${generationMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ')})`;

const sql = {
  countOpen: `SELECT count(*) AS open FROM generation WHERE user_id = @userId AND status IN ('queued', 'running')`,
  insert: `INSERT INTO generation (id, user_id, type, pipeline_id, status, prompt, spec, images, model, seed, parameters,
      credits, estimated_seconds, priority, pool, second_reading_of, created_at)
    VALUES (@id, @userId, @type, @pipelineId, 'queued', @prompt, @spec, @images, @model, @seed, @parameters,
      @credits, @estimatedSeconds, @priority, @pool, @secondReadingOf, @now)
    ON CONFLICT DO NOTHING RETURNING ${columns}`,
  find: `SELECT ${columns} FROM generation WHERE id = @id AND user_id = @userId`,
  output: 'SELECT output FROM generation WHERE id = @id',
  list: `SELECT ${columns} FROM generation
    WHERE user_id = @userId AND sequence < @before AND (CAST(@status AS TEXT) IS NULL OR status = @status)
    ORDER BY sequence DESC LIMIT @limit`,
  cancel: `UPDATE generation SET status = 'canceled', finished_at = @now
    WHERE id = @id AND user_id = @userId AND ${isCancelable} RETURNING ${columns}`,
};

export function createGenerationStore(deps: {
  db: Database;
  holds: Holds;
  limits: Pick<ServiceContext['limits'], 'release'>;
  queue: Queue;
  read: ReadGeneration;
  clock: Clock;
  maxOpenPerUser?: number;
}): GenerationStore {
  const { db, holds, limits, queue, read, clock, maxOpenPerUser = 20 } = deps;

  const refuseTooMany = async (t: Transaction, userId: string) => {
    const { open } = (await t.get<{ open: number }>(sql.countOpen, { userId }))!;
    if (open >= maxOpenPerUser)
      throw new AppError(
        'quota_exceeded',
        `You have ${maxOpenPerUser} unfinished rigs, which is the limit. Wait for one to finish, or cancel one.`,
      );
  };

  const insert = async (t: Transaction, given: NewGeneration): Promise<GenerationRow> => {
    const {
      images,
      parameters,
      spec = null,
      isPriority = false,
      pool = null,
      secondReadingOf = null,
      ...rest
    } = given;
    const row = await t.get<SqlRow>(sql.insert, {
      ...rest,
      spec: spec && JSON.stringify(spec),
      images: JSON.stringify(images),
      parameters: JSON.stringify(parameters),
      priority: Number(isPriority),
      pool,
      secondReadingOf,
      now: clock.now(),
    });
    if (!row) throw new AppError('idempotency_conflict', 'That rig was already made with the other body.');
    const { id: subject, userId: groupId, pipelineId: kind, estimatedSeconds: seconds } = given;
    await queue.put(t, { kind, subject, groupId, seconds, isPriority });
    return read(t, row);
  };

  const find = async (q: Queries, userId: string, id: string): Promise<GenerationRow | null> => {
    const row = await q.get<SqlRow>(sql.find, { id, userId });
    return row ? read(q, row) : null;
  };

  return {
    start: (given, accepted) =>
      db.transaction(async (t) => {
        await refuseTooMany(t, given.userId);
        await holdCredits(t, holds, given);
        const row = await insert(t, given);
        await accepted(t, row);
        return row;
      }),
    find: (userId, id) => find(db, userId, id),
    async outputOf(id) {
      const row = await db.get<{ output: string | null }>(sql.output, { id });
      return row?.output ? JSON.parse(row.output) : null;
    },
    async list(userId, { status = null, before = Number.MAX_SAFE_INTEGER, limit }) {
      const rows = await db.all<SqlRow>(sql.list, { userId, status, before, limit });
      return Promise.all(rows.map((row) => read(db, row)));
    },
    cancel: (userId, id) =>
      db.transaction(async (t) => {
        const row = await t.get<SqlRow>(sql.cancel, { id, userId, now: clock.now() });
        if (!row) return find(t, userId, id);
        await queue.remove(t, { kind: row.pipeline_id, subject: id });
        await holds.release(t, id);
        await limits.release(t, id);
        return read(t, row);
      }),
  };
}

async function holdCredits(
  t: Transaction,
  holds: Holds,
  { userId, credits, id, pool = null }: NewGeneration,
): Promise<void> {
  const payer = pool === null ? userId : poolOwner(pool);
  const held = await holds.place(t, { userId: payer, credits, subject: id });
  if (held.outcome === 'held') return;
  const { needed, available } = held;
  if (pool !== null)
    throw new AppError('forbidden', `This needs ${needed} credits and the server's pool has ${available}.`);
  throw new AppError(
    'insufficient_credits',
    `This needs ${needed} credits and you have ${available}. Use /buy to get more.`,
    { context: { needed, available } },
  );
}
