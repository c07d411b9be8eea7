import type { Database } from '../../../base/store.js';
import type { IntentRow } from '../intent.js';
import { createIntentReader } from '../intents.js';
import { casesOf, droppedOf, judge, keptOf } from '../machine.js';
import { type Difference, difference, differencesOf, isNoAmount } from './difference.js';

const stuckMs = 3_600_000;

/** Judges each purchase again from its payments, and compares the result with its stored state and the ledger. */
export function comparePurchases(db: Database, now: number): Difference[] {
  const check = (code: Difference['code'], sql: string, values?: Readonly<Record<string, number>>) =>
    differencesOf(db, ['purchases', code], sql, values);
  const readAll = createIntentReader(db)<Record<string, never>>(
    `NOT ${isNoAmount('amount')} AND NOT EXISTS (SELECT 1 FROM payment WHERE intent_id = intent.id
       AND (${isNoAmount('payment.amount')} OR ${isNoAmount('payment.returned')}))`,
  );
  const posted = createLedgerView(db);
  const findCase = db.prepare<{ signature: string; part: string; amount: string }>(
    `SELECT 1 FROM review
     WHERE signature = @signature AND part = @part AND amount = @amount AND decision IS NULL`,
  );
  const isOpen = ({ payment: { signature, part }, amountBaseUnits }: ReturnType<typeof casesOf>[number]) =>
    findCase.get({ signature, part, amount: amountBaseUnits.toString() }) !== undefined;
  const judged = readAll({}).flatMap((intent) => [
    ...compareStatus(intent, posted(intent), now),
    ...casesOf(intent, intent.payments)
      .filter((one) => !isOpen(one))
      .map(({ payment: { signature }, reason, amountBaseUnits: amount }) =>
        difference('purchases', 'no_case', { amount, signature, reason, purchase: intent.id }),
      ),
  ]);
  return [
    ...judged,
    ...check('price', `SELECT id AS purchase, amount FROM intent WHERE ${isNoAmount('amount')}`),
    ...check(
      'amounts',
      `SELECT signature, amount, returned FROM payment WHERE ${isNoAmount('amount')} OR ${isNoAmount('returned')}`,
    ),
    ...check(
      'gave',
      `SELECT entry.subject AS subject, coalesce(intent.status, 'unknown') AS status FROM ledger_entry AS entry
       LEFT JOIN intent ON intent.id = entry.subject
       WHERE entry.kind = 'purchase' AND entry.subject NOT LIKE 'entitlement/%' AND entry.subject NOT LIKE 'proof:%'
         AND coalesce(intent.status, '') NOT IN ('succeeded', 'refunded')`,
    ),
    ...check(
      'not_bought',
      `SELECT entry.subject AS subject FROM ledger_entry AS entry
       WHERE kind = 'purchase' AND subject LIKE 'entitlement/%'
         AND NOT EXISTS (SELECT 1 FROM entitlement WHERE 'entitlement/' || entitlement.id = entry.subject)`,
    ),
    ...check(
      'entitlement',
      `SELECT 'entitlement/' || entitlement.id AS entitlement, entitlement.credits AS credits,
         iif(returned_at IS NULL, 0, entitlement.credits - owed) AS taken,
         coalesce(given.credits, 0) AS given, coalesce(taken.credits, 0) AS back
       FROM entitlement
       LEFT JOIN ledger_entry AS given ON given.subject = 'entitlement/' || entitlement.id AND given.kind = 'purchase'
         AND given.user_id = entitlement.user_id
       LEFT JOIN ledger_entry AS taken ON taken.subject = 'entitlement/' || entitlement.id AND taken.kind = 'refund'
         AND taken.user_id = entitlement.user_id
       WHERE coalesce(given.credits, 0) <> entitlement.credits
         OR coalesce(taken.credits, 0) <> iif(returned_at IS NULL, 0, entitlement.credits - owed)`,
    ),
    ...check(
      'stuck',
      `SELECT id AS purchase FROM intent
       WHERE status = 'processing' AND coalesce(
         (SELECT max(seen_at) FROM payment WHERE intent_id = intent.id), created_at) < @before`,
      { before: now - stuckMs },
    ),
  ];
}

/** Credits the ledger gave and took for a purchase; null without an entry. */
type Posted = { given: number | null; taken: number | null };

function createLedgerView(db: Database): (intent: IntentRow) => Posted {
  const read = db
    .prepare<{ id: string; userId: string; kind: 'purchase' | 'refund' }, number>(
      'SELECT credits FROM ledger_entry WHERE subject = @id AND user_id = @userId AND kind = @kind',
    )
    .pluck();
  return ({ id, userId }) => ({
    given: read.get({ id, userId, kind: 'purchase' }) ?? null,
    taken: read.get({ id, userId, kind: 'refund' }) ?? null,
  });
}

function compareStatus(intent: IntentRow, { given, taken }: Posted, now: number): Difference[] {
  const { id, status, credits, amountBaseUnits: price, payments } = intent;
  const fresh = { ...intent, status: 'requires_payment', exception: null, settledAt: null } as const;
  const isPaid = judge(fresh, payments, { now, checked: false }).status === 'succeeded';
  const kept = payments
    .filter(({ standing }) => standing === 'counts')
    .reduce((total, payment) => total + keptOf(payment), 0n);
  const values = { purchase: id, status, credits: given ?? 0, paid: kept, price };
  const says = (...checks: readonly (readonly [boolean, Difference['code']])[]) =>
    checks.flatMap(([differs, code]) => (differs ? [difference('purchases', code, values)] : []));
  if (status === 'succeeded')
    return says(
      [given !== credits, 'credits'],
      [taken !== null, 'taken'],
      // A dropped payment opens a review case, which is compared separately.
      [!isPaid && droppedOf(intent, payments).length === 0, 'underpaid'],
    );
  if (status === 'refunded')
    return says(
      [given !== taken, 'not_taken'],
      [payments.every(({ returnedBaseUnits }) => returnedBaseUnits === 0n), 'not_sent'],
    );
  return says([isPaid, 'paid']);
}
