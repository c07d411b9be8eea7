import type { Intent, IntentStatus } from '../../contract/payments.js';
import { returnedOf } from './amounts.js';
import type { Purchase } from './store.js';

/** How long a member is assumed to watch the card, ms. */
const watchedMs = 15 * 60_000;

/** Statuses worth a separate message; intermediate ones are not. */
const outcomes: ReadonlySet<IntentStatus> = new Set([
  'partially_paid',
  'succeeded',
  'requires_review',
  'refunded',
]);
/** Exceptions after which a member is probably not watching the card. */
const unexpected: ReadonlySet<Intent['exception']> = new Set([
  'paid_late',
  'duplicate',
  'unmatched',
  'wrong_asset',
  'dropped',
]);

/**
 * The final amount received; before finality the service has not classified a payment. Ignores what strangers can send
 * to a visible code: less than 1 % of the price, and uncounted payments that are not the buyer's.
 */
function arrived({ intent, address }: Pick<Purchase, 'intent' | 'address'>): string {
  const { transactions, required_commitment, amount_received_base_units, amount_base_units: price } = intent;
  if (transactions.length === 0) return amount_received_base_units;
  return transactions
    .filter(({ commitment }) => commitment === 'finalized' || required_commitment === 'confirmed')
    .filter(({ standing }) => standing !== 'dropped')
    .filter(({ standing, payer, amount_base_units: amount }) =>
      standing === 'wrong_asset' || standing === 'unmatched'
        ? payer === address
        : BigInt(amount) * 100n >= BigInt(price),
    )
    .reduce((sum, { amount_base_units }) => sum + BigInt(amount_base_units), 0n)
    .toString();
}

const returned = ({ transactions }: Intent): string =>
  transactions.reduce((sum, payment) => sum + returnedOf(payment), 0n).toString();

/** A fingerprint of the outcome, to detect changes; null while there is none. */
export function outcomeOf(purchase: Pick<Purchase, 'intent' | 'address'>): string | null {
  const { status, exception } = purchase.intent;
  return outcomes.has(status)
    ? [status, exception ?? '', arrived(purchase), returned(purchase.intent)].join('/')
    : null;
}

/** Whether a change needs a separate message because the member is probably not watching the card. */
export function isNews(before: Purchase, intent: Intent, now: number): boolean {
  const outcome = outcomeOf({ ...before, intent });
  if (outcome === null || outcome === outcomeOf(before)) return false;
  return (
    before.replacedBy !== null ||
    before.intent.status === 'succeeded' ||
    unexpected.has(intent.exception) ||
    now - before.createdAt > watchedMs
  );
}
