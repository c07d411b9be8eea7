import type { Intent } from '../../contract/payments.js';

/** What of an intent says how far its payment is. */
type Underway = Pick<Intent, 'status'> & {
  transactions: readonly Pick<Intent['transactions'][number], 'commitment' | 'confirmations'>[];
};

/** The way of a payment: the words of its steps, and which it has reached. */
export type Progress = { steps: readonly string[]; at: number };

/** Slots until the network calls a payment final; the last of them is never counted. */
const slotsToFinal = 32;

/** Of the payment that needs longest; null when nobody counts. */
const confirmationsOf = ({ transactions }: Underway): number | null => {
  const counts = transactions.flatMap(({ confirmations }) => confirmations ?? []);
  return counts.length === 0 ? null : Math.min(...counts);
};

const progress = (at: number, confirmed = 'confirmed'): Progress => ({
  steps: ['waiting', 'seen', confirmed, 'credited'],
  at,
});

/** The same on the card and on the page; null when no payment is under way or expected. */
export function progressOf(intent: Underway): Progress | null {
  const { status, transactions } = intent;
  if (status === 'requires_payment' || status === 'partially_paid') return progress(0);
  if (status === 'succeeded') return progress(3);
  if (status !== 'processing') return null;
  const confirmations = confirmationsOf(intent);
  if (confirmations === 0 || transactions.every(({ commitment }) => commitment === 'processed'))
    return progress(1);
  return progress(2, confirmations === null ? undefined : `confirmed ${confirmations} of ${slotsToFinal}`);
}
