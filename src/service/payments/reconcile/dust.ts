import type { Queries } from '../../../base/db/database.js';
import { dayOf, isDust } from '../dust.js';
import type { PaymentPart } from '../parts.js';
import { type Difference, difference, isNoAmount } from './difference.js';

type Row = { subject: string; asset: string; day: number; amount: string; countedAt: number };
type Sum = Pick<Row, 'subject' | 'asset' | 'day'> & { required: bigint; optional: bigint };

/** Dust is stored as a sum for each purchase, asset and day, so only the sums can be compared with the chain. */
export type DustComparison = {
  /** Whether this part is stored at most within a dust sum, not as its own row. */
  offer(part: PaymentPart): Promise<boolean>;
  /** @param graceMs leaves out sums that grew this recently, after the chain was read */
  differences(now: number, options: { since: number; graceMs: number }): Promise<Difference[]>;
};

const sql = {
  findPayment: 'SELECT 1 AS found FROM payment WHERE signature = @signature AND part = @part',
  /** A small transfer that proves a wallet may have been counted as dust before the proof was submitted. */
  findProof: 'SELECT 1 AS found FROM transfer_proof WHERE signature = @signature',
  findIntent: 'SELECT id, mint, amount FROM intent WHERE reference = @reference',
  readLowest: `SELECT CAST(min(CAST(amount AS BIGINT)) AS TEXT) AS price FROM intent
    WHERE mint IS NOT DISTINCT FROM @mint AND NOT ${isNoAmount('amount')}`,
  readDust: 'SELECT subject, asset, day, amount, counted_at AS countedAt FROM dust',
};
type PricedIntent = { id: string; mint: string | null; amount: string };

/** Invalid amounts are reported separately. */
const isAmount = (price: string): boolean => /^\d+$/.test(price);
const priceOf = ({ amount }: PricedIntent): bigint | null => (isAmount(amount) ? BigInt(amount) : null);

export function createDustComparison(q: Queries): DustComparison {
  const readLowest = async (mint: string | null): Promise<bigint | null> => {
    const price = (await q.get<{ price: string | null }>(sql.readLowest, { mint }))?.price ?? null;
    return price === null ? null : BigInt(price);
  };
  const sums = new Map<string, Sum>();
  const nameOf = ({ subject, asset, day }: Pick<Row, 'subject' | 'asset' | 'day'>) =>
    JSON.stringify([subject, asset, day]);

  return {
    async offer({ signature, part, references, mint, amountBaseUnits, paidAt }) {
      if (await q.get(sql.findPayment, { signature, part })) return false;
      const [reference, ...others] = references;
      const intent =
        reference !== undefined && others.length === 0
          ? await q.get<PricedIntent>(sql.findIntent, { reference })
          : undefined;
      const price = intent?.mint === mint ? priceOf(intent) : await readLowest(mint);
      if (price !== null && !isDust(amountBaseUnits, price)) return false;
      const place = { subject: intent?.id ?? '', asset: mint ?? 'SOL', day: dayOf(paidAt) };
      const sum = sums.get(nameOf(place)) ?? { ...place, required: 0n, optional: 0n };
      const isProof = (await q.get(sql.findProof, { signature })) !== undefined;
      sum[isProof ? 'optional' : 'required'] += amountBaseUnits;
      sums.set(nameOf(place), sum);
      return true;
    },
    async differences(now, { since, graceMs }) {
      const rows = new Map((await q.all<Row>(sql.readDust)).map((row) => [nameOf(row), row]));
      const places = new Map<string, Pick<Row, 'subject' | 'asset' | 'day'>>([...rows, ...sums]);
      return [...places].flatMap(([name, { subject, asset, day }]) => {
        const { amount = '0', countedAt = 0 } = rows.get(name) ?? {};
        if (day <= dayOf(since) || countedAt + graceMs > now) return []; // that day was only partly read
        const { required = 0n, optional = 0n } = sums.get(name) ?? {};
        const counted = BigInt(amount);
        if (counted >= required && counted <= required + optional) return [];
        const date = new Date(day * 86_400_000).toISOString().slice(0, 10);
        const values = { date, chain: required, asset, books: counted };
        return subject === ''
          ? [difference('chain', 'dust', values)]
          : [difference('chain', 'dust_for', { ...values, purchase: subject })];
      });
    },
  };
}
