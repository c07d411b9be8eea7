import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Queue } from '../../base/queue/queue.js';
import { type Database, write } from '../../base/store.js';
import type { GenerationStatus } from '../../contract/rig.js';
import type { Holds } from '../ledger/holds.js';
import { generationMachine } from './machine.js';
import { columns, type GenerationRow, type SqlRow, type StoredOutput } from './row.js';

export type NewGeneration = Pick<
  GenerationRow,
  'id' | 'userId' | 'type' | 'pipelineId' | 'prompt' | 'images' | 'model' | 'seed' | 'parameters' | 'credits'
> & { estimatedSeconds: number };

/** Generations as their users see them. */
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
  /** Repeatable; a finished generation stays as it is. Null when the user has no such generation. */
  cancel(userId: string, id: string): Promise<GenerationRow | null>;
};

const isCancelable = `status IN (${generationMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ')})`;

function statements(db: Database) {
  type Named = Record<string, string | number | null>;
  return {
    countOpen: db
      .prepare<Named, number>(
        `SELECT count(*) FROM generation WHERE user_id = @userId AND status IN ('queued', 'running')`,
      )
      .pluck(),
    insert: db.prepare<Named, SqlRow>(
      `INSERT INTO generation (id, user_id, type, pipeline_id, status, prompt, images, model, seed, parameters, credits,
         estimated_seconds, created_at)
       VALUES (@id, @userId, @type, @pipelineId, 'queued', @prompt, @images, @model, @seed, @parameters, @credits,
         @estimatedSeconds, @now) RETURNING ${columns}`,
    ),
    find: db.prepare<Named, SqlRow>(`SELECT ${columns} FROM generation WHERE id = @id AND user_id = @userId`),
    output: db.prepare<Named, string | null>('SELECT output FROM generation WHERE id = @id').pluck(),
    list: db.prepare<Named, SqlRow>(
      `SELECT ${columns} FROM generation
       WHERE user_id = @userId AND sequence < @before AND coalesce(status = @status, 1)
       ORDER BY sequence DESC LIMIT @limit`,
    ),
    cancel: db.prepare<Named, SqlRow>(
      `UPDATE generation SET status = 'canceled', finished_at = @now
       WHERE id = @id AND user_id = @userId AND ${isCancelable} RETURNING ${columns}`,
    ),
  };
}

export function createGenerationStore(deps: {
  db: Database;
  holds: Holds;
  queue: Queue;
  read: (row: SqlRow) => GenerationRow;
  clock: Clock;
  maxOpenPerUser?: number;
}): GenerationStore {
  const { db, holds, queue, read, clock, maxOpenPerUser = 20 } = deps;
  const sql = statements(db);

  const refuseTooMany = (userId: string) => {
    if ((sql.countOpen.get({ userId }) ?? 0) >= maxOpenPerUser)
      throw new AppError(
        'quota_exceeded',
        `You have ${maxOpenPerUser} unfinished rigs, which is the limit. Wait for one to finish, or cancel one.`,
      );
  };

  const insert = (given: NewGeneration): GenerationRow => {
    const { id: subject, userId: groupId, pipelineId: kind, estimatedSeconds: seconds } = given;
    const row = sql.insert.get({
      ...given,
      images: JSON.stringify(given.images),
      parameters: JSON.stringify(given.parameters),
      now: clock.now(),
    }) as SqlRow;
    queue.put({ kind, subject, groupId, seconds });
    return read(row);
  };

  const find = (userId: string, id: string): GenerationRow | null => {
    const row = sql.find.get({ id, userId });
    return row ? read(row) : null;
  };

  const cancel = (userId: string, id: string): GenerationRow | null => {
    const row = sql.cancel.get({ id, userId, now: clock.now() });
    if (!row) return find(userId, id);
    queue.remove({ kind: row.pipeline_id, subject: id });
    holds.release(id);
    return read(row);
  };

  return {
    start: async (given, accepted) =>
      write(db, () => {
        refuseTooMany(given.userId);
        holdCredits(holds, given);
        const row = insert(given);
        accepted(row);
        return row;
      }),
    find: async (userId, id) => find(userId, id),
    outputOf(id) {
      const output = sql.output.get({ id });
      return output ? JSON.parse(output) : null;
    },
    list: async (userId, { status = null, before = Number.MAX_SAFE_INTEGER, limit }) =>
      sql.list.all({ userId, status, before, limit }).map(read),
    cancel: async (userId, id) => write(db, () => cancel(userId, id)),
  };
}

function holdCredits(holds: Holds, { userId, credits, id }: NewGeneration): void {
  const held = holds.place({ userId, credits, subject: id });
  if (held.outcome === 'held') return;
  const { needed, available } = held;
  throw new AppError(
    'insufficient_credits',
    `This needs ${needed} credits and you have ${available}. Use /buy to get more.`,
    { context: { needed, available } },
  );
}
