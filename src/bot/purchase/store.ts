import type { Database, Transaction } from '../../base/db/database.js';
import { asRequest, currentRequestId } from '../../base/request-id.js';
import type { Seal } from '../../base/seal.js';
import type { Intent } from '../../contract/payments.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { FeatureHooks } from '../feature.js';
import type { PurchaseCards } from './card-store.js';
import { isDrawnAlike } from './drawn.js';
import { purchaseMachine } from './machine.js';
import { isNews } from './news.js';
import type { CardPlace, NewPurchase, Purchase } from './purchase.js';
import { type createRowReader, type PurchaseRow, sealToken, tokenHash } from './row.js';

/** Purchases and their last known state. */
export type PurchaseStore = {
  /** Idempotent: keeps an existing purchase. */
  add(purchase: NewPurchase, place: CardPlace, nextCheckAt: number): Promise<void>;
  /** Adds a purchase that takes over the cards of `old`; false when another has done so, or money came for the old. */
  replace(old: Purchase, purchase: NewPurchase, place: CardPlace, nextCheckAt: number): Promise<boolean>;
  find(id: string): Promise<Purchase | null>;
  findByToken(token: string): Promise<Purchase | null>;
  /**
   * Stores a newer state from the service and, in the same transaction, queues a card update and, when the member does
   * not expect it, a direct message.
   * False when the row changed in the meantime or the status change is not allowed.
   */
  advance(
    before: Purchase,
    after: { intent: Intent; balance: number | null; nextCheckAt: number | null },
  ): Promise<boolean>;
  /** Without the tokens of their pay pages. */
  exportOf(memberId: string): Promise<Omit<Purchase, 'payUrl'>[]>;
  forget(t: Transaction, memberId: string): Promise<void>;
};

type PurchaseStoreDeps = {
  db: Database;
  outbox: Pick<OutboxStore, 'put'>;
  seal: Seal;
  read: ReturnType<typeof createRowReader>;
  cards: Pick<PurchaseCards, 'put'>;
  /** The member has one paid purchase more, or less. */
  onFigures?: FeatureHooks['onFigures'];
};

const sql = {
  insert: `INSERT INTO purchase (id, member_id, member_name, address, state, intent, list_price, created_at,
      next_check_at, page_token, page_hash, request_id)
    VALUES (@id, @memberId, @memberName, @address, @state, @intent, @listPrice, @createdAt, @nextCheckAt,
      @pageToken, @pageHash, @requestId) ON CONFLICT (id) DO NOTHING`,
  byId: 'SELECT * FROM purchase WHERE id = @id',
  byToken: 'SELECT * FROM purchase WHERE page_hash = @pageHash',
  update: `UPDATE purchase SET state = @state, intent = @intent, balance = @balance, next_check_at = @nextCheckAt,
      version = version + 1
    WHERE id = @id AND version = @version RETURNING request_id AS requestId`,
  replace: `UPDATE purchase SET replaced_by = @newId, version = version + 1
    WHERE id = @oldId AND replaced_by IS NULL AND state = 'expired'`,
  ofMember: 'SELECT * FROM purchase WHERE member_id = @memberId ORDER BY created_at',
  forget: 'DELETE FROM purchase WHERE member_id = @memberId',
};

export function createPurchaseStore(options: PurchaseStoreDeps): PurchaseStore {
  const { db, outbox, seal, read, cards, onFigures = async () => undefined } = options;
  const readOne = (row: PurchaseRow | undefined): Purchase | null => (row === undefined ? null : read(row));

  const put = async (t: Transaction, { intent, token, ...made }: NewPurchase, nextCheckAt: number) => {
    await t.run(sql.insert, {
      id: made.id,
      memberId: made.memberId,
      memberName: made.memberName,
      address: made.address,
      listPrice: made.listPrice,
      createdAt: made.createdAt,
      state: intent.status,
      intent: JSON.stringify(intent),
      nextCheckAt,
      pageToken: sealToken(seal, made.id, token),
      pageHash: tokenHash(token),
      requestId: currentRequestId() ?? null,
    });
  };

  return {
    add: (purchase, place, nextCheckAt) =>
      db.transaction(async (t) => {
        await put(t, purchase, nextCheckAt);
        await cards.put(t, place, purchase.id);
      }),
    replace: (old, purchase, place, nextCheckAt) =>
      db.transaction(async (t) => {
        if ((await t.run(sql.replace, { newId: purchase.id, oldId: old.id })) === 0) return false;
        await put(t, purchase, nextCheckAt);
        await cards.put(t, place, purchase.id, old.id);
        return true;
      }),
    find: async (id) => readOne(await db.get(sql.byId, { id })),
    findByToken: async (token) => readOne(await db.get(sql.byToken, { pageHash: tokenHash(token) })),
    async advance(before, { intent, balance, nextCheckAt }) {
      const { id, version, intent: known } = before;
      if (known.status !== intent.status && !purchaseMachine.allows(known.status, intent.status))
        return false;
      return db.transaction(async (t) => {
        const after = { state: intent.status, intent: JSON.stringify(intent), balance, nextCheckAt };
        const updated = await t.get<{ requestId: string | null }>(sql.update, { ...after, id, version });
        if (!updated) return false;
        const isRedrawn = !isDrawnAlike(before, { intent, balance });
        await asRequest(updated.requestId, async () => {
          if (isRedrawn && before.replacedBy === null) await outbox.put(t, 'purchase', id);
          if (isNews(before, intent)) await outbox.put(t, 'purchase_notice', id);
        });
        const isCounted = (status: Intent['status']) => status === 'succeeded';
        if (isCounted(known.status) !== isCounted(intent.status)) await onFigures(t, before.memberId);
        return true;
      });
    },
    exportOf: async (memberId) =>
      (await db.all<PurchaseRow>(sql.ofMember, { memberId }))
        .map(read)
        .map(({ payUrl: _, ...purchase }) => purchase),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
