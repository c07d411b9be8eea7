import type { Database } from '../../base/db/database.js';
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

const sql = {
  insert: `INSERT INTO purchase_baseline (purchase_id, member_id, address, available)
    VALUES (@id, @memberId, @address, @available) ON CONFLICT (purchase_id) DO NOTHING`,
  select: 'SELECT * FROM purchase_baseline WHERE purchase_id = @id',
  meet: 'UPDATE purchase_baseline SET is_met = 1 WHERE purchase_id = @id',
  raise: `UPDATE purchase_baseline SET available = available + @credits
    WHERE member_id = @memberId AND address = @address AND is_met = 0`,
};

export function createBaselines(db: Database): Baselines {
  return {
    async put({ id, memberId, address }, available) {
      await db.run(sql.insert, { id, memberId, address: address ?? '', available });
    },
    find: async (id) => (await db.get<Row>(sql.select, { id }))?.available ?? null,
    meet: (id, credits, available) =>
      db.transaction(async (t) => {
        const row = await t.get<Row>(sql.select, { id });
        if (!row || row.is_met === 1) return row !== undefined;
        if (available < row.available + credits) return false;
        await t.run(sql.meet, { id });
        await t.run(sql.raise, { credits, memberId: row.member_id, address: row.address });
        return true;
      }),
  };
}
