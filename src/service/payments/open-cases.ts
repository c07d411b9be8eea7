import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { Case } from './machine.js';

/** A review case was opened; `intentId` is null for money without a purchase. */
export type OpenedCase = { signature: string; reason: Case['reason']; intentId: string | null };

/** Opens and closes review cases as payments arrive. Synchronous, to run inside the transaction that stores them. */
export type OpenCases = {
  /** Opens a case, or updates the open one about the same payment. */
  open(question: OpenedCase & { part: string; amountBaseUnits: bigint }): void;
  /** Makes the open cases of an intent match its payments; an earlier payment may be noticed later. */
  match(cases: readonly Case[], intentId: string): void;
};

/** @param opened called for each new case */
export function createOpenCases(deps: {
  db: Database;
  clock: Clock;
  opened: (opened: OpenedCase) => void;
}): OpenCases {
  const { db, clock, opened } = deps;
  const openCase = db.prepare(
    `INSERT INTO review (signature, part, reason, amount, opened_at)
     VALUES (@signature, @part, @reason, @amount, @now)
     ON CONFLICT (signature, part) WHERE decision IS NULL
     DO UPDATE SET reason = excluded.reason, amount = excluded.amount`,
  );
  /** Open cases that a later payment may resolve. */
  const listAnswerable = db.prepare<{ intentId: string }, { id: number; signature: string; part: string }>(
    `SELECT review.id, signature, part FROM review JOIN payment USING (signature, part)
     WHERE intent_id = @intentId AND decision IS NULL AND reason IN ('overpaid', 'duplicate', 'dropped')`,
  );
  const findOpen = db.prepare<{ signature: string; part: string }>(
    'SELECT 1 FROM review WHERE signature = @signature AND part = @part AND decision IS NULL',
  );
  const closeCase = db.prepare<{ id: number }>('DELETE FROM review WHERE id = @id');

  const open: OpenCases['open'] = ({ signature, part, reason, amountBaseUnits, intentId }) => {
    const isOpen = () => findOpen.get({ signature, part }) !== undefined;
    const wasOpen = isOpen();
    openCase.run({ signature, part, reason, amount: amountBaseUnits.toString(), now: clock.now() });
    // A trigger ignores cases about transfers that proved a wallet.
    if (!wasOpen && isOpen()) opened({ signature, reason, intentId });
  };

  return {
    open,
    match(cases, intentId) {
      const isNamed = (one: { signature: string; part: string }) =>
        cases.some(({ payment }) => payment.signature === one.signature && payment.part === one.part);
      for (const one of listAnswerable.all({ intentId })) if (!isNamed(one)) closeCase.run({ id: one.id });
      for (const { payment, reason, amountBaseUnits } of cases) {
        const { signature, part } = payment;
        open({ signature, part, reason, amountBaseUnits, intentId });
      }
    },
  };
}
