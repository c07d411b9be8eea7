import type { Database } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { Purchase, Shared } from './purchase.js';
import type { createRowReader, PurchaseRow } from './row.js';

/** What members, and their channels, were told of purchases. */
export type PurchaseNews = {
  /** Records that the outcome was sent directly, or could not be. */
  noteNotified(id: string, outcome: string, how: 'told' | 'closed'): Promise<void>;
  /** Records that a card showed the outcome. */
  noteShown(id: string, outcome: string): Promise<void>;
  /** Purchases of a member whose last outcome no direct message could deliver. */
  pendingOf(memberId: string): Promise<Purchase[]>;
  /** Discord accepted the notice of that outcome below an answer. Idempotent. */
  notePendingShown(purchase: Pick<Purchase, 'id' | 'notified'>): Promise<void>;
  /**
   * Records what a message tells the channel, and queues the card without that button. A message may be posted again,
   * another one with the same news not.
   * @returns false when it was told before
   */
  share(id: string, what: Shared, messageId: string): Promise<boolean>;
};

const sql = {
  note: 'UPDATE purchase SET notified = @outcome, is_pending = @isPending WHERE id = @id',
  noteShown: 'UPDATE purchase SET shown = @outcome WHERE id = @id AND shown IS DISTINCT FROM @outcome',
  pendingOf: 'SELECT * FROM purchase WHERE member_id = @memberId AND is_pending = 1 ORDER BY created_at',
  notePendingShown: `UPDATE purchase SET is_pending = 0
    WHERE id = @id AND notified IS NOT DISTINCT FROM @notified AND is_pending = 1`,
  share: `UPDATE purchase SET shared = @what, shared_in = @messageId
    WHERE id = @id AND (shared IS DISTINCT FROM @what OR shared_in = @messageId)`,
};

export function createPurchaseNews(deps: {
  db: Database;
  outbox: Pick<OutboxStore, 'put'>;
  read: ReturnType<typeof createRowReader>;
}): PurchaseNews {
  const { db, outbox, read } = deps;
  return {
    async noteNotified(id, outcome, how) {
      await db.run(sql.note, { id, outcome, isPending: Number(how === 'closed') });
    },
    async noteShown(id, outcome) {
      await db.run(sql.noteShown, { id, outcome });
    },
    pendingOf: async (memberId) => (await db.all<PurchaseRow>(sql.pendingOf, { memberId })).map(read),
    async notePendingShown({ id, notified }) {
      await db.run(sql.notePendingShown, { id, notified });
    },
    share: (id, what, messageId) =>
      db.transaction(async (t) => {
        if ((await t.run(sql.share, { id, what, messageId })) === 0) return false;
        await outbox.put(t, 'purchase', id);
        return true;
      }),
  };
}
