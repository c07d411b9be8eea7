import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { Intent } from '../../contract/payments.js';
import type { OutboxStore } from '../outbox.js';
import { purchaseMachine } from './machine.js';

export type Purchase = {
  id: string;
  memberId: string;
  channelId: string;
  messageId: string;
  intent: Intent;
  /** Credits to spend after the purchase, once it is credited and the balance was read. */
  balance: number | null;
  createdAt: number;
};

export type PurchaseStore = {
  add(purchase: Purchase, nextCheckAt: number): Promise<void>;
  find(id: string): Promise<Purchase | null>;
  due(limit: number): Promise<Purchase[]>;
  /**
   * Keeps the service's newer word and, when it changes what the card says, puts the card in the outbox in the
   * same transaction. False when the row moved meanwhile or the step is not one an intent can take.
   */
  advance(
    before: Purchase,
    after: { intent: Intent; balance: number | null; nextCheckAt: number | null },
  ): Promise<boolean>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Makes what is still followed of a member due now. */
  wake(memberId: string): Promise<void>;
  hasOpen(memberId: string): Promise<boolean>;
  /** The wallet they were made with is gone: nobody can follow them any more. */
  letGo(memberId: string): Promise<void>;
  exportOf(memberId: string): Promise<Purchase[]>;
  /** Inside another's transaction. */
  forget(memberId: string): void;
};

/** After this long nobody watches the card any more, so its end is told in a message of its own. */
const unattendedMs = 15 * 60_000;

type Row = {
  id: string;
  member_id: string;
  channel_id: string;
  message_id: string;
  intent: string;
  balance: number | null;
  created_at: number;
};

const read = (row: Row): Purchase => ({
  id: row.id,
  memberId: row.member_id,
  channelId: row.channel_id,
  messageId: row.message_id,
  intent: JSON.parse(row.intent) as Intent,
  balance: row.balance,
  createdAt: row.created_at,
});

/** The part of an intent the card shows; the rest may change without a new drawing. */
const shown = ({ status, exception, amount_received_base_units, transactions }: Intent): string =>
  JSON.stringify([status, exception, amount_received_base_units, transactions.map((one) => one.commitment)]);

export function createPurchaseStore(options: {
  db: Database;
  clock: Clock;
  outbox: OutboxStore;
}): PurchaseStore {
  const { db, clock, outbox } = options;
  const insert = db.prepare(
    `INSERT INTO purchase (id, member_id, channel_id, message_id, state, intent, created_at, next_check_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const select = db.prepare('SELECT * FROM purchase WHERE id = ?');
  const due = db.prepare('SELECT * FROM purchase WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?');
  const update = db.prepare(
    'UPDATE purchase SET state = ?, intent = ?, balance = ?, next_check_at = ? WHERE id = ? AND state = ?',
  );
  const later = db.prepare(
    'UPDATE purchase SET next_check_at = ? WHERE id = ? AND next_check_at IS NOT NULL',
  );

  const wake = db.prepare(
    'UPDATE purchase SET next_check_at = ? WHERE member_id = ? AND next_check_at IS NOT NULL',
  );
  const open = db
    .prepare(
      `SELECT 1 FROM purchase WHERE member_id = ? AND state IN ('requires_payment', 'processing')
         AND next_check_at IS NOT NULL LIMIT 1`,
    )
    .pluck();
  const letGo = db.prepare('UPDATE purchase SET next_check_at = NULL WHERE member_id = ?');
  const all = db.prepare('SELECT * FROM purchase WHERE member_id = ? ORDER BY created_at');
  const forget = db.prepare('DELETE FROM purchase WHERE member_id = ?');

  return {
    async wake(memberId) {
      write(db, () => wake.run(clock.now(), memberId));
    },
    hasOpen: async (memberId) => open.get(memberId) === 1,
    async letGo(memberId) {
      write(db, () => letGo.run(memberId));
    },
    exportOf: async (memberId) => (all.all(memberId) as Row[]).map(read),
    forget: (memberId) => void forget.run(memberId),
    async add({ id, memberId, channelId, messageId, intent, createdAt }, nextCheckAt) {
      const json = JSON.stringify(intent);
      write(db, () =>
        insert.run(id, memberId, channelId, messageId, intent.status, json, createdAt, nextCheckAt),
      );
    },
    async find(id) {
      const row = select.get(id) as Row | undefined;
      return row ? read(row) : null;
    },
    due: async (limit) => (due.all(clock.now(), limit) as Row[]).map(read),
    async advance(before, { intent, balance, nextCheckAt }) {
      const from = before.intent.status;
      if (from !== intent.status && !purchaseMachine.allows(from, intent.status)) return false;
      return write(db, () => {
        const moved =
          update.run(intent.status, JSON.stringify(intent), balance, nextCheckAt, before.id, from).changes ===
          1;
        if (moved && (shown(before.intent) !== shown(intent) || before.balance !== balance))
          outbox.put('purchase', before.id);
        const ended = moved && intent.status === 'succeeded' && from !== 'succeeded';
        if (ended && clock.now() - before.createdAt > unattendedMs) outbox.put('purchase_notice', before.id);
        return moved;
      });
    },
    async checkAgainAt(id, at) {
      write(db, () => later.run(at, id));
    },
  };
}
