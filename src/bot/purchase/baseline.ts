import { type Database, write } from '../../base/store.js';
import type { Purchase } from './store.js';

/**
 * Balances before purchases, for a service that does not say how a purchase stands. A purchase has succeeded once the
 * balance has grown by its credits; that growth then counts for no other purchase of the same wallet.
 */
export type Baselines = {
  put(purchase: Pick<Purchase, 'id' | 'memberId' | 'address'>, available: number): Promise<void>;
  /** Null where none was kept. */
  find(purchaseId: string): Promise<number | null>;
  /** The purchase has succeeded: those that are still open begin above its credits. */
  settle(purchaseId: string, credits: number): Promise<void>;
};

type Row = { member_id: string; address: string; available: number };

export function createBaselines(db: Database): Baselines {
  const insert = db.prepare(
    'INSERT INTO purchase_baseline (purchase_id, member_id, address, available) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const select = db.prepare<[string], Row>('SELECT * FROM purchase_baseline WHERE purchase_id = ?');
  const remove = db.prepare('DELETE FROM purchase_baseline WHERE purchase_id = ?');
  const raise = db.prepare(
    'UPDATE purchase_baseline SET available = available + ? WHERE member_id = ? AND address = ?',
  );
  return {
    async put({ id, memberId, address }, available) {
      write(db, () => insert.run(id, memberId, address ?? '', available));
    },
    find: async (id) => select.get(id)?.available ?? null,
    async settle(id, credits) {
      write(db, () => {
        const row = select.get(id);
        if (!row) return;
        remove.run(id);
        raise.run(credits, row.member_id, row.address);
      });
    },
  };
}
