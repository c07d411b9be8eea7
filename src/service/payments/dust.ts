import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { Part } from './parts.js';

/**
 * A transfer of less than one percent of a price is dust: too small to be a payment. Anybody who sees a code can send
 * a lamport with its reference, so dust costs no row, no judgement and no message, and counts towards no price.
 */
export const isDust = (amountBaseUnits: bigint, price: bigint): boolean => amountBaseUnits * 100n < price;

/** What dust came to: how many transfers and how much, for each purchase, asset and day. */
export type DustBook = {
  /** Inside another's transaction, which must also make sure that each transfer is added once. */
  add(dust: readonly DustPart[]): void;
};

/** @property intentId the purchase its reference names, if any */
export type DustPart = Pick<Part, 'mint' | 'amountBaseUnits' | 'paidAt'> & { intentId: string | null };

const dayMs = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

export function createDustBook(db: Database, clock: Clock): DustBook {
  const read = db
    .prepare<[string, string, number], string>(
      'SELECT amount FROM dust WHERE subject = ? AND asset = ? AND day = ?',
    )
    .pluck();
  const write = db.prepare(
    `INSERT INTO dust (subject, asset, day, transfers, amount, counted_at)
     VALUES (@subject, @asset, @day, @transfers, @amount, @now)
     ON CONFLICT (subject, asset, day) DO UPDATE SET
       transfers = transfers + excluded.transfers, amount = excluded.amount, counted_at = excluded.counted_at`,
  );
  return {
    add(dust) {
      const sums = new Map<string, { subject: string; asset: string; day: number; parts: DustPart[] }>();
      for (const part of dust) {
        const { intentId, mint, paidAt } = part;
        const place = { subject: intentId ?? '', asset: mint ?? 'SOL', day: dayOf(paidAt) };
        const name = JSON.stringify(place);
        const sum = sums.get(name) ?? { ...place, parts: [] };
        sum.parts.push(part);
        sums.set(name, sum);
      }
      for (const { subject, asset, day, parts } of sums.values()) {
        const before = BigInt(read.get(subject, asset, day) ?? 0);
        const amount = parts.reduce((total, { amountBaseUnits }) => total + amountBaseUnits, before);
        const transfers = parts.length;
        write.run({ subject, asset, day, transfers, amount: amount.toString(), now: clock.now() });
      }
    },
  };
}
