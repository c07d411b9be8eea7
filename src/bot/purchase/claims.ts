import { type Database, write } from '../../base/store.js';

/** Transactions members handed in that a service in another dialect has not seen yet: sent with each confirming. */
export type Claims = {
  /** The newest counts. */
  put(purchaseId: string, signature: string): Promise<void>;
  find(purchaseId: string): Promise<string | null>;
  remove(purchaseId: string): Promise<void>;
};

export function createClaims(db: Database): Claims {
  const insert = db.prepare(
    `INSERT INTO purchase_claim (purchase_id, signature) VALUES (@purchaseId, @signature)
     ON CONFLICT (purchase_id) DO UPDATE SET signature = excluded.signature`,
  );
  const select = db
    .prepare<{ purchaseId: string }, string>(
      'SELECT signature FROM purchase_claim WHERE purchase_id = @purchaseId',
    )
    .pluck();
  const remove = db.prepare('DELETE FROM purchase_claim WHERE purchase_id = @purchaseId');
  return {
    async put(purchaseId, signature) {
      write(db, () => insert.run({ purchaseId, signature }));
    },
    find: async (purchaseId) => select.get({ purchaseId }) ?? null,
    async remove(purchaseId) {
      write(db, () => remove.run({ purchaseId }));
    },
  };
}
