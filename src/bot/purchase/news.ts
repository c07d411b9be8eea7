import type { Intent, IntentStatus } from '../../contract/payments.js';
import { returnedOf } from './amounts.js';

/** The part of a purchase that decides what its member is told. */
type Announced = {
  intent: Intent;
  address: string | null;
  replacedBy: string | null;
};

/** Statuses worth a separate message; intermediate ones are not. */
const outcomes: ReadonlySet<IntentStatus> = new Set([
  'partially_paid',
  'succeeded',
  'requires_review',
  'refunded',
]);
/** Exceptions that a member does not expect, so that they are told even beside their card. */
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
function arrived({ intent, address }: Pick<Announced, 'intent' | 'address'>): string {
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
export function outcomeOf(purchase: Pick<Announced, 'intent' | 'address'>): string | null {
  const { status, exception } = purchase.intent;
  return outcomes.has(status)
    ? [status, exception ?? '', arrived(purchase), returned(purchase.intent)].join('/')
    : null;
}

/**
 * Whether a change needs a direct message even if the card shows it. Without a card that can be edited, every outcome
 * does (see the notifier).
 */
export function isNews(before: Announced, intent: Intent): boolean {
  const outcome = outcomeOf({ ...before, intent });
  if (outcome === null || outcome === outcomeOf(before)) return false;
  return (
    before.replacedBy !== null || before.intent.status === 'succeeded' || unexpected.has(intent.exception)
  );
}
