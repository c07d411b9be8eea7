import { type Currency, toDecimal } from '../../base/money.js';
import type { Intent } from '../../contract/payments.js';

type Payment = Intent['transactions'][number];

/** Base units of a payment that were sent back. */
export const returnedOf = ({ standing, amount_base_units, returned_base_units = '0' }: Payment): bigint =>
  BigInt(standing === 'returned' ? amount_base_units : returned_base_units);

/** What was taken as the price though it came in another currency. */
const takenInstead = ({ mint }: Intent, payment: Payment): bigint =>
  payment.standing === 'accepted' && payment.mint !== mint ? BigInt(payment.amount_base_units) : 0n;

/** There are two: a mint that is not that of the purchase is of the other. */
const currencyOf = ({ currency, mint }: Intent, payment: Payment): Currency => {
  if (payment.mint === undefined || payment.mint === mint) return currency;
  return currency === 'SOL' ? 'USDC' : 'SOL';
};

/** `0.02 SOL`, or `0.02 SOL and 3 USDC`; empty when there is none. */
function sumUp(intent: Intent, of: (payment: Payment) => bigint): string {
  const sums = new Map<Currency, bigint>();
  for (const payment of intent.transactions) {
    const currency = currencyOf(intent, payment);
    sums.set(currency, (sums.get(currency) ?? 0n) + of(payment));
  }
  return [...sums]
    .filter(([, sum]) => sum > 0n)
    .map(([currency, sum]) => `${toDecimal(sum, currency)} ${currency}`)
    .join(' and ');
}

/** What was paid for it and kept, as a person reads it. */
export function received(intent: Intent): string {
  const { amount_received_base_units, currency } = intent;
  const counted = `${toDecimal(BigInt(amount_received_base_units), currency)} ${currency}`;
  const instead = sumUp(intent, (payment) => takenInstead(intent, payment));
  if (instead === '') return counted;
  return amount_received_base_units === '0' ? instead : `${counted} and ${instead}`;
}

/** What was sent back, as a person reads it; empty when nothing was. */
export const sentBack = (intent: Intent): string => sumUp(intent, returnedOf);

/** What the network dropped after it was credited, as a person reads it; empty when nothing was. */
export const dropped = (intent: Intent): string =>
  sumUp(intent, ({ standing, amount_base_units }) =>
    standing === 'dropped' ? BigInt(amount_base_units) : 0n,
  );
