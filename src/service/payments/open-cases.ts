import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';
import type { Case } from './machine.js';

/** A review case was opened; `intentId` is null for money without a purchase. */
export type OpenedCase = { signature: string; reason: Case['reason']; intentId: string | null };

const sql = {
  open: `INSERT INTO review (signature, part, reason, amount, opened_at)
    VALUES (@signature, @part, @reason, @amount, @now)
    ON CONFLICT (signature, part) WHERE decision IS NULL
    DO UPDATE SET reason = excluded.reason, amount = excluded.amount`,
  /** Open cases that a later payment may resolve. */
  listAnswerable: `SELECT review.id, signature, part FROM review JOIN payment USING (signature, part)
    WHERE intent_id = @intentId AND decision IS NULL AND reason IN ('overpaid', 'duplicate', 'dropped')`,
  findOpen: `SELECT 1 AS found FROM review
    WHERE signature = @signature AND part = @part AND decision IS NULL`,
  close: 'DELETE FROM review WHERE id = @id',
};

/** Opens a case, or updates the open one about the same payment. @returns the case if it is new */
export async function openCase(
  t: Transaction,
  clock: Clock,
  {
    signature,
    part,
    reason,
    amountBaseUnits,
    intentId,
  }: OpenedCase & { part: string; amountBaseUnits: bigint },
): Promise<OpenedCase[]> {
  const isOpen = async () => (await t.get(sql.findOpen, { signature, part })) !== undefined;
  const wasOpen = await isOpen();
  await t.run(sql.open, { signature, part, reason, amount: amountBaseUnits.toString(), now: clock.now() });
  // A trigger ignores cases about transfers that proved a wallet.
  return !wasOpen && (await isOpen()) ? [{ signature, reason, intentId }] : [];
}

/**
 * Makes the open cases of an intent match its payments; an earlier payment may be noticed later.
 * @returns the new cases
 */
export async function matchCases(
  t: Transaction,
  clock: Clock,
  cases: readonly Case[],
  intentId: string,
): Promise<OpenedCase[]> {
  const isNamed = (one: { signature: string; part: string }) =>
    cases.some(({ payment }) => payment.signature === one.signature && payment.part === one.part);
  type Known = { id: number; signature: string; part: string };
  for (const one of await t.all<Known>(sql.listAnswerable, { intentId }))
    if (!isNamed(one)) await t.run(sql.close, { id: one.id });
  const opened: OpenedCase[] = [];
  for (const { payment, reason, amountBaseUnits } of cases) {
    const { signature, part } = payment;
    opened.push(...(await openCase(t, clock, { signature, part, reason, amountBaseUnits, intentId })));
  }
  return opened;
}
