import type { Queries } from '../../../base/db/database.js';
import type { IntentRow } from '../intent.js';
import { intentsWhere, readIntents } from '../intent-reader.js';
import { casesOf, droppedOf, judge, keptOf } from '../machine.js';
import { type Difference, difference, differencesOf, isNoAmount } from './difference.js';

const stuckMs = 3_600_000;

const takenBack = 'CASE WHEN returned_at IS NULL THEN 0 ELSE entitlement.credits - owed END';
const sql = {
  intents: intentsWhere(
    `NOT ${isNoAmount('amount')} AND NOT EXISTS (SELECT 1 FROM payment WHERE intent_id = intent.id
       AND (${isNoAmount('payment.amount')} OR ${isNoAmount('payment.returned')}))`,
  ),
  openCases: 'SELECT signature, part, amount FROM review WHERE decision IS NULL',
  posted: `SELECT subject, user_id AS userId, kind, credits FROM ledger_entry WHERE kind IN ('purchase', 'refund')`,
};

/** Queries whose rows are differences, by their codes. */
const checks: readonly [Difference['code'], string][] = [
  ['price', `SELECT id AS purchase, amount FROM intent WHERE ${isNoAmount('amount')}`],
  [
    'amounts',
    `SELECT signature, amount, returned FROM payment WHERE ${isNoAmount('amount')} OR ${isNoAmount('returned')}`,
  ],
  [
    'gave',
    `SELECT entry.subject AS subject, coalesce(intent.status, 'unknown') AS status
     FROM ledger_entry AS entry LEFT JOIN intent ON intent.id = entry.subject
     WHERE entry.kind = 'purchase' AND entry.subject NOT LIKE 'entitlement/%' AND entry.subject NOT LIKE 'proof:%'
       AND coalesce(intent.status, '') NOT IN ('succeeded', 'refunded')`,
  ],
  [
    'not_bought',
    `SELECT entry.subject AS subject FROM ledger_entry AS entry
     WHERE kind = 'purchase' AND subject LIKE 'entitlement/%'
       AND NOT EXISTS (SELECT 1 FROM entitlement WHERE 'entitlement/' || entitlement.id = entry.subject)`,
  ],
  [
    'entitlement',
    `SELECT 'entitlement/' || entitlement.id AS entitlement, entitlement.credits AS credits, ${takenBack} AS taken,
       coalesce(given.credits, 0) AS given, coalesce(taken.credits, 0) AS back
     FROM entitlement
     LEFT JOIN ledger_entry AS given ON given.subject = 'entitlement/' || entitlement.id AND given.kind = 'purchase'
       AND given.user_id = entitlement.user_id
     LEFT JOIN ledger_entry AS taken ON taken.subject = 'entitlement/' || entitlement.id AND taken.kind = 'refund'
       AND taken.user_id = entitlement.user_id
     WHERE coalesce(given.credits, 0) <> entitlement.credits OR coalesce(taken.credits, 0) <> ${takenBack}`,
  ],
];
const stuck = `SELECT id AS purchase FROM intent
  WHERE status = 'processing' AND coalesce(
    (SELECT max(seen_at) FROM payment WHERE intent_id = intent.id), created_at) < @before`;

/** Judges each purchase again from its payments, and compares the result with its stored state and the ledger. */
export async function comparePurchases(q: Queries, now: number): Promise<Difference[]> {
  const posted = await readPosted(q);
  const openCases = new Set(
    (await q.all<OpenCase>(sql.openCases)).map(({ signature, part, amount }) =>
      caseName(signature, part, amount),
    ),
  );
  const judged = (await readIntents(q, sql.intents, {})).flatMap((intent) => [
    ...compareStatus(intent, posted(intent), now),
    ...casesOf(intent, intent.payments)
      .filter(
        ({ payment: { signature, part }, amountBaseUnits }) =>
          !openCases.has(caseName(signature, part, amountBaseUnits.toString())),
      )
      .map(({ payment: { signature }, reason, amountBaseUnits: amount }) =>
        difference('purchases', 'no_case', { amount, signature, reason, purchase: intent.id }),
      ),
  ]);
  const found: Difference[] = [...judged];
  for (const [code, check] of checks) found.push(...(await differencesOf(q, ['purchases', code], check)));
  const isStuck = await differencesOf(q, ['purchases', 'stuck'], stuck, { before: now - stuckMs });
  return [...found, ...isStuck];
}

type OpenCase = { signature: string; part: string; amount: string };
const caseName = (...names: readonly [signature: string, part: string, amount: string]): string =>
  JSON.stringify(names);

/** Credits the ledger gave and took for a purchase; null without an entry. */
type Posted = { given: number | null; taken: number | null };

async function readPosted(q: Queries): Promise<(intent: IntentRow) => Posted> {
  type Row = { subject: string; userId: string; kind: 'purchase' | 'refund'; credits: number };
  const rows = await q.all<Row>(sql.posted);
  const credits = new Map(
    rows.map((row) => [JSON.stringify([row.subject, row.userId, row.kind]), row.credits]),
  );
  return ({ id, userId }) => ({
    given: credits.get(JSON.stringify([id, userId, 'purchase'])) ?? null,
    taken: credits.get(JSON.stringify([id, userId, 'refund'])) ?? null,
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
