import type { Intent, IntentStatus } from '../../contract/payments.js';
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
]);

/** Something has come of the money. */
export const hasOutcome = ({ status }: Intent): boolean => outcomes.has(status);

/** What arrived for good: until then the service has not said yet what it makes of it. */
function settled({ transactions, required_commitment, amount_received_base_units }: Intent): string {
  if (transactions.length === 0) return amount_received_base_units;
  return transactions
    .filter(({ commitment }) => commitment === 'finalized' || required_commitment === 'confirmed')
    .reduce((sum, { amount_base_units }) => sum + BigInt(amount_base_units), 0n)
    .toString();
}

const outcome = (intent: Intent): string =>
  JSON.stringify([intent.status, intent.exception, settled(intent)]);

/** Whether the member must hear of a step in a message of its own, since its card is not being watched. */
export function isNews(before: Purchase, after: Intent, now: number): boolean {
  if (!hasOutcome(after) || outcome(before.intent) === outcome(after)) return false;
  return (
    before.replacedBy !== null ||
    before.intent.status === 'succeeded' ||
    unexpected.has(after.exception) ||
    now - before.createdAt > watchedMs
  );
}
