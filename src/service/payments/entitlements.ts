import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { Ledger } from '../ledger/ledger.js';
import { createPaymentSource, type Sale } from './source.js';

/** Credits a member had spent before Discord refunded the purchase. Times in ms. */
export type Debt = { id: string; userId: string; credits: number; owed: number; returnedAt: number };

/** Result of refunding a purchase. */
export type RefundedPurchase = {
  /** The wallet that bought it; null when nothing was credited. */
  address: string | null;
  credits: number;
  owed: number;
  returnedAt: number;
};

/** Purchases made inside Discord. Every call is repeatable, in any order. */
export type Entitlements = {
  /** Gives the credits once; gives none for a purchase that was refunded before. */
  credit(sale: Sale): Promise<void>;
  /** Takes back the credits that are not spent yet. */
  takeBack(id: string): Promise<RefundedPurchase>;
  /** Debts that are not waived, oldest first. */
  listDebts(): Promise<Debt[]>;
  /** Waives a debt by an operator's decision. False when there is no such debt. */
  waive(id: string, decider: { by: string; note?: string }): Promise<boolean>;
};

type Row = { userId: string | null; credits: number; owed: number; returnedAt: number | null };

const columns = 'user_id AS userId, credits, owed, returned_at AS returnedAt';
const sql = {
  read: `SELECT ${columns} FROM entitlement WHERE id = @id`,
  insert: 'INSERT INTO entitlement (id, user_id, credits, credited_at) VALUES (@id, @userId, @credits, @now)',
  refuse: 'INSERT INTO entitlement (id, credits, returned_at) VALUES (@id, 0, @now)',
  end: 'UPDATE entitlement SET returned_at = @now, owed = @owed WHERE id = @id',
  findAddress: 'SELECT address FROM "user" WHERE id = @userId',
  listDebts: `SELECT id, ${columns} FROM entitlement
    WHERE owed > 0 AND waived_at IS NULL ORDER BY returned_at, id`,
  waive: `UPDATE entitlement SET waived_by = @by, waived_at = @now, note = @note
    WHERE id = @id AND owed > 0 AND waived_at IS NULL`,
};

export function createEntitlements(deps: { db: Database; ledger: Ledger; clock: Clock }): Entitlements {
  const { db, ledger, clock } = deps;
  const source = createPaymentSource(ledger, {
    subjectOf: (id) => `entitlement/${id}`,
    bought: 'Bought in Discord',
    returned: 'Discord returned the money',
    takesWhatIsLeft: true,
  });

  const endOne = async (t: Transaction, id: string): Promise<Row> => {
    const row = await t.get<Row>(sql.read, { id });
    if (row && row.returnedAt !== null) return row;
    if (!row) await t.run(sql.refuse, { id, now: clock.now() });
    else {
      const { userId, credits } = row;
      const owed = userId === null ? 0 : await source.takeBack(t, { id, userId, credits });
      await t.run(sql.end, { id, owed, now: clock.now() });
    }
    return (await t.get<Row>(sql.read, { id }))!;
  };

  return {
    credit: (sale) =>
      db.transaction(async (t) => {
        if (await t.get(sql.read, { id: sale.id })) return;
        await t.run(sql.insert, { ...sale, now: clock.now() });
        await source.credit(t, sale);
      }),
    takeBack: (id) =>
      db.transaction(async (t) => {
        const { userId, credits, owed, returnedAt } = await endOne(t, id);
        const user = userId === null ? null : await t.get<{ address: string }>(sql.findAddress, { userId });
        return { address: user?.address ?? null, credits, owed, returnedAt: returnedAt! };
      }),
    listDebts: () => db.all<Debt>(sql.listDebts),
    waive: async (id, { by, note = null as string | null }) =>
      (await db.run(sql.waive, { id, by, note, now: clock.now() })) > 0,
  };
}
