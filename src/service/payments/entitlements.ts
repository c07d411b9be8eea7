import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import { createPaymentSource, type Sale } from './source.js';

/** Credits that were spent before Discord returned the money for them. Times in ms. */
export type Debt = { id: string; userId: string; credits: number; owed: number; returnedAt: number };

/** What became of a purchase whose money went back. */
export type Returned = {
  /** The wallet that had bought it; null when nothing was ever credited. */
  address: string | null;
  credits: number;
  owed: number;
  returnedAt: number;
};

/** What was bought inside Discord. All of it is repeatable, in whatever order it is told. */
export type Entitlements = {
  /** Gives the credits, once; none for money that was returned before. */
  credit(sale: Sale): Promise<void>;
  /** Takes the credits back, as far as they are not spent. */
  takeBack(id: string): Promise<Returned>;
  /** What is owed and was not waived, the oldest first. */
  listDebts(): Promise<Debt[]>;
  /** An operator asks for it no more. False when there is no such debt. */
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
  const read = db.prepare<[string], Row>(`SELECT ${columns} FROM entitlement WHERE id = ?`);
  const insert = db.prepare(
    'INSERT INTO entitlement (id, user_id, credits, credited_at) VALUES (@id, @userId, @credits, @now)',
  );
  const refuse = db.prepare('INSERT INTO entitlement (id, credits, returned_at) VALUES (?, 0, ?)');
  const end = db.prepare('UPDATE entitlement SET returned_at = ?, owed = ? WHERE id = ?');
  const findAddress = db.prepare<[string], string>('SELECT address FROM user WHERE id = ?').pluck();
  const debts = db.prepare<[], Debt>(
    `SELECT id, ${columns} FROM entitlement WHERE owed > 0 AND waived_at IS NULL ORDER BY returned_at, id`,
  );
  const waive = db.prepare(
    `UPDATE entitlement SET waived_by = @by, waived_at = @now, note = @note
     WHERE id = @id AND owed > 0 AND waived_at IS NULL`,
  );

  const endOne = (id: string): Row => {
    const row = read.get(id);
    if (row && row.returnedAt !== null) return row;
    if (!row) refuse.run(id, clock.now());
    else {
      const { userId, credits } = row;
      const owed = userId === null ? 0 : source.takeBack({ id, userId, credits });
      end.run(clock.now(), owed, id);
    }
    return read.get(id)!;
  };

  return {
    credit: async (sale) =>
      write(db, () => {
        if (read.get(sale.id)) return;
        insert.run({ ...sale, now: clock.now() });
        source.credit(sale);
      }),
    takeBack: async (id) =>
      write(db, () => {
        const { userId, credits, owed, returnedAt } = endOne(id);
        const address = userId === null ? null : (findAddress.get(userId) ?? null);
        return { address, credits, owed, returnedAt: returnedAt! };
      }),
    listDebts: async () => debts.all(),
    waive: async (id, { by, note = null as string | null }) =>
      write(db, () => waive.run({ id, by, note, now: clock.now() }).changes > 0),
  };
}
