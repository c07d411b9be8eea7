import { type Currency, toBaseUnits, toDecimal } from '../../base/money.js';
import type { Intent } from '../payments.js';
import { address } from '../shapes.js';
import { type Fields, fieldsOf } from './fields.js';
import { mintNames, type Price, priceOf } from './money.js';
import { findPayLink, type PayLink, readPayLink, writePayLink } from './pay-link.js';
import { mismatch, type Notes } from './reading.js';
import { isDictionary, toId } from './values.js';

/** Not `address` or `wallet`, which may be the payer's own: see `onlyAddress`. */
const recipientNames = [
  ...[
    'recipient',
    'destination',
    'receiver',
    'receiving',
    'merchant',
    'treasury',
    'payee',
    'to',
    'pay_to',
  ].flatMap((who) => [who, `${who}_address`, `${who}_wallet`, `${who}_wallet_address`, `${who}_account`]),
  'deposit_address',
  'payment_address',
];
const addressIn = (fields: Fields, names: readonly string[]): string | undefined => {
  for (const name of names) {
    const given = fields.any([name]);
    const value = isDictionary(given)
      ? fieldsOf([given], name, fields.notes).id(['address', 'public_key', 'pubkey', 'wallet'])
      : toId(given);
    if (value !== undefined && address.safeParse(value).success) return value;
  }
  return undefined;
};

/** Address fields that do not say whose address it is. */
const addressNames = ['address', 'wallet_address', 'wallet', 'solana_address'];

/** Note of a reading; the payer's own address would cause the same note. */
export const unclaimedAddress = 'recipient: taken from the only address there is';

/** The only unclaimed address of the reply; undefined if there are several. */
function onlyAddress(fields: Fields): string | undefined {
  const found = addressNames.flatMap((name) => addressIn(fields, [name]) ?? []);
  if (found.length !== 1) return undefined;
  fields.notes.add(unclaimedAddress);
  return found[0];
}

/** The payment a person signs: amount, currency and recipient. */
export type Offer = Pick<
  Intent,
  | 'currency'
  | 'amount'
  | 'amount_base_units'
  | 'recipient'
  | 'mint'
  | 'reference'
  | 'memo'
  | 'label'
  | 'message'
> & { solana_pay_url: string };

/** Ignores transaction requests, because their content cannot be checked before signing; the reply must name a transfer. */
function linkIn(body: unknown, notes: Notes): (PayLink & { url: string }) | null {
  const url = findPayLink(body);
  const link = url === undefined ? null : readPayLink(url);
  if (link === 'transaction') {
    notes.add('solana_pay_url: a transaction request is ignored');
    return null;
  }
  if (url === undefined) return null;
  if (!link) throw mismatch('solana_pay_url', 'is not a readable transfer request');
  return { ...link, url };
}

function priceOfLink({ amount, mint }: PayLink, currency: Currency | undefined): Price | undefined {
  if (amount === null || (mint !== null && currency === undefined)) return undefined;
  const asset = mint === null ? 'SOL' : (currency ?? 'SOL');
  const units = toBaseUnits(amount, asset);
  if (units === null) throw mismatch('solana_pay_url', 'has an amount that cannot be paid');
  return { currency: asset, units };
}

export const contradiction = (field: string) => mismatch(field, 'contradicts the Solana Pay link');

/** Reads amount, currency and recipient. @throws AppError `provider_mismatch` if any of them is unclear */
export function readOffer(fields: Fields, body: unknown, notes: Notes): Offer {
  const link = linkIn(body, notes);
  const alone = priceOf(fields);
  const mint = addressIn(fields, mintNames) ?? link?.mint ?? null;
  const said = 'price' in alone ? alone.price.currency : undefined;
  const linked = link ? priceOfLink(link, said) : undefined;
  const priced = priceOf(fields, linked ? [linked] : []);
  if ('why' in priced) throw mismatch('amount', priced.why);
  const { currency, units } = priced.price;
  const recipient = addressIn(fields, recipientNames) ?? link?.recipient ?? onlyAddress(fields);
  if (recipient === undefined) throw mismatch('recipient', 'does not say where to pay');
  if (link && link.recipient !== recipient) throw contradiction('recipient');
  if (link && (link.mint ?? null) !== (currency === 'SOL' ? null : mint)) throw contradiction('mint');
  if (currency !== 'SOL' && mint === null) throw mismatch('mint', `does not say which token ${currency} is`);
  const amount = toDecimal(units, currency);
  const offer = {
    currency,
    amount,
    amount_base_units: units.toString(),
    recipient,
    mint: currency === 'SOL' ? null : mint,
    reference:
      addressIn(fields, ['reference', 'reference_key', 'reference_address', 'reference_public_key']) ??
      link?.reference ??
      '',
    memo: fields.text(['memo']) ?? link?.memo ?? null,
    label: fields.text(['label', 'merchant_name']) ?? link?.label ?? 'Credits',
    message: fields.text(['message', 'description']) ?? link?.message ?? '',
  };
  // The service's own link may contain more, such as further references.
  return { ...offer, solana_pay_url: link?.amount ? link.url : writePayLink(offer) };
}
