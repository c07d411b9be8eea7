import { type Database, write } from '../../base/store.js';
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

export function createPurchaseNews(deps: {
  db: Database;
  outbox: Pick<OutboxStore, 'put'>;
  read: ReturnType<typeof createRowReader>;
}): PurchaseNews {
  const { db, outbox, read } = deps;
  const note = db.prepare<{ id: string; outcome: string; isPending: number }>(
    'UPDATE purchase SET notified = @outcome, is_pending = @isPending WHERE id = @id',
  );
  const noteShown = db.prepare<{ id: string; outcome: string }>(
    'UPDATE purchase SET shown = @outcome WHERE id = @id AND shown IS NOT @outcome',
  );
  const pendingOf = db.prepare<{ memberId: string }, PurchaseRow>(
    'SELECT * FROM purchase WHERE member_id = @memberId AND is_pending = 1 ORDER BY created_at',
  );
  const notePendingShown = db.prepare<Pick<Purchase, 'id' | 'notified'>>(
    'UPDATE purchase SET is_pending = 0 WHERE id = @id AND notified IS @notified AND is_pending = 1',
  );
  const share = db.prepare<{ id: string; what: Shared; messageId: string }>(
    `UPDATE purchase SET shared = @what, shared_in = @messageId
     WHERE id = @id AND (shared IS NOT @what OR shared_in = @messageId)`,
  );
  return {
    async noteNotified(id, outcome, how) {
      write(db, () => note.run({ id, outcome, isPending: Number(how === 'closed') }));
    },
    async noteShown(id, outcome) {
      write(db, () => noteShown.run({ id, outcome }));
    },
    pendingOf: async (memberId) => pendingOf.all({ memberId }).map(read),
    async notePendingShown({ id, notified }) {
      write(db, () => notePendingShown.run({ id, notified }));
    },
    share: async (id, what, messageId) =>
      write(db, () => {
        if (share.run({ id, what, messageId }).changes === 0) return false;
        outbox.put('purchase', id);
        return true;
      }),
  };
}
