import type { Intent, IntentStatus } from '../../contract/payments.js';
import { returnedOf } from './amounts.js';
import type { Purchase } from './store.js';

/** After this long nobody watches the card any more. */
const watchedMs = 15 * 60_000;

/** What has come of the money. On the way to it nothing is told in a message of its own. */
const outcomes: ReadonlySet<IntentStatus> = new Set([
  'partially_paid',
  'succeeded',
  'requires_review',
  'refunded',
]);
/** A member who ended the waiting, or whose payment went astray, is not looking at the card. */
const unexpected: ReadonlySet<Intent['exception']> = new Set([
  'paid_late',
  'duplicate',
  'unmatched',
  'wrong_asset',
  'dropped',
]);

/**
 * What arrived for good: until then the service has not said yet what it makes of it. What anybody can send who sees
 * the code is left out: less than a hundredth of the price, and what does not count and is not the buyer's.
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

/** What has come of the money, as a text that is the same while it is; null while nothing has. */
export function outcomeOf(purchase: Pick<Purchase, 'intent' | 'address'>): string | null {
  const { status, exception } = purchase.intent;
  return outcomes.has(status)
    ? [status, exception ?? '', arrived(purchase), returned(purchase.intent)].join('/')
    : null;
}

/** Whether the member must hear of a step in a message of its own, since its card is not being watched. */
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
