import { type Currency, toDecimal } from '../../base/money.js';
import type { Intent } from '../../contract/payments.js';
import type { Translate } from '../../copy/translate.js';

type Payment = Intent['transactions'][number];
type Sum = readonly [Currency, bigint];

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

function sumUp(intent: Intent, of: (payment: Payment) => bigint): Sum[] {
  const sums = new Map<Currency, bigint>();
  for (const payment of intent.transactions) {
    const currency = currencyOf(intent, payment);
    sums.set(currency, (sums.get(currency) ?? 0n) + of(payment));
  }
  return [...sums].filter(([, sum]) => sum > 0n);
}

/** Base units as exact text in the reader's language: `0.02 SOL`. */
export const amountText = (baseUnits: bigint, currency: Currency, t: Translate): string =>
  t.amount(toDecimal(baseUnits, currency), currency);

/** `0.02 SOL` or `0.02 SOL and 3 USDC`; empty for none. */
const listed = (sums: readonly Sum[], t: Translate): string =>
  t.list(sums.map(([currency, sum]) => amountText(sum, currency, t)));

/** The price as text. */
export const priceText = ({ amount, currency }: Pick<Intent, 'amount' | 'currency'>, t: Translate): string =>
  t.amount(amount, currency);

/** Explains the digits that a service adds to the price of the pack, by which it recognizes a payment. */
export function priceNote(
  { intent, listPrice }: { intent: Intent; listPrice: string | null },
  t: Translate,
): string | null {
  if (listPrice === null) return null;
  const [price, asked] = [BigInt(listPrice), BigInt(intent.amount_base_units)];
  const extra = asked - price;
  if (extra <= 0n || extra * 100n > price) return null;
  return t('purchase.card.extra', {
    price: amountText(price, intent.currency, t),
    extra: amountText(extra, intent.currency, t),
  });
}

/** The amount received and kept, as text. */
export function received(intent: Intent, t: Translate): string {
  const counted: Sum = [intent.currency, BigInt(intent.amount_received_base_units)];
  const instead = sumUp(intent, (payment) => takenInstead(intent, payment));
  const isShown = instead.length === 0 || counted[1] > 0n;
  return listed([...(isShown ? [counted] : []), ...instead], t);
}

/** The refunded amount as text; empty for none. */
export const sentBack = (intent: Intent, t: Translate): string => listed(sumUp(intent, returnedOf), t);

/** The amount that the network dropped after it was credited, as text; empty for none. */
export const dropped = (intent: Intent, t: Translate): string =>
  listed(
    sumUp(intent, ({ standing, amount_base_units }) =>
      standing === 'dropped' ? BigInt(amount_base_units) : 0n,
    ),
    t,
  );
