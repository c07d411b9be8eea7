import { type Database, write } from '../../base/store.js';
import type { Purchase } from './purchase.js';

/**
 * Balances before purchases, for a service without purchase status. A purchase has succeeded once the balance has grown
 * by its credits; each growth counts for only one purchase of a wallet.
 */
export type Baselines = {
  put(purchase: Pick<Purchase, 'id' | 'memberId' | 'address'>, available: number): Promise<void>;
  /** Null when there is no baseline. */
  find(purchaseId: string): Promise<number | null>;
  /**
   * Whether the balance has grown by the purchase's credits; claims that growth for this purchase. Idempotent.
   * @param available the current balance; infinite when the service reports that the purchase has succeeded
   */
  meet(purchaseId: string, credits: number, available: number): Promise<boolean>;
};

type Row = { member_id: string; address: string; available: number; is_met: number };

export function createBaselines(db: Database): Baselines {
  const insert = db.prepare(
    `INSERT INTO purchase_baseline (purchase_id, member_id, address, available)
     VALUES (@id, @memberId, @address, @available) ON CONFLICT DO NOTHING`,
  );
  const select = db.prepare<{ id: string }, Row>('SELECT * FROM purchase_baseline WHERE purchase_id = @id');
  const meet = db.prepare('UPDATE purchase_baseline SET is_met = 1 WHERE purchase_id = @id');
  const raise = db.prepare(
    `UPDATE purchase_baseline SET available = available + @credits
     WHERE member_id = @memberId AND address = @address AND is_met = 0`,
  );
  return {
    async put({ id, memberId, address }, available) {
      write(db, () => insert.run({ id, memberId, address: address ?? '', available }));
    },
    find: async (id) => select.get({ id })?.available ?? null,
    meet: async (id, credits, available) =>
      write(db, () => {
        const row = select.get({ id });
        if (!row || row.is_met === 1) return row !== undefined;
        if (available < row.available + credits) return false;
        meet.run({ id });
        raise.run({ credits, memberId: row.member_id, address: row.address });
        return true;
      }),
  };
}
