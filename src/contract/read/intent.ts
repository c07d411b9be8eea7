import { toBaseUnits } from '../../base/money.js';
import { type Intent, intent } from '../payments.js';
import { signature } from '../shapes.js';
import { unwrap } from './envelope.js';
import { type Fields, fieldsOf } from './fields.js';
import { contradiction, type Offer, readOffer } from './intent-offer.js';
import { priceOf } from './money.js';
import { parseOwn } from './own.js';
import { readPayLink } from './pay-link.js';
import { createNotes, type Known, mismatch, type Reader, type Reading } from './reading.js';
import { intentStatusOf, statusNames } from './status.js';
import { isDictionary, plainWord, shown } from './values.js';

const own = ['intent', 'payment_intent', 'payment', 'purchase', 'order', 'invoice', 'charge'];
/** Without `payment`, because `payment_wallet` may be the payer's own. */
const prefixes = ['intent', 'paymentintent'];
const idNames = ['id', 'intent_id', 'payment_intent_id', 'payment_id', 'purchase_id', 'order_id', 'uuid'];
/** Nested objects in which services put the payment details. */
const parts = [
  'payment',
  'transfer',
  'payment_details',
  'payment_request',
  'instructions',
  'pay',
  'solana',
  'onchain',
];
const creditNames = ['credits', 'credit_amount', 'credits_amount', 'amount_credits'];
const signatureNames = [
  'signature',
  'tx_signature',
  'transaction_signature',
  'tx_hash',
  'txid',
  'transaction_hash',
];
const marks = [
  'id',
  'intent_id',
  ...statusNames,
  'amount',
  'recipient',
  'currency',
  'pack_id',
  'amount_lamports',
  'reference',
];

/** Without an id beside them, these words describe the request, not the payment. */
const envelopeWords = new Set(['success', 'successful', 'ok']);

const offerMs = 30 * 60_000;

const offerOf = (known: Intent): Offer => ({
  currency: known.currency,
  amount: known.amount,
  amount_base_units: known.amount_base_units,
  recipient: known.recipient,
  mint: known.mint,
  reference: known.reference,
  memo: known.memo,
  label: known.label,
  message: known.message,
  solana_pay_url: known.solana_pay_url,
});

/** An offer does not change: a different price in a later reply is noted and not used. */
function checkSame(fields: Fields, known: Intent): void {
  const priced = priceOf(fields);
  const isOther =
    'price' in priced &&
    priced.price.currency === known.currency &&
    priced.price.units !== BigInt(known.amount_base_units);
  if (isOther) fields.notes.add('amount: differs from the offer and is not used');
}

/** Words that may describe the order rather than a payment; they count as unpaid without a transaction. */
const orderWords = new Set(['processing', 'inprogress', 'submitted']);
const statusSaid = (word: unknown, hasTransaction: boolean): Intent['status'] | undefined =>
  orderWords.has(plainWord(word)) && !hasTransaction ? 'requires_payment' : intentStatusOf(word);

const transactionsOf = (fields: Fields, { amount_base_units }: Offer): Intent['transactions'] => {
  const found = fields.id(signatureNames) ?? fields.object(['transaction', 'tx'])?.id(signatureNames);
  if (found === undefined || !signature.safeParse(found).success) return [];
  return [{ signature: found, payer: null, amount_base_units, slot: 0, commitment: 'confirmed' }];
};

const httpsOf = (url: string | undefined): string | null =>
  url !== undefined && /^https:\/\/[^\s<>"]+$/.test(url) ? url : null;

function receivedOf(fields: Fields, status: Intent['status'], offer: Offer): string {
  const given = fields.id(['amount_received_base_units', 'amount_received_lamports', 'received_lamports']);
  if (given !== undefined && /^\d+$/.test(given)) return given;
  return status === 'succeeded' ? offer.amount_base_units : '0';
}

function build(body: unknown, { known: before, params, body: order, now }: Known): Reading<Intent> {
  const notes = createNotes();
  const known = before as Intent | undefined;
  const fields = unwrap(body, { own, marks, notes, prefixes, parts: [...own, ...parts] });
  const word = fields.any(statusNames);
  const isEnvelope = known !== undefined && envelopeWords.has(plainWord(word)) && !fields.has(idNames);
  const offer = known ? offerOf(known) : readOffer(fields, body, notes);
  const transactions = transactionsOf(fields, offer);
  const said = isEnvelope ? undefined : statusSaid(word, transactions.length > 0);
  const status = said ?? known?.status ?? 'requires_payment';
  if (said === undefined)
    notes.add(word === undefined ? 'status: is missing' : `status: "${shown(word)}" is unknown`);
  if (known) checkSame(fields, known);
  const iso = new Date(now).toISOString();
  const asked = (order ?? {}) as { pack_id?: string };
  const id = known?.id ?? params?.intent_id ?? fields.id(idNames) ?? outerId(body) ?? fields.missing(['id']);
  const isSettled = status === 'succeeded' || status === 'refunded';
  const expires = fields.time([
    'expires_at',
    'expiry',
    'expires',
    'valid_until',
    'expiration',
    'expiration_at',
    'expire_at',
    'deadline',
  ]);
  if (!expires && !known) notes.add('expires_at: is missing, taken as half an hour');
  const value: Intent = {
    id,
    status,
    exception: known?.exception ?? null,
    pack_id: fields.id(['pack_id', 'credit_pack_id', 'package_id']) ?? known?.pack_id ?? asked.pack_id ?? '',
    credits: known?.credits ?? fields.number(creditNames) ?? creditsOfPack(fields) ?? 0,
    ...offer,
    network: fields.text(['network', 'cluster']) ?? known?.network ?? '',
    pay_url:
      known?.pay_url ?? httpsOf(fields.text(['pay_url', 'payment_url', 'checkout_url', 'hosted_url', 'url'])),
    amount_received_base_units: receivedOf(fields, status, offer),
    transactions: transactions.length > 0 ? transactions : (known?.transactions ?? []),
    required_commitment: known?.required_commitment ?? 'finalized',
    created_at: known?.created_at ?? fields.time(['created_at', 'created', 'timestamp']) ?? iso,
    expires_at: expires ?? known?.expires_at ?? new Date(now + offerMs).toISOString(),
    settled_at: isSettled
      ? (known?.settled_at ?? fields.time(['settled_at', 'paid_at', 'confirmed_at', 'completed_at']) ?? iso)
      : null,
    receipt: known?.receipt ?? null,
    last_checked_at: known?.last_checked_at ?? null,
  };
  return { value, notes: notes.all() };
}

/** The id beside the object with the payment details. */
const outerId = (body: unknown): string | undefined =>
  isDictionary(body) ? fieldsOf([body], '', createNotes()).id(idNames) : undefined;

const creditsOfPack = (fields: Fields): number | undefined =>
  fields.object(['pack', 'credit_pack'])?.number(creditNames);

/**
 * Reads a purchase. Amount, currency and recipient are read once, when the intent is created, and only if they are
 * unambiguous; later replies change only the status. A reply without a status keeps the old one and adds a note.
 */
export const readIntentReply: Reader<Intent> = (body, asked) => {
  const strict = parseOwn(intent, body);
  if (strict.success && isConsistent(strict.data)) return { value: strict.data, notes: [] };
  const isEmpty = body === undefined || body === null || body === '';
  if (isEmpty && asked.known) return { value: asked.known as Intent, notes: ['status: the body is empty'] };
  if (typeof body === 'string' && asked.known) return build({ status: body }, asked);
  return build(body, asked);
};

/** Amounts and link must agree, also in our own dialect. */
function isConsistent({
  currency,
  amount,
  amount_base_units,
  solana_pay_url,
  recipient,
  mint,
}: Intent): boolean {
  if (toBaseUnits(amount, currency)?.toString() !== amount_base_units)
    throw mismatch('amount', 'contradicts amount_base_units');
  const link = readPayLink(solana_pay_url);
  if (link === null || link === 'transaction') return false;
  if (link.recipient !== recipient) throw contradiction('recipient');
  if (link.mint !== mint) throw contradiction('mint');
  return link.amount === null || toBaseUnits(link.amount, currency) !== null;
}
