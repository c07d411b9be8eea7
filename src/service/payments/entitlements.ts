import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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

export function createEntitlements(deps: { db: Database; ledger: Ledger; clock: Clock }): Entitlements {
  const { db, ledger, clock } = deps;
  const source = createPaymentSource(ledger, {
    subjectOf: (id) => `entitlement/${id}`,
    bought: 'Bought in Discord',
    returned: 'Discord returned the money',
    takesWhatIsLeft: true,
  });
  const columns = 'user_id AS userId, credits, owed, returned_at AS returnedAt';
  const read = db.prepare<{ id: string }, Row>(`SELECT ${columns} FROM entitlement WHERE id = @id`);
  const insert = db.prepare(
    'INSERT INTO entitlement (id, user_id, credits, credited_at) VALUES (@id, @userId, @credits, @now)',
  );
  const refuse = db.prepare('INSERT INTO entitlement (id, credits, returned_at) VALUES (@id, 0, @now)');
  const end = db.prepare('UPDATE entitlement SET returned_at = @now, owed = @owed WHERE id = @id');
  const findAddress = db
    .prepare<{ userId: string }, string>('SELECT address FROM user WHERE id = @userId')
    .pluck();
  const debts = db.prepare<[], Debt>(
    `SELECT id, ${columns} FROM entitlement WHERE owed > 0 AND waived_at IS NULL ORDER BY returned_at, id`,
  );
  const waive = db.prepare(
    `UPDATE entitlement SET waived_by = @by, waived_at = @now, note = @note
     WHERE id = @id AND owed > 0 AND waived_at IS NULL`,
  );

  const endOne = (id: string): Row => {
    const row = read.get({ id });
    if (row && row.returnedAt !== null) return row;
    if (!row) refuse.run({ id, now: clock.now() });
    else {
      const { userId, credits } = row;
      const owed = userId === null ? 0 : source.takeBack({ id, userId, credits });
      end.run({ id, owed, now: clock.now() });
    }
    return read.get({ id })!;
  };

  return {
    credit: async (sale) =>
      write(db, () => {
        if (read.get({ id: sale.id })) return;
        insert.run({ ...sale, now: clock.now() });
        source.credit(sale);
      }),
    takeBack: async (id) =>
      write(db, () => {
        const { userId, credits, owed, returnedAt } = endOne(id);
        const address = userId === null ? null : (findAddress.get({ userId }) ?? null);
        return { address, credits, owed, returnedAt: returnedAt! };
      }),
    listDebts: async () => debts.all(),
    waive: async (id, { by, note = null as string | null }) =>
      write(db, () => waive.run({ id, by, note, now: clock.now() }).changes > 0),
  };
}
