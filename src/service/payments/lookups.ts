import type { Transaction } from '../../base/db/database.js';
import { askedOf, type IntentRow } from './intent.js';
import { intentsWhere, readIntents } from './intent-reader.js';

const ofPayer = 'id IN (SELECT intent_id FROM intent_wallet WHERE address = @payer)';
const inMint = 'mint IS NOT DISTINCT FROM @mint';
const sql = {
  byReference: intentsWhere('reference = @reference'),
  byPayer: intentsWhere(
    `${ofPayer} AND ${inMint} AND amount = @amount AND status NOT IN ('succeeded', 'refunded')
     ORDER BY row DESC LIMIT 1`,
  ),
  underpaid: intentsWhere(`${ofPayer} AND ${inMint} AND status = 'partially_paid'`),
  awaited: intentsWhere(
    `${ofPayer} AND status IN ('requires_payment', 'processing', 'partially_paid')
     ORDER BY row DESC LIMIT 2`,
  ),
};

/** Matches a payment to a purchase, inside the transaction that stores the payment. */
export const lookups = {
  findByReference: async (t: Transaction, reference: string): Promise<IntentRow | null> =>
    (await readIntents(t, sql.byReference, { reference }))[0] ?? null,
  /** Matches a payment without a reference: the intent of this payer that asks for exactly this amount. */
  async findByPayer(
    t: Transaction,
    payer: string,
    mint: string | null,
    amountBaseUnits: bigint,
  ): Promise<IntentRow | null> {
    const amount = amountBaseUnits.toString();
    const [exact] = await readIntents(t, sql.byPayer, { payer, mint, amount });
    if (exact) return exact;
    const underpaid = await readIntents(t, sql.underpaid, { payer, mint });
    return underpaid.find((intent) => askedOf(intent) === amountBaseUnits) ?? null;
  },
  /** The one intent this payer is expected to pay; null when there is none or more than one. */
  async findAwaited(t: Transaction, payer: string): Promise<IntentRow | null> {
    const [only = null, ...others] = await readIntents(t, sql.awaited, { payer });
    return others.length === 0 ? only : null;
  },
};
