import type { Clock } from '../../base/clock.js';
import { type Random, randomText } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Generation } from '../../contract/rig.js';
import type { OutboxStore } from '../outbox.js';
import { rigMachine } from './machine.js';

export type RigJob = {
  id: string;
  memberId: string;
  channelId: string;
  messageId: string;
  /** Discord's upload limit in this channel, bytes; larger files are linked. */
  uploadLimit: number;
  /** The member asked for a ping, which was not sent yet. */
  owesPing: boolean;
  generation: Generation;
  /** The wallet that made it; null when unknown. */
  address: string | null;
  createdAt: number;
  deletedAt: number | null;
  /** URL of the public 3D page; null before the rig is stored. */
  viewUrl: string | null;
};

/** A message that shows a rig in addition to its card. */
export type RigCopy = { channelId: string; messageId: string };

export type RigStore = {
  add(job: RigJob, nextCheckAt: number | null): Promise<void>;
  find(id: string): Promise<RigJob | null>;
  /** Finds a rig by its page token; null once deleted. */
  findByToken(token: string): Promise<RigJob | null>;
  findByMessage(messageId: string): Promise<RigJob | null>;
  due(limit: number): Promise<RigJob[]>;
  /** Stores a newer state from the service and queues the card update in the same transaction. */
  advance(before: RigJob, generation: Generation, nextCheckAt: number | null): Promise<boolean>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Makes a member's unfinished rigs due now. */
  wake(memberId: string): Promise<void>;
  hasOpen(memberId: string): Promise<boolean>;
  /** Stops following rigs whose wallet is gone. */
  letGo(memberId: string): Promise<void>;
  exportOf(memberId: string): Promise<RigJob[]>;
  /** Inside another store's transaction. */
  forget(memberId: string): void;
  /** Claims a remake of this rig; false when it was claimed less than `restMs` ago. */
  takeAgain(id: string, restMs: number): Promise<boolean>;
  /** Releases the claim after a failure. */
  returnAgain(id: string): Promise<void>;
  /** Erases the rig's data and queues updates for all its messages. Idempotent. */
  delete(id: string): Promise<void>;
  /** Marks the queued delivery as done. */
  pinged(id: string): Promise<void>;
  addCopy(id: string, copy: RigCopy): Promise<void>;
  copiesOf(id: string): Promise<RigCopy[]>;
};

type Row = {
  id: string;
  member_id: string;
  channel_id: string;
  message_id: string;
  upload_limit: number;
  owes_ping: number;
  generation: string;
  address: string | null;
  created_at: number;
  deleted_at: number | null;
  page_token: string | null;
};

const readWith =
  (pageUrl: string) =>
  (row: Row): RigJob => ({
    id: row.id,
    memberId: row.member_id,
    channelId: row.channel_id,
    messageId: row.message_id,
    uploadLimit: row.upload_limit,
    owesPing: row.owes_ping === 1,
    generation: JSON.parse(row.generation) as Generation,
    address: row.address,
    createdAt: row.created_at,
    deletedAt: row.deleted_at,
    viewUrl: row.page_token && `${pageUrl}#${row.page_token}`,
  });

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
const shown = ({ status, stage, queue_position, progress }: Generation): string =>
  JSON.stringify([status, stage, queue_position, Math.floor(progress / 5)]);

export function createRigStore(options: {
  db: Database;
  clock: Clock;
  outbox: OutboxStore;
  random: Random;
  /** URL of the rig page, without the token in the fragment. */
  pageUrl: string;
}): RigStore {
  const { db, clock, outbox, random, pageUrl } = options;
  const read = readWith(pageUrl);
  const insert = db.prepare(
    `INSERT INTO rig_job (id, member_id, address, channel_id, message_id, state, upload_limit, generation, created_at,
       next_check_at, page_token, owes_ping) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const select = db.prepare('SELECT * FROM rig_job WHERE id = ?');
  const byMessage = db.prepare('SELECT * FROM rig_job WHERE message_id = ? LIMIT 1');
  const byToken = db.prepare<[string], Row>(
    'SELECT * FROM rig_job WHERE page_token = ? AND deleted_at IS NULL',
  );
  const due = db.prepare('SELECT * FROM rig_job WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?');
  const update = db.prepare(
    `UPDATE rig_job SET state = ?, generation = ?, next_check_at = ?
     WHERE id = ? AND state = ? AND deleted_at IS NULL`,
  );
  const later = db.prepare('UPDATE rig_job SET next_check_at = ? WHERE id = ? AND next_check_at IS NOT NULL');

  const wake = db.prepare(
    'UPDATE rig_job SET next_check_at = ? WHERE member_id = ? AND next_check_at IS NOT NULL',
  );
  const open = db
    .prepare(
      `SELECT 1 FROM rig_job WHERE member_id = ? AND state IN ('queued', 'running')
         AND next_check_at IS NOT NULL LIMIT 1`,
    )
    .pluck();
  const letGo = db.prepare('UPDATE rig_job SET next_check_at = NULL WHERE member_id = ?');
  const all = db.prepare('SELECT * FROM rig_job WHERE member_id = ? ORDER BY created_at');
  const forget = db.prepare('DELETE FROM rig_job WHERE member_id = ?');
  const take = db.prepare(
    'UPDATE rig_job SET again_at = @now WHERE id = @id AND (again_at IS NULL OR again_at <= @now - @restMs)',
  );
  const giveBack = db.prepare('UPDATE rig_job SET again_at = NULL WHERE id = ?');
  const empty = db.prepare(
    'UPDATE rig_job SET deleted_at = coalesce(deleted_at, ?), generation = ?, next_check_at = NULL WHERE id = ?',
  );
  const addCopy = db.prepare('INSERT INTO rig_copy (rig_id, channel_id, message_id) VALUES (?, ?, ?)');
  const pinged = db.prepare('UPDATE rig_job SET owes_ping = 0 WHERE id = ?');
  const copies = db.prepare<[string], RigCopy>(
    'SELECT channel_id AS channelId, message_id AS messageId FROM rig_copy WHERE rig_id = ?',
  );

  return {
    takeAgain: async (id, restMs) =>
      write(db, () => take.run({ id, restMs, now: clock.now() }).changes === 1),
    async returnAgain(id) {
      write(db, () => giveBack.run(id));
    },
    async wake(memberId) {
      write(db, () => wake.run(clock.now(), memberId));
    },
    hasOpen: async (memberId) => open.get(memberId) === 1,
    async letGo(memberId) {
      write(db, () => letGo.run(memberId));
    },
    exportOf: async (memberId) => (all.all(memberId) as Row[]).map(read),
    forget: (memberId) => void forget.run(memberId),
    async add(job, nextCheckAt) {
      const { id, memberId, address, channelId, messageId, uploadLimit, generation, createdAt } = job;
      write(db, () => {
        insert.run(
          ...[id, memberId, address, channelId, messageId, generation.status, uploadLimit],
          ...[
            JSON.stringify(generation),
            createdAt,
            nextCheckAt,
            randomText(random, tokenLength),
            Number(job.owesPing),
          ],
        );
        if (generation.finished_at !== null) outbox.put('rig', id);
      });
    },
    async find(id) {
      const row = select.get(id) as Row | undefined;
      return row ? read(row) : null;
    },
    async findByToken(token) {
      const row = byToken.get(token);
      return row ? read(row) : null;
    },
    async findByMessage(messageId) {
      const row = byMessage.get(messageId) as Row | undefined;
      return row ? read(row) : null;
    },
    due: async (limit) => (due.all(clock.now(), limit) as Row[]).map(read),
    async advance(before, generation, nextCheckAt) {
      const from = before.generation.status;
      if (from !== generation.status && !rigMachine.allows(from, generation.status)) return false;
      return write(db, () => {
        const moved =
          update.run(generation.status, JSON.stringify(generation), nextCheckAt, before.id, from).changes ===
          1;
        if (moved && shown(before.generation) !== shown(generation)) outbox.put('rig', before.id);
        return moved;
      });
    },
    async checkAgainAt(id, at) {
      write(db, () => later.run(at, id));
    },
    async delete(id) {
      write(db, () => {
        const row = select.get(id) as Row | undefined;
        if (!row) return;
        empty.run(clock.now(), JSON.stringify(emptied(read(row).generation)), id);
        outbox.put('rig', id);
      });
    },
    async addCopy(id, { channelId, messageId }) {
      write(db, () => {
        addCopy.run(id, channelId, messageId);
        if ((select.get(id) as Row | undefined)?.deleted_at != null) outbox.put('rig', id);
      });
    },
    async pinged(id) {
      write(db, () => pinged.run(id));
    },
    copiesOf: async (id) => copies.all(id),
  };
}
