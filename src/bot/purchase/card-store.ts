import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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
   * Inside another store's transaction: a message is about to show the purchase, or shows it with a new token.
   * @param replaced the purchase whose messages show this one from now on
   */
  put(place: CardPlace, purchaseId: string, replaced?: string): void;
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

function statements(db: Database) {
  return {
    put: db.prepare<CardPlace & { purchaseId: string; now: number }>(
      `INSERT INTO purchase_card (message_id, purchase_id, locale, live_since, has_code)
       VALUES (@messageId, @purchaseId, @locale, @now, 1)
       ON CONFLICT (message_id) DO UPDATE SET purchase_id = excluded.purchase_id, locale = excluded.locale,
         live_since = excluded.live_since, has_code = 1, is_ending = 0`,
    ),
    move: db.prepare<{ purchaseId: string; replaced: string }>(
      'UPDATE purchase_card SET purchase_id = @purchaseId WHERE purchase_id = @replaced',
    ),
    ofPurchase: db.prepare<{ purchaseId: string }, Row>(
      'SELECT message_id, locale, has_code, is_ending FROM purchase_card WHERE purchase_id = @purchaseId',
    ),
    byMessage: db.prepare<{ messageId: string }, PurchaseRow & { card_locale: string }>(
      `SELECT purchase.*, purchase_card.locale AS card_locale
       FROM purchase_card JOIN purchase ON purchase.id = purchase_card.purchase_id
       WHERE message_id = @messageId`,
    ),
    drawn: db.prepare<{ messageId: string; hasCode: number }>(
      'UPDATE purchase_card SET has_code = @hasCode WHERE message_id = @messageId AND has_code != @hasCode',
    ),
    remove: db.prepare<{ messageId: string }>('DELETE FROM purchase_card WHERE message_id = @messageId'),
    byId: db.prepare<{ id: string }, PurchaseRow>('SELECT * FROM purchase WHERE id = @id'),
    since: db.prepare<{ since: number }, { id: string }>(
      'SELECT DISTINCT purchase_id AS id FROM purchase_card WHERE live_since > @since',
    ),
    endSoon: db.prepare<{ until: number }, { id: string }>(
      `UPDATE purchase_card SET is_ending = 1 WHERE live_since <= @until AND has_code = 1 AND is_ending = 0
       RETURNING purchase_id AS id`,
    ),
    hasEnding: db.prepare<{ until: number }>(
      'SELECT 1 FROM purchase_card WHERE live_since <= @until AND has_code = 1 AND is_ending = 0 LIMIT 1',
    ),
  };
}

export function createPurchaseCards(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
  read: ReturnType<typeof createRowReader>;
}): PurchaseCards {
  const { db, clock, outbox, read } = deps;
  const sql = statements(db);
  const put: PurchaseCards['put'] = ({ messageId, locale }, purchaseId, replaced) => {
    if (replaced !== undefined && sql.move.run({ purchaseId, replaced }).changes > 0)
      outbox.put('purchase', purchaseId);
    sql.put.run({ messageId, locale, purchaseId, now: clock.now() });
  };
  const queue = (found: readonly { id: string }[]): void => {
    for (const { id } of found) outbox.put('purchase', id);
  };
  return {
    put,
    async add(place, purchaseId) {
      write(db, () => put(place, purchaseId));
    },
    ofPurchase: async (purchaseId) =>
      sql.ofPurchase.all({ purchaseId }).map((row) => ({
        messageId: row.message_id,
        locale: row.locale,
        hasCode: row.has_code === 1,
        isEnding: row.is_ending === 1,
      })),
    async findByMessage(messageId) {
      const row = sql.byMessage.get({ messageId });
      return row ? { purchase: read(row), locale: row.card_locale } : null;
    },
    async noteDelivered(drawn, lost = []) {
      write(db, () => {
        for (const { messageId, hasCode } of drawn) sql.drawn.run({ messageId, hasCode: Number(hasCode) });
        for (const messageId of lost) sql.remove.run({ messageId });
      });
    },
    async redrawUnless(drawn) {
      const row = sql.byId.get({ id: drawn.id });
      if (row && row.replaced_by === null && !isDrawnAlike(read(row), drawn))
        write(db, () => outbox.put('purchase', drawn.id));
    },
    async redraw(since) {
      write(db, () => queue(sql.since.all({ since })));
    },
    async endSoon(until) {
      if (sql.hasEnding.get({ until })) write(db, () => queue(sql.endSoon.all({ until })));
    },
  };
}
