import { type Currency, toDecimal } from '../../base/money.js';
import { type Pack, pack } from '../payments.js';
import { unwrap } from './envelope.js';
import { type Fields, fieldsOf } from './fields.js';
import { type Price, priceByKey, priceOf } from './money.js';
import { parseOwn } from './own.js';
import { createNotes, type Known, mismatch, type Notes } from './reading.js';
import { isDictionary } from './values.js';

export const packIdNames = ['id', 'pack_id', 'package_id', 'sku', 'slug', 'key', 'code', 'uuid'];
const creditNames = [
  'credits',
  'credit_amount',
  'credits_amount',
  'amount_credits',
  'credit_count',
  'number_of_credits',
  'credit',
  'quantity',
  'tokens',
  'points',
];
const priceNames = ['prices', 'price', 'pricing', 'costs', 'amounts', 'price_by_currency', 'currencies'];

/** Reads prices from a list, an object by currency, one object or flat fields. Ambiguous prices are skipped. */
function pricesOf(fields: Fields, notes: Notes): Price[] {
  const given = fields.any(priceNames);
  const found: Price[] = [];
  const take = (one: Fields, at: string) => {
    const priced = priceOf(one);
    if ('price' in priced) found.push(priced.price);
    else notes.add(`${at}: left out, ${priced.why}`);
  };
  if (Array.isArray(given)) {
    for (const [at, one] of given.entries())
      if (isDictionary(one)) take(fieldsOf([one], `prices.${at}`, notes), `prices.${at}`);
  } else if (isDictionary(given)) {
    for (const [key, value] of Object.entries(given)) {
      const inner = isDictionary(value)
        ? fieldsOf([{ currency: key, ...value }], `prices.${key}`, notes)
        : null;
      const byKey = inner ? undefined : priceByKey(key, value);
      if (byKey) found.push(byKey);
      else if (inner) take(inner, `prices.${key}`);
    }
    if (found.length === 0) take(fieldsOf([given], 'prices', notes), 'prices');
  }
  if (found.length === 0) take(fields, 'prices');
  return found;
}

/** One price per currency; contradicting prices are dropped. */
function onePerCurrency(prices: readonly Price[], notes: Notes): Pack['prices'] {
  const byCurrency = new Map<Currency, Price | null>();
  for (const price of prices) {
    const before = byCurrency.get(price.currency);
    const isSame = before === undefined || before?.units === price.units;
    if (!isSame) notes.add(`prices: two prices in ${price.currency} contradict each other`);
    byCurrency.set(price.currency, isSame ? price : null);
  }
  return [...byCurrency.values()].flatMap((price) =>
    price
      ? [
          {
            currency: price.currency,
            amount: toDecimal(price.units, price.currency),
            amount_base_units: price.units.toString(),
          },
        ]
      : [],
  );
}

export function readPack(body: unknown, _asked: Known, notes: Notes = createNotes()): Pack {
  const strict = parseOwn(pack, body);
  if (strict.success) return strict.data;
  const marks = ['id', 'name', 'prices', ...creditNames];
  const fields = unwrap(body, {
    own: ['pack', 'credit_pack', 'package'],
    marks,
    notes,
    prefixes: ['pack', 'creditpack', 'package'],
  });
  const id = fields.id(packIdNames) ?? fields.missing(['id']);
  const hasOwnPrice = typeof fields.any(priceNames) === 'object';
  const credits = fields.number(hasOwnPrice ? [...creditNames, 'amount'] : creditNames);
  if (credits === undefined || credits <= 0)
    throw mismatch('credits', 'does not say how many credits the pack has');
  return {
    id,
    name: fields.text(['name', 'title', 'label', 'display_name']) ?? `${credits} credits`,
    description: fields.text(['description', 'summary', 'subtitle', 'details']) ?? '',
    credits,
    prices: onePerCurrency(pricesOf(fields, notes), notes),
  };
}
