import { type Database, write } from '../../base/store.js';
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

export function createCaseStore({ db, outbox }: { db: Database; outbox: OutboxStore }): CaseStore {
  const insert = db.prepare(
    `INSERT INTO payment_case (id, shown) VALUES (@id, @shown)
     ON CONFLICT (id) DO UPDATE SET shown = excluded.shown, state = 'open'
       WHERE shown <> excluded.shown OR state = 'over'`,
  );
  const listOpen = db.prepare<[], string>("SELECT id FROM payment_case WHERE state = 'open'").pluck();
  const end = db.prepare("UPDATE payment_case SET state = 'over' WHERE id = @id");
  const select = db.prepare<{ id: string }, Row>(
    'SELECT shown, state, message_id FROM payment_case WHERE id = @id',
  );
  const place = db.prepare('UPDATE payment_case SET message_id = @messageId WHERE id = @id');
  return {
    keep: async (open, isAll) =>
      write(db, () => {
        const ids = new Set(open.map(({ id }) => id));
        for (const one of open)
          if (insert.run({ id: one.id, shown: JSON.stringify(one) }).changes > 0) outbox.put('case', one.id);
        for (const id of isAll ? listOpen.all() : []) {
          if (ids.has(id)) continue;
          end.run({ id });
          outbox.put('case', id);
        }
      }),
    async find(id) {
      const row = select.get({ id });
      return row
        ? { shown: JSON.parse(row.shown) as PaymentCase, state: row.state, messageId: row.message_id }
        : null;
    },
    async placed(id, messageId) {
      write(db, () => place.run({ id, messageId }));
    },
  };
}
