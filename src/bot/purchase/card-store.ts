import type { Clock } from '../../base/clock.js';
import type { Database, Params, Transaction } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';
import { isDrawnAlike } from './drawn.js';
import type { CardPlace, Purchase } from './purchase.js';
import type { createRowReader, PurchaseRow } from './row.js';

/** A private message that shows a purchase. */
export type PurchaseCard = CardPlace & {
  /** It shows a code that can be scanned. */
  hasCode: boolean;
  /** Its token ends soon, so it must not keep a code. */
  isEnding: boolean;
};

/** The private messages that show purchases. */
export type PurchaseCards = {
  /**
   * A message is about to show the purchase, or shows it with a new token.
   * @param replaced the purchase whose messages show this one from now on
   */
  put(t: Transaction, place: CardPlace, purchaseId: string, replaced?: string): Promise<void>;
  /** As `put`, on its own. */
  add(place: CardPlace, purchaseId: string): Promise<void>;
  ofPurchase(purchaseId: string): Promise<PurchaseCard[]>;
  /** The purchase that a message shows, and the language of the card. */
  findByMessage(messageId: string): Promise<{ purchase: Purchase; locale: string } | null>;
  /** Records what was drawn, and which messages Discord no longer edits. */
  noteDelivered(
    drawn: readonly { messageId: string; hasCode: boolean }[],
    lost?: readonly string[],
  ): Promise<void>;
  /** Queues a redraw when the purchase changed since `drawn`, because a reply may have overwritten a newer card. */
  redrawUnless(drawn: Purchase): Promise<void>;
  /** Queues redraws of cards answered after `since`, which the last process may not have drawn. */
  redraw(since: number): Promise<void>;
  /** Queues the last redraw of cards that show a code and were answered before `until`. */
  endSoon(until: number): Promise<void>;
};

type Row = { message_id: string; locale: string; has_code: number; is_ending: number };

const sql = {
  put: `INSERT INTO purchase_card (message_id, purchase_id, locale, live_since, has_code)
    VALUES (@messageId, @purchaseId, @locale, @now, 1)
    ON CONFLICT (message_id) DO UPDATE SET purchase_id = excluded.purchase_id, locale = excluded.locale,
      live_since = excluded.live_since, has_code = 1, is_ending = 0`,
  move: 'UPDATE purchase_card SET purchase_id = @purchaseId WHERE purchase_id = @replaced',
  ofPurchase:
    'SELECT message_id, locale, has_code, is_ending FROM purchase_card WHERE purchase_id = @purchaseId',
  byMessage: `SELECT purchase.*, purchase_card.locale AS card_locale
    FROM purchase_card JOIN purchase ON purchase.id = purchase_card.purchase_id
    WHERE message_id = @messageId`,
  drawn:
    'UPDATE purchase_card SET has_code = @hasCode WHERE message_id = @messageId AND has_code != @hasCode',
  remove: 'DELETE FROM purchase_card WHERE message_id = @messageId',
  byId: 'SELECT * FROM purchase WHERE id = @id',
  since: 'SELECT DISTINCT purchase_id AS id FROM purchase_card WHERE live_since > @since',
  endSoon: `UPDATE purchase_card SET is_ending = 1 WHERE live_since <= @until AND has_code = 1 AND is_ending = 0
    RETURNING purchase_id AS id`,
  hasEnding: `SELECT 1 AS found FROM purchase_card
    WHERE live_since <= @until AND has_code = 1 AND is_ending = 0 LIMIT 1`,
};

export function createPurchaseCards(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
  read: ReturnType<typeof createRowReader>;
}): PurchaseCards {
  const { db, clock, outbox, read } = deps;
  const put: PurchaseCards['put'] = async (t, { messageId, locale }, purchaseId, replaced) => {
    if (replaced !== undefined && (await t.run(sql.move, { purchaseId, replaced })) > 0)
      await outbox.put(t, 'purchase', purchaseId);
    await t.run(sql.put, { messageId, locale, purchaseId, now: clock.now() });
  };
  const queue = (text: string, params: Params): Promise<void> =>
    db.transaction(async (t) => {
      for (const { id } of await t.all<{ id: string }>(text, params)) await outbox.put(t, 'purchase', id);
    });
  return {
    put,
    add: (place, purchaseId) => db.transaction((t) => put(t, place, purchaseId)),
    ofPurchase: async (purchaseId) =>
      (await db.all<Row>(sql.ofPurchase, { purchaseId })).map((row) => ({
        messageId: row.message_id,
        locale: row.locale,
        hasCode: row.has_code === 1,
        isEnding: row.is_ending === 1,
      })),
    async findByMessage(messageId) {
      const row = await db.get<PurchaseRow & { card_locale: string }>(sql.byMessage, { messageId });
      return row ? { purchase: read(row), locale: row.card_locale } : null;
    },
    noteDelivered: (drawn, lost = []) =>
      db.transaction(async (t) => {
        for (const { messageId, hasCode } of drawn)
          await t.run(sql.drawn, { messageId, hasCode: Number(hasCode) });
        for (const messageId of lost) await t.run(sql.remove, { messageId });
      }),
    async redrawUnless(drawn) {
      const row = await db.get<PurchaseRow>(sql.byId, { id: drawn.id });
      if (row && row.replaced_by === null && !isDrawnAlike(read(row), drawn))
        await db.transaction((t) => outbox.put(t, 'purchase', drawn.id));
    },
    redraw: (since) => queue(sql.since, { since }),
    async endSoon(until) {
      if (await db.get(sql.hasEnding, { until })) await queue(sql.endSoon, { until });
    },
  };
}
