import type { IntentRow } from './intent.js';
import { isDropped, keptOf, type Payment } from './machine.js';

/** The payment that completed the price. */
export function completing({ payments, amountBaseUnits }: IntentRow): Payment | undefined {
  let total = 0n;
  return (
    payments.find((payment) => {
      if (payment.standing === 'counts') total += keptOf(payment);
      return total >= amountBaseUnits;
    }) ?? payments.find(({ standing }) => standing === 'accepted')
  );
}

/** Whether a credited purchase would be underpaid without this transaction. */
export function isCreditedBy(intent: IntentRow, signature: string): boolean {
  const rest = intent.payments.filter((payment) => payment.signature !== signature);
  const kept = rest
    .filter(({ standing }) => standing === 'counts')
    .reduce((total, payment) => total + keptOf(payment), 0n);
  const isAccepted = rest.some(({ standing }) => standing === 'accepted');
  return intent.status === 'succeeded' && !isAccepted && kept < intent.amountBaseUnits;
}

/** Recomputes when and by which payment a purchase was credited, after a dropped payment was paid again. */
export function withoutDropped(
  intent: IntentRow,
): Pick<IntentRow, 'settledAt' | 'settledBy' | 'receiptNumber'> {
  const { settledAt, settledBy, receiptNumber, payments } = intent;
  const isGone = payments.some((payment) => payment.signature === settledBy && isDropped(payment));
  const another = isGone ? completing(intent)?.signature : undefined;
  return { settledAt, settledBy: another ?? settledBy, receiptNumber };
}
