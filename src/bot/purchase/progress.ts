import type { Intent } from '../../contract/payments.js';

/** The fields of an intent that determine the progress. */
type Underway = Pick<Intent, 'status'> & {
  transactions: readonly Pick<Intent['transactions'][number], 'commitment' | 'confirmations'>[];
};

/** The named steps of a payment and the index of the current one. */
export type Progress = { steps: readonly string[]; at: number };

/** Slots until finality. */
const slotsToFinal = 32;

/** Confirmations of the slowest payment; null when the service doesn't count them. */
const confirmationsOf = ({ transactions }: Underway): number | null => {
  const counts = transactions.flatMap(({ confirmations }) => confirmations ?? []);
  return counts.length === 0 ? null : Math.min(...counts);
};

const progress = (at: number, confirmed = 'confirmed'): Progress => ({
  steps: ['waiting', 'seen', confirmed, 'credited'],
  at,
});

/** The progress for card and page; null when no payment is pending or expected. */
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
