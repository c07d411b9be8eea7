import type { Intent } from '../../contract/payments.js';
import type { Translate } from '../../copy/translate.js';

/** The fields of an intent that determine the progress. */
type Underway = Pick<Intent, 'status'> & {
  transactions: readonly Pick<Intent['transactions'][number], 'commitment' | 'confirmations'>[];
};

/** The index of the current step, and the confirmations so far where the service counts them. */
export type Progress = { at: number; confirmations: number | null };

/** Slots until finality. */
const slotsToFinal = 32;

/** Confirmations of the slowest payment; null when the service doesn't count them. */
const confirmationsOf = ({ transactions }: Underway): number | null => {
  const counts = transactions.flatMap(({ confirmations }) => confirmations ?? []);
  return counts.length === 0 ? null : Math.min(...counts);
};

const progress = (at: number, confirmations: number | null = null): Progress => ({ at, confirmations });

/** The progress for card and page; null when no payment is pending or expected. */
export function progressOf(intent: Underway): Progress | null {
  const { status, transactions } = intent;
  if (status === 'requires_payment' || status === 'partially_paid') return progress(0);
  if (status === 'succeeded') return progress(3);
  if (status !== 'processing') return null;
  const confirmations = confirmationsOf(intent);
  if (confirmations === 0 || transactions.every(({ commitment }) => commitment === 'processed'))
    return progress(1);
  return progress(2, confirmations);
}

/** The names of the steps, for card and page. */
export const stepsOf = (
  { confirmations }: Progress,
  t: Translate<`purchase.step.${'waiting' | 'seen' | 'confirmed' | 'confirmed_of' | 'credited'}`>,
): string[] => [
  t('purchase.step.waiting'),
  t('purchase.step.seen'),
  confirmations === null
    ? t('purchase.step.confirmed')
    : t('purchase.step.confirmed_of', { confirmations, needed: slotsToFinal }),
  t('purchase.step.credited'),
];
