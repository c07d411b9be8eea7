import type { Database } from '../../../base/store.js';
import { dayOf, isDust } from '../dust.js';
import type { PaymentPart } from '../parts.js';
import { type Difference, difference } from './difference.js';

type Row = { subject: string; asset: string; day: number; amount: string; countedAt: number };
type Sum = Pick<Row, 'subject' | 'asset' | 'day'> & { required: bigint; optional: bigint };

/** Dust is stored as a sum for each purchase, asset and day, so only the sums can be compared with the chain. */
export type DustComparison = {
  /** Whether this part is stored at most within a dust sum, not as its own row. */
  offer(part: PaymentPart): boolean;
  /** @param graceMs leaves out sums that grew this recently, after the chain was read */
  differences(now: number, options: { since: number; graceMs: number }): Difference[];
};

export function createDustComparison(db: Database): DustComparison {
  const findPayment = db.prepare<{ signature: string; part: string }>(
    'SELECT 1 FROM payment WHERE signature = @signature AND part = @part',
  );
  /** A small transfer that proves a wallet may have been counted as dust before the proof was submitted. */
  const findProof = db.prepare<{ signature: string }>(
    'SELECT 1 FROM transfer_proof WHERE signature = @signature',
  );
  const findIntent = db.prepare<{ reference: string }, { id: string; mint: string | null; amount: string }>(
    'SELECT id, mint, amount FROM intent WHERE reference = @reference',
  );
  const readLowest = db
    .prepare<{ mint: string | null }, string | null>(
      'SELECT CAST(min(CAST(amount AS INTEGER)) AS TEXT) FROM intent WHERE mint IS @mint',
    )
    .pluck();
  const readDust = db.prepare<[], Row>(
    'SELECT subject, asset, day, amount, counted_at AS countedAt FROM dust',
  );
  const sums = new Map<string, Sum>();
  const nameOf = ({ subject, asset, day }: Pick<Row, 'subject' | 'asset' | 'day'>) =>
    JSON.stringify([subject, asset, day]);

  return {
    offer({ signature, part, references, mint, amountBaseUnits, paidAt }) {
      if (findPayment.get({ signature, part }) !== undefined) return false;
      const [reference, ...others] = references;
      const intent =
        reference !== undefined && others.length === 0 ? findIntent.get({ reference }) : undefined;
      const price = intent?.mint === mint ? intent.amount : readLowest.get({ mint });
      const isAmount = typeof price === 'string' && /^\d+$/.test(price); // invalid amounts are reported separately
      if (isAmount && !isDust(amountBaseUnits, BigInt(price))) return false;
      const place = { subject: intent?.id ?? '', asset: mint ?? 'SOL', day: dayOf(paidAt) };
      const sum = sums.get(nameOf(place)) ?? { ...place, required: 0n, optional: 0n };
      sum[findProof.get({ signature }) === undefined ? 'required' : 'optional'] += amountBaseUnits;
      sums.set(nameOf(place), sum);
      return true;
    },
    differences(now, { since, graceMs }) {
      const rows = new Map(readDust.all().map((row) => [nameOf(row), row]));
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
