import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Intent } from '../../contract/payments.js';
import type { SealedColumn } from '../key-ring.js';
import type { OutboxStore } from '../outbox.js';
import { purchaseMachine } from './machine.js';
import { isNews } from './news.js';
import { progressOf } from './progress.js';

export type Purchase = {
  id: string;
  memberId: string;
  memberName: string;
  /** The wallet that made it; null for old purchases without one. */
  address: string | null;
  channelId: string;
  messageId: string;
  intent: Intent;
  /** Available credits after the purchase, once it is credited and the balance was read. */
  balance: number | null;
  /** The purchase that took over the card after this one expired. */
  replacedBy: string | null;
  /** The last outcome announced to the member in a separate message. */
  told: string | null;
  /** URL of the pay page. */
  payUrl: string | null;
  /** Increments with every change. */
  version: number;
  createdAt: number;
};

export type NewPurchase = Omit<Purchase, 'balance' | 'replacedBy' | 'told' | 'payUrl' | 'version'> & {
  /** Token of the pay page. */
  token: string;
};

export type PurchaseStore = {
  /** Idempotent: keeps an existing purchase. */
  add(purchase: NewPurchase, nextCheckAt: number): Promise<void>;
  /** Adds a purchase that takes over the card of `old`; false when another has done so, or money came for the old. */
  replace(old: Purchase, purchase: NewPurchase, nextCheckAt: number): Promise<boolean>;
  find(id: string): Promise<Purchase | null>;
  findByToken(token: string): Promise<Purchase | null>;
  /** The purchase that its message shows. */
  findByMessage(messageId: string): Promise<Purchase | null>;
  due(limit: number): Promise<Purchase[]>;
  /**
   * Stores a newer state from the service and, in the same transaction, queues a card update and, when the member is
   * probably not watching the card, a separate message.
   * False when the row changed in the meantime or the status change is not allowed.
   */
  advance(
    before: Purchase,
    after: { intent: Intent; balance: number | null; nextCheckAt: number | null },
  ): Promise<boolean>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Queues a redraw when the purchase changed since `drawn`, because a reply may have overwritten a newer card. */
  redrawUnless(drawn: Purchase): Promise<void>;
  /** Records that the outcome was announced, or could not be delivered. */
  noteTold(id: string, outcome: string, how: 'told' | 'closed'): Promise<void>;
  /** Undelivered announcements for a member; each is returned once. */
  takeUnheard(memberId: string): Promise<Purchase[]>;
  /** Queues redraws of cards created after `since`, whose first post may have been lost. */
  redraw(since: number): Promise<void>;
  /** Makes a member's followed purchases due now. */
  wake(memberId: string): Promise<void>;
  hasOpen(memberId: string): Promise<boolean>;
  /** Stops following purchases whose wallet is gone. */
  letGo(memberId: string): Promise<void>;
  /** Without the tokens of their pay pages. */
  exportOf(memberId: string): Promise<Omit<Purchase, 'payUrl'>[]>;
  /** Inside another store's transaction. */
  forget(memberId: string): void;
};

type Row = {
  id: string;
  member_id: string;
  member_name: string;
  address: string | null;
  channel_id: string;
  message_id: string;
  intent: string;
  balance: number | null;
  replaced_by: string | null;
  told: string | null;
  page_token: Buffer | null;
  version: number;
  created_at: number;
};

/** The fields shown on the card; other changes need no redraw. */
const drawnOf = ({ intent, balance }: Pick<Purchase, 'intent' | 'balance'>): string => {
  const { status, exception, amount_received_base_units, transactions } = intent;
  return JSON.stringify([
    ...[status, exception, amount_received_base_units, balance, progressOf({ status, transactions })],
    transactions.map((one) => [one.commitment, one.standing, one.returned_base_units]),
  ]);
};

const hash = (token: string): string => createHash('sha256').update(token).digest('hex');
const placeOf = (id: string): string => `purchase/${id}/page_token`;
export const sealedPages: SealedColumn = {
  table: 'purchase',
  column: 'page_token',
  place: ({ id = '' }) => placeOf(id),
};

export function createPurchaseStore(options: {
  db: Database;
  clock: Clock;
  outbox: OutboxStore;
  seal: Seal;
  /** URL of the pay page, without the token. */
  pageUrl: string;
}): PurchaseStore {
  const { db, clock, outbox, seal, pageUrl } = options;
  const insert = db.prepare(
    `INSERT INTO purchase (id, member_id, member_name, address, channel_id, message_id, state, intent, created_at,
       next_check_at, page_token, page_hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`,
  );
  const select = db.prepare('SELECT * FROM purchase WHERE id = ?');
  const byToken = db.prepare('SELECT * FROM purchase WHERE page_hash = ?');
  const byMessage = db.prepare('SELECT * FROM purchase WHERE message_id = ? AND replaced_by IS NULL LIMIT 1');
  const due = db.prepare('SELECT * FROM purchase WHERE next_check_at <= ? ORDER BY next_check_at LIMIT ?');
  const update = db.prepare(
    `UPDATE purchase SET state = ?, intent = ?, balance = ?, next_check_at = ?, version = version + 1
     WHERE id = ? AND version = ?`,
  );
  const replace = db.prepare(
    `UPDATE purchase SET replaced_by = ?, version = version + 1
     WHERE id = ? AND replaced_by IS NULL AND state = 'expired'`,
  );
  const later = db.prepare(
    'UPDATE purchase SET next_check_at = ? WHERE id = ? AND next_check_at IS NOT NULL',
  );
  const noteTold = db.prepare('UPDATE purchase SET told = ?, unheard = ? WHERE id = ?');
  const hasUnheard = db
    .prepare<[string], number>('SELECT 1 FROM purchase WHERE member_id = ? AND unheard = 1 LIMIT 1')
    .pluck();
  const takeUnheard = db.prepare(
    'UPDATE purchase SET unheard = 0 WHERE member_id = ? AND unheard = 1 RETURNING *',
  );
  const begun = db.prepare('SELECT id FROM purchase WHERE created_at > ? AND replaced_by IS NULL').pluck();
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

  const read = (row: Row): Purchase => ({
    id: row.id,
    memberId: row.member_id,
    memberName: row.member_name,
    address: row.address,
    channelId: row.channel_id,
    messageId: row.message_id,
    intent: JSON.parse(row.intent) as Intent,
    balance: row.balance,
    replacedBy: row.replaced_by,
    told: row.told,
    payUrl: row.page_token && `${pageUrl}#${seal.open(row.page_token, placeOf(row.id))}`,
    version: row.version,
    createdAt: row.created_at,
  });
  const readOne = (row: unknown): Purchase | null => (row === undefined ? null : read(row as Row));

  const put = ({ id, intent, token, ...made }: NewPurchase, nextCheckAt: number) =>
    insert.run(
      ...[id, made.memberId, made.memberName, made.address, made.channelId, made.messageId],
      ...[intent.status, JSON.stringify(intent), made.createdAt, nextCheckAt],
      ...[seal.seal(token, placeOf(id)), hash(token)],
    );

  return {
    async add(purchase, nextCheckAt) {
      write(db, () => put(purchase, nextCheckAt));
    },
    replace: async (old, purchase, nextCheckAt) =>
      write(db, () => {
        if (replace.run(purchase.id, old.id).changes === 0) return false;
        put(purchase, nextCheckAt);
        return true;
      }),
    find: async (id) => readOne(select.get(id)),
    findByToken: async (token) => readOne(byToken.get(hash(token))),
    findByMessage: async (messageId) => readOne(byMessage.get(messageId)),
    due: async (limit) => (due.all(clock.now(), limit) as Row[]).map(read),
    async advance(before, { intent, balance, nextCheckAt }) {
      const from = before.intent.status;
      if (from !== intent.status && !purchaseMachine.allows(from, intent.status)) return false;
      return write(db, () => {
        const after = [intent.status, JSON.stringify(intent), balance, nextCheckAt];
        if (update.run(...after, before.id, before.version).changes === 0) return false;
        const isRedrawn = drawnOf(before) !== drawnOf({ intent, balance });
        if (isRedrawn && before.replacedBy === null) outbox.put('purchase', before.id);
        if (isNews(before, intent, clock.now())) outbox.put('purchase_notice', before.id);
        return true;
      });
    },
    async checkAgainAt(id, at) {
      write(db, () => later.run(at, id));
    },
    async redrawUnless(drawn) {
      write(db, () => {
        const now = readOne(select.get(drawn.id));
        if (now && now.replacedBy === null && drawnOf(now) !== drawnOf(drawn)) outbox.put('purchase', now.id);
      });
    },
    async noteTold(id, outcome, how) {
      write(db, () => noteTold.run(outcome, Number(how === 'closed'), id));
    },
    takeUnheard: async (memberId) =>
      hasUnheard.get(memberId) === 1 ? write(db, () => (takeUnheard.all(memberId) as Row[]).map(read)) : [],
    async redraw(since) {
      write(db, () => {
        for (const id of begun.all(since) as string[]) outbox.put('purchase', id);
      });
    },
    async wake(memberId) {
      write(db, () => wake.run(clock.now(), memberId));
    },
    hasOpen: async (memberId) => open.get(memberId) === 1,
    async letGo(memberId) {
      write(db, () => letGo.run(memberId));
    },
    exportOf: async (memberId) =>
      (all.all(memberId) as Row[]).map(read).map(({ payUrl: _, ...purchase }) => purchase),
    forget: (memberId) => void forget.run(memberId),
  };
}
