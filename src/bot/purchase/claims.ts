import type { Database } from '../../base/db/database.js';

/** Transactions members handed in that a service in another dialect has not seen yet: sent with each confirming. */
export type Claims = {
  /** The newest counts. */
  put(purchaseId: string, signature: string): Promise<void>;
  find(purchaseId: string): Promise<string | null>;
  remove(purchaseId: string): Promise<void>;
};

const sql = {
  insert: `INSERT INTO purchase_claim (purchase_id, signature) VALUES (@purchaseId, @signature)
    ON CONFLICT (purchase_id) DO UPDATE SET signature = excluded.signature`,
  select: 'SELECT signature FROM purchase_claim WHERE purchase_id = @purchaseId',
  remove: 'DELETE FROM purchase_claim WHERE purchase_id = @purchaseId',
};

export function createClaims(db: Database): Claims {
  return {
    async put(purchaseId, signature) {
      await db.run(sql.insert, { purchaseId, signature });
    },
    find: async (purchaseId) =>
      (await db.get<{ signature: string }>(sql.select, { purchaseId }))?.signature ?? null,
    async remove(purchaseId) {
      await db.run(sql.remove, { purchaseId });
    },
  };
}
