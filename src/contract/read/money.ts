import { type Currency, toBaseUnits } from '../../base/money.js';
import type { Fields } from './fields.js';
import { isDictionary, plainWord } from './values.js';

/**
 * Prices are never guessed: an amount counts only if fields name its unit and asset.
 *
 * Accepted: `amount_lamports: 20000000`, `amount_sol: 0.02`, `{amount: "0.02", currency: "SOL"}`, `"0.02 SOL"`,
 * `{amount: 20000000, unit: "lamports"}`. Rejected: `{amount: 0.02}`, which names no asset, and
 * `{amount: 20000000, currency: "SOL"}`, which may be SOL or lamports.
 */
export type Price = { currency: Currency; units: bigint };

/** `why` is a reason for operators. */
export type Priced = { price: Price } | { why: string };

type Unit = { currency: Currency; isBase: boolean };

const units: Readonly<Record<string, Unit>> = {
  sol: { currency: 'SOL', isBase: false },
  sols: { currency: 'SOL', isBase: false },
  solana: { currency: 'SOL', isBase: false },
  native: { currency: 'SOL', isBase: false },
  lamport: { currency: 'SOL', isBase: true },
  lamports: { currency: 'SOL', isBase: true },
  usdc: { currency: 'USDC', isBase: false },
  usdcoin: { currency: 'USDC', isBase: false },
  microusdc: { currency: 'USDC', isBase: true },
};
const baseWords = new Set([
  'baseunits',
  'baseunit',
  'atomic',
  'minor',
  'minorunits',
  'raw',
  'smallest',
  'subunits',
]);
const wholeWords = new Set(['decimal', 'whole', 'major', 'ui', 'display', 'human']);

const stems = ['amount', 'price', 'total', 'cost', 'value'] as const;
const amountNames = [
  'amount',
  'price',
  'total',
  'cost',
  'value',
  'amount_due',
  'total_amount',
  'expected_amount',
];
const currencyNames = [
  'currency',
  'asset',
  'token',
  'coin',
  'symbol',
  'currency_code',
  'token_symbol',
  'denomination',
];
export const mintNames = ['mint', 'spl_token', 'token_mint', 'mint_address', 'token_address'];

/** Fields whose name contains the unit: `amount_lamports`, `sol_price`, `usdc`. */
const named: readonly { names: string[]; unit: Unit }[] = Object.entries(units)
  .filter(([word]) => !['native', 'solana', 'sols'].includes(word))
  .map(([word, unit]) => ({
    names: [word, ...stems.flatMap((stem) => [`${stem}_${word}`, `${word}_${stem}`, `${stem}_in_${word}`])],
    unit,
  }));
const baseNames = [
  'amount_base_units',
  'base_units',
  'amount_raw',
  'raw_amount',
  'amount_atomic',
  'atomic_amount',
  'base_amount',
];

/** USDC on mainnet and devnet; the wrapped form of SOL. */
const knownMints: Readonly<Record<string, Currency>> = {
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU': 'USDC',
  So11111111111111111111111111111111111111112: 'SOL',
};

const mostDigits = 15;

/** A number as its digits; undefined if JSON may have lost precision. */
function digitsOf(value: unknown): string | undefined {
  if (typeof value === 'string') return /^\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : undefined;
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return undefined;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? String(value) : undefined;
  const text = value < 1e-6 ? value.toFixed(12).replace(/0+$/, '') : String(value);
  return text.replace(/\D/g, '').replace(/^0+/, '').length <= mostDigits ? text : undefined;
}

const inUnits = (digits: string, { currency, isBase }: Unit): bigint | undefined => {
  if (isBase) return /^\d+$/.test(digits) ? BigInt(digits) : undefined;
  return toBaseUnits(digits, currency) ?? undefined;
};

const unitOf = (word: unknown): Unit | undefined => units[plainWord(word)];

/** `0.02 SOL`, `20000000 lamports`. */
function withUnit(value: unknown): Price | undefined {
  const [, digits = '', word] =
    typeof value === 'string' ? (/^\s*([\d.]+)\s*([A-Za-z]+)\s*$/.exec(value) ?? []) : [];
  const unit = unitOf(word);
  const found = unit && digitsOf(digits) ? inUnits(digits, unit) : undefined;
  return unit && found !== undefined ? { currency: unit.currency, units: found } : undefined;
}

type Claims = { plain: Price[]; unsure: string[]; why: string | null };

/** The asset the fields name; null if they name none, undefined for an unsupported one. */
function currencyIn(fields: Fields): Unit | null | undefined {
  const word = fields.any(currencyNames);
  const symbol = isDictionary(word) ? (word.symbol ?? word.code ?? word.name) : word;
  const mint = fields.text(mintNames);
  const byMint = mint === undefined ? undefined : knownMints[mint];
  if (symbol === undefined) return byMint ? { currency: byMint, isBase: false } : null;
  const unit =
    unitOf(symbol) ??
    (typeof symbol === 'string' && knownMints[symbol]
      ? { currency: knownMints[symbol], isBase: false }
      : undefined);
  if (unit && byMint && byMint !== unit.currency) return undefined;
  return unit;
}

/** True for base units, false for whole units, undefined if the fields do not say. */
function scaleIn(fields: Fields): boolean | undefined {
  const word = plainWord(fields.any(['unit', 'units', 'amount_unit', 'scale', 'denominated_in']));
  if (baseWords.has(word)) return true;
  if (wholeWords.has(word)) return false;
  return unitOf(word)?.isBase;
}

function claimsOf(fields: Fields, depth: number): Claims {
  const claims: Claims = { plain: [], unsure: [], why: null };
  for (const { names, unit } of named) {
    const value = fields.any(names);
    if (value === undefined) continue;
    if (isDictionary(value)) continue;
    const digits = digitsOf(value);
    const found = digits === undefined ? undefined : inUnits(digits, unit);
    if (found === undefined) claims.why = `${names[0]} is not an exact amount`;
    else claims.plain.push({ currency: unit.currency, units: found });
  }
  const currency = currencyIn(fields);
  const unit = unitOf(fields.any(['unit', 'units', 'amount_unit'])) ?? currency;
  if (currency === undefined) return { ...claims, why: 'the currency is neither SOL nor USDC' };
  const base = digitsOf(fields.any(baseNames));
  if (base !== undefined && unit && /^\d+$/.test(base))
    claims.plain.push({ currency: unit.currency, units: BigInt(base) });
  const whole = digitsOf(fields.any(['ui_amount_string', 'ui_amount']));
  const shown = whole !== undefined && unit ? inUnits(whole, { ...unit, isBase: false }) : undefined;
  if (unit && shown !== undefined) claims.plain.push({ currency: unit.currency, units: shown });
  addAmount(claims, fields, unit ?? null, depth);
  return claims;
}

function addAmount(claims: Claims, fields: Fields, unit: Unit | null, depth: number): void {
  const value = fields.any(amountNames);
  if (value === undefined) return;
  const said = withUnit(value);
  if (said) return void claims.plain.push(said);
  if (isDictionary(value)) {
    const inner = fields.object(amountNames);
    const found = inner && depth < 2 ? claimsOf(inner, depth + 1) : undefined;
    claims.plain.push(...(found?.plain ?? []));
    claims.unsure.push(...(found?.unsure ?? []));
    claims.why ??= found?.why ?? null;
    return;
  }
  const digits = digitsOf(value);
  if (digits === undefined) {
    claims.why = 'the amount is not an exact number';
    return;
  }
  if (!unit) return void claims.unsure.push(digits);
  const isBase = isBaseOf(fields, unit, digits);
  if (isBase === null) return void claims.unsure.push(digits);
  const found = inUnits(digits, { currency: unit.currency, isBase });
  if (found === undefined) claims.why = `the amount is finer than ${unit.currency} can be`;
  else claims.plain.push({ currency: unit.currency, units: found });
}

/** Null if it is unknown whether the amount is in base units. */
function isBaseOf(fields: Fields, unit: Unit, digits: string): boolean | null {
  if (unit.isBase) return true;
  if (digits.includes('.')) return false;
  return scaleIn(fields) ?? null;
}

const isSame = (a: Price, b: Price): boolean => a.currency === b.currency && a.units === b.units;

/** An amount without a unit must equal the known price in either unit. */
const agrees = (digits: string, { currency, units: expected }: Price): boolean =>
  toBaseUnits(digits, currency) === expected || (/^\d+$/.test(digits) && BigInt(digits) === expected);

/**
 * The single price the fields name.
 * @param more prices from other places of the reply, such as its Solana Pay link
 */
export function priceOf(fields: Fields, more: readonly Price[] = []): Priced {
  const { plain, unsure, why } = claimsOf(fields, 0);
  const all = [...more, ...plain];
  const [first] = all;
  if (why !== null) return { why };
  if (!first)
    return {
      why:
        unsure.length > 0
          ? 'nothing says whether the amount is in SOL, lamports or another currency'
          : 'no amount is given',
    };
  if (!all.every((one) => isSame(one, first))) return { why: 'two amounts contradict each other' };
  if (!unsure.every((digits) => agrees(digits, first))) return { why: 'two amounts contradict each other' };
  return first.units > 0n ? { price: first } : { why: 'the amount is zero' };
}

/** A price with its currency as the key: `{SOL: "0.02"}`. */
export function priceByKey(key: string, value: unknown): Price | undefined {
  const unit = unitOf(key);
  const digits = digitsOf(value);
  const found = unit && digits !== undefined ? inUnits(digits, unit) : undefined;
  return unit && found !== undefined && found > 0n ? { currency: unit.currency, units: found } : undefined;
}
