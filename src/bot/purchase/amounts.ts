import { type Currency, toDecimal } from '../../base/money.js';
import type { Intent } from '../../contract/payments.js';

type Payment = Intent['transactions'][number];

/** Refunded base units of a payment. */
export const returnedOf = ({ standing, amount_base_units, returned_base_units = '0' }: Payment): bigint =>
  BigInt(standing === 'returned' ? amount_base_units : returned_base_units);

/** Base units accepted as the price although paid in the other currency. */
const takenInstead = ({ mint }: Intent, payment: Payment): bigint =>
  payment.standing === 'accepted' && payment.mint !== mint ? BigInt(payment.amount_base_units) : 0n;

/** There are only two currencies, so a different mint means the other one. */
const currencyOf = ({ currency, mint }: Intent, payment: Payment): Currency => {
  if (payment.mint === undefined || payment.mint === mint) return currency;
  return currency === 'SOL' ? 'USDC' : 'SOL';
};

/** `0.02 SOL` or `0.02 SOL and 3 USDC`; empty for zero. */
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

/** The amount received and kept, as text. */
export function received(intent: Intent): string {
  const { amount_received_base_units, currency } = intent;
  const counted = `${toDecimal(BigInt(amount_received_base_units), currency)} ${currency}`;
  const instead = sumUp(intent, (payment) => takenInstead(intent, payment));
  if (instead === '') return counted;
  return amount_received_base_units === '0' ? instead : `${counted} and ${instead}`;
}

/** The refunded amount as text; empty for none. */
export const sentBack = (intent: Intent): string => sumUp(intent, returnedOf);

/** The amount that the network dropped after it was credited, as text; empty for none. */
export const dropped = (intent: Intent): string =>
  sumUp(intent, ({ standing, amount_base_units }) =>
    standing === 'dropped' ? BigInt(amount_base_units) : 0n,
  );
