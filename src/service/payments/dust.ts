import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/store.js';
import type { PaymentPart } from './parts.js';

/**
 * Dust is a transfer of less than 1% of a price. Anyone who sees a payment code can send a lamport with its
 * reference, so dust gets no row, no review case and no message, and counts towards no price.
 */
export const isDust = (amountBaseUnits: bigint, price: bigint): boolean => amountBaseUnits * 100n < price;

/** Dust totals: number and sum of transfers for each purchase, asset and day. */
export type DustBook = {
  /** Call inside a transaction that also makes sure each transfer is added once. */
  add(dust: readonly DustPart[]): void;
};

/** @property intentId the purchase its reference names, if any */
export type DustPart = Pick<PaymentPart, 'mint' | 'amountBaseUnits' | 'paidAt'> & { intentId: string | null };

const dayMs = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

export function createDustBook(db: Database, clock: Clock): DustBook {
  const read = db
    .prepare<{ subject: string; asset: string; day: number }, string>(
      'SELECT amount FROM dust WHERE subject = @subject AND asset = @asset AND day = @day',
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
        const before = BigInt(read.get({ subject, asset, day }) ?? 0);
        const amount = parts.reduce((total, { amountBaseUnits }) => total + amountBaseUnits, before);
        const transfers = parts.length;
        write.run({ subject, asset, day, transfers, amount: amount.toString(), now: clock.now() });
      }
    },
  };
}
