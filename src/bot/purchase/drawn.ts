import { progressOf } from './progress.js';
import type { Purchase } from './purchase.js';

/** The fields shown on the card; other changes need no redraw. */
const drawnOf = ({ intent, balance }: Pick<Purchase, 'intent' | 'balance'>): string => {
  const { status, exception, amount_received_base_units, transactions } = intent;
  return JSON.stringify([
    status,
    exception,
    amount_received_base_units,
    balance,
    progressOf({ status, transactions }),
    transactions.map((one) => [one.commitment, one.standing, one.returned_base_units]),
  ]);
};

/** Whether two states of a purchase look the same on its card. */
export const isDrawnAlike = (
  a: Pick<Purchase, 'intent' | 'balance'>,
  b: Pick<Purchase, 'intent' | 'balance'>,
): boolean => drawnOf(a) === drawnOf(b);
