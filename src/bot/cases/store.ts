import type { Database } from '../../base/db/database.js';
import type { PaymentCase } from '../../contract/payment-cases.js';
import type { OutboxStore } from '../delivery/outbox.js';

export type KeptCase = { shown: PaymentCase; state: 'open' | 'over'; messageId: string | null };

/** The payment cases that operators see, and their cards. */
export type CaseStore = {
  /**
   * Stores the open cases and queues a card update for every new, changed or closed one.
   * @param isAll whether `open` is complete, so that missing cases are closed
   */
  keep(open: readonly PaymentCase[], isAll: boolean): Promise<void>;
  find(id: string): Promise<KeptCase | null>;
  placed(id: string, messageId: string): Promise<void>;
};

type Row = { shown: string; state: KeptCase['state']; message_id: string | null };

const sql = {
  insert: `INSERT INTO payment_case (id, shown) VALUES (@id, @shown)
    ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, state = 'open'
      WHERE payment_case.shown <> excluded.shown OR payment_case.state = 'over'`,
  listOpen: "SELECT id FROM payment_case WHERE state = 'open'",
  end: "UPDATE payment_case SET state = 'over' WHERE id = @id",
  select: 'SELECT shown, state, message_id FROM payment_case WHERE id = @id',
  place: 'UPDATE payment_case SET message_id = @messageId WHERE id = @id',
};

export function createCaseStore({ db, outbox }: { db: Database; outbox: OutboxStore }): CaseStore {
  return {
    keep: (open, isAll) =>
      db.transaction(async (t) => {
        const ids = new Set(open.map(({ id }) => id));
        for (const one of open)
          if ((await t.run(sql.insert, { id: one.id, shown: JSON.stringify(one) })) > 0)
            await outbox.put(t, 'case', one.id);
        for (const { id } of isAll ? await t.all<{ id: string }>(sql.listOpen) : []) {
          if (ids.has(id)) continue;
          await t.run(sql.end, { id });
          await outbox.put(t, 'case', id);
        }
      }),
    async find(id) {
      const row = await db.get<Row>(sql.select, { id });
      return row
        ? { shown: JSON.parse(row.shown) as PaymentCase, state: row.state, messageId: row.message_id }
        : null;
    },
    async placed(id, messageId) {
      await db.run(sql.place, { id, messageId });
    },
  };
}
