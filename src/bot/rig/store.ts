import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { type Random, randomText } from '../../base/ids.js';
import { asRequest, currentRequestId } from '../../base/request-id.js';
import type { Generation } from '../../contract/rig.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { FeatureHooks } from '../feature.js';
import { leaveCollections } from './collections.js';
import { rigMachine } from './machine.js';
import { isOlder } from './reading.js';
import type { ReadRig, RigJob, RigRow } from './rows.js';
import { withdrawPage } from './shares.js';

/** Rigs and their last known state. */
export type RigStore = {
  add(job: RigJob, nextCheckAt: number | null): Promise<void>;
  find(id: string): Promise<RigJob | null>;
  /** Finds a rig by its page token; null once deleted. */
  findByToken(token: string): Promise<RigJob | null>;
  /** Finds a rig by the token of its public page; null once that is withdrawn. */
  findShared(token: string): Promise<RigJob | null>;
  findByMessage(messageId: string): Promise<RigJob | null>;
  /**
   * Stores a newer state from the service and queues the card update in the same transaction. An older one only sets
   * the next check.
   */
  advance(before: RigJob, generation: Generation, nextCheckAt: number | null): Promise<boolean>;
  /** Erases the rig's data and queues updates for all its messages. Idempotent. */
  delete(id: string): Promise<void>;
};

/** 130 random bits, so that page addresses cannot be guessed. */
const tokenLength = 26;

/** The remains of a deleted rig, enough to draw its card. */
const emptied = (generation: Generation): Generation => ({
  ...generation,
  output: null,
  error: null,
  input: { prompt: null, images: 0, seed: null, parameters: {} },
});

/** Rounds percent to visible steps. */
const shown = ({ status, stage, queue_position, progress, output }: Generation): string =>
  JSON.stringify([status, stage, queue_position, Math.floor(progress / 5), output?.clip]);

const sql = {
  insert: `INSERT INTO rig_job (id, member_id, address, channel_id, message_id, state, upload_limit, generation, created_at,
      next_check_at, page_token, owes_ping, is_private, has_spoiler,
      varies, locale, request_id)
    VALUES (@id, @memberId, @address, @channelId, @messageId, @state, @uploadLimit, @generation, @createdAt,
      @nextCheckAt, @pageToken, @owesPing, @isPrivate, @hasSpoiler, @varies, @locale, @requestId) ON CONFLICT (id) DO NOTHING`,
  select: 'SELECT * FROM rig_job WHERE id = @id',
  byMessage: 'SELECT * FROM rig_job WHERE message_id = @messageId ORDER BY created_at DESC LIMIT 1',
  byToken: 'SELECT * FROM rig_job WHERE page_token = @token AND deleted_at IS NULL',
  shared: `SELECT rig_job.* FROM rig_share JOIN rig_job ON rig_job.id = rig_id
    WHERE token = @token AND deleted_at IS NULL`,
  update: `UPDATE rig_job SET state = @to, generation = @generation, next_check_at = @nextCheckAt
    WHERE id = @id AND state = @from AND deleted_at IS NULL`,
  empty: `UPDATE rig_job SET deleted_at = coalesce(deleted_at, @now), generation = @generation, next_check_at = NULL
    WHERE id = @id`,
};

export function createRigStore(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
  random: Random;
  read: ReadRig;
  /** The member has one finished rig more. */
  onFigures?: FeatureHooks['onFigures'];
}): RigStore {
  const { db, clock, outbox, random, read, onFigures = async () => undefined } = deps;
  const one = (row: RigRow | undefined): RigJob | null => (row ? read(row) : null);

  return {
    add({ generation, owesPing, isPrivate, hasSpoiler, varies, ...job }, nextCheckAt) {
      const { deletedAt: _, viewUrl: __, ...columns } = job;
      const row = {
        ...columns,
        state: generation.status,
        generation: JSON.stringify(generation),
        nextCheckAt,
        pageToken: randomText(random, tokenLength),
        owesPing: Number(owesPing),
        isPrivate: Number(isPrivate),
        hasSpoiler: Number(hasSpoiler),
        varies: JSON.stringify(varies),
        requestId: currentRequestId() ?? null,
      };
      return db.transaction(async (t) => {
        await t.run(sql.insert, row);
        if (generation.finished_at !== null) await outbox.put(t, 'rig', job.id);
        if (generation.status === 'succeeded') await onFigures(t, job.memberId);
      });
    },
    find: async (id) => one(await db.get(sql.select, { id })),
    findByToken: async (token) => one(await db.get(sql.byToken, { token })),
    findShared: async (token) => one(await db.get(sql.shared, { token })),
    findByMessage: async (messageId) => one(await db.get(sql.byMessage, { messageId })),
    async advance({ id, memberId, generation: before }, generation, nextCheckAt) {
      const [from, to] = [before.status, generation.status];
      if (from !== to && !rigMachine.allows(from, to)) return false;
      return db.transaction(async (t) => {
        const stored = await t.get<RigRow>(sql.select, { id });
        const known = one(stored)?.generation ?? before;
        const newest = isOlder(generation, known) ? known : generation;
        const row = { id, from, to, generation: JSON.stringify(newest), nextCheckAt };
        const isMoved = (await t.run(sql.update, row)) === 1;
        if (isMoved && shown(known) !== shown(newest))
          await asRequest(stored?.request_id, () => outbox.put(t, 'rig', id));
        if (isMoved && from !== to && to === 'succeeded') await onFigures(t, memberId);
        return isMoved;
      });
    },
    delete: (id) =>
      db.transaction(async (t) => {
        const row = await t.get<RigRow>(sql.select, { id });
        if (!row) return;
        const generation = JSON.stringify(emptied(read(row).generation));
        await t.run(sql.empty, { id, now: clock.now(), generation });
        await leaveCollections(t, id);
        await withdrawPage(t, id);
        await outbox.put(t, 'rig', id);
      }),
  };
}
