import { type CreditEntry, type Credits, creditEntry, credits } from '../payments.js';
import { unwrap } from './envelope.js';
import { parseOwn } from './own.js';
import { createNotes, type Known, mismatch, type Reader } from './reading.js';
import { plainWord, toNumber } from './values.js';

const own = ['credits', 'balance', 'user', 'account', 'wallet'];
const available = [
  'available',
  'credits',
  'balance',
  'credit_balance',
  'available_credits',
  'credits_available',
  'remaining',
  'credits_remaining',
  'remaining_credits',
  'current_balance',
  'current',
  'amount',
  'value',
  'total',
  'total_credits',
  'points',
];
const held = ['held', 'reserved', 'on_hold', 'pending', 'locked', 'held_credits', 'reserved_credits'];
const bought = ['lifetime_purchased', 'purchased', 'total_purchased', 'lifetime', 'purchased_credits'];
const updated = ['updated_at', 'last_updated', 'as_of', 'timestamp', 'time'];

/** Reads a number, `{credits: 12.5}` or `{balance: {available: "12"}}`. */
export const readCreditsReply: Reader<Credits> = (body, asked: Known) => {
  const strict = parseOwn(credits, body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  const iso = new Date(asked.now).toISOString();
  const bare = toNumber(body);
  if (bare !== undefined) {
    notes.add('credits: the body is the bare number');
    return {
      value: { available: bare, held: 0, lifetime_purchased: 0, updated_at: iso },
      notes: notes.all(),
    };
  }
  const fields = unwrap(body, { own, marks: [...available, ...held, ...bought], notes });
  const amount = fields.number(available);
  if (amount === undefined) throw mismatch('available', 'no credit balance is given');
  return {
    value: {
      available: amount,
      held: fields.number(held) ?? 0,
      lifetime_purchased: fields.number(bought) ?? 0,
      updated_at: fields.time(updated) ?? iso,
    },
    notes: notes.all(),
  };
};

const kinds: Readonly<Record<string, CreditEntry['kind']>> = {
  purchase: 'purchase',
  topup: 'purchase',
  deposit: 'purchase',
  credit: 'grant',
  grant: 'grant',
  bonus: 'grant',
  hold: 'hold',
  reserve: 'hold',
  settle: 'settle',
  charge: 'settle',
  usage: 'settle',
  debit: 'settle',
  spend: 'settle',
  release: 'release',
  revoke: 'revoke',
  refund: 'refund',
  giftsent: 'gift_sent',
  giftreceived: 'gift_received',
};

export const readCreditEntry = (body: unknown, asked: Known): CreditEntry => {
  const strict = parseOwn(creditEntry, body);
  if (strict.success) return strict.data;
  const fields = unwrap(body, {
    own: ['entry'],
    marks: ['id', 'kind', 'credits', 'created_at'],
    notes: createNotes(),
  });
  const change = fields.number(['credits', 'amount', 'delta', 'change', 'value']);
  if (change === undefined) throw mismatch('credits', 'is missing');
  const kind = kinds[plainWord(fields.any(['kind', 'type', 'reason', 'category']))];
  return {
    id: fields.id(['id', 'entry_id', 'uuid']) ?? '',
    kind: kind ?? (change >= 0 ? 'grant' : 'settle'),
    credits: change,
    balance: fields.number(['balance', 'balance_after', 'available']) ?? 0,
    subject: fields.id(['subject', 'reference', 'subject_id']) ?? null,
    note: fields.text(['note', 'description', 'memo', 'message']) ?? null,
    created_at: fields.time(['created_at', 'timestamp', 'time', 'date']) ?? new Date(asked.now).toISOString(),
  };
};
