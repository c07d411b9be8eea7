import type { Clock } from '../../base/clock.js';
import type { Transaction } from '../../base/db/database.js';
import type { PaymentPart } from './parts.js';

/**
 * Dust is a transfer of less than 1% of a price. Anyone who sees a payment code can send a lamport with its
 * reference, so dust gets no row, no review case and no message, and counts towards no price.
 */
export const isDust = (amountBaseUnits: bigint, price: bigint): boolean => amountBaseUnits * 100n < price;

/** @property intentId the purchase its reference names, if any */
export type DustPart = Pick<PaymentPart, 'mint' | 'amountBaseUnits' | 'paidAt'> & { intentId: string | null };

const dayMs = 86_400_000;
/** Days since 1970, UTC. */
export const dayOf = (ms: number): number => Math.floor(ms / dayMs);

const sql = {
  read: 'SELECT amount FROM dust WHERE subject = @subject AND asset = @asset AND day = @day',
  write: `INSERT INTO dust (subject, asset, day, transfers, amount, counted_at)
    VALUES (@subject, @asset, @day, @transfers, @amount, @now)
    ON CONFLICT (subject, asset, day) DO UPDATE SET transfers = dust.transfers + excluded.transfers,
      amount = excluded.amount, counted_at = excluded.counted_at`,
};

/**
 * Adds dust to the totals: number and sum of transfers for each purchase, asset and day. Belongs into a transaction
 * that also makes sure each transfer is added once.
 */
export async function addDust(t: Transaction, clock: Clock, dust: readonly DustPart[]): Promise<void> {
  const sums = new Map<string, { subject: string; asset: string; day: number; parts: DustPart[] }>();
  for (const part of dust) {
    const { intentId, mint, paidAt } = part;
    const place = { subject: intentId ?? '', asset: mint ?? 'SOL', day: dayOf(paidAt) };
    const name = JSON.stringify(place);
    const sum = sums.get(name) ?? { ...place, parts: [] };
    sum.parts.push(part);
    sums.set(name, sum);
  }
  for (const { parts, ...place } of sums.values()) {
    const before = BigInt((await t.get<{ amount: string }>(sql.read, place))?.amount ?? 0);
    const amount = parts.reduce((total, { amountBaseUnits }) => total + amountBaseUnits, before);
    const row = { ...place, transfers: parts.length, amount: amount.toString(), now: clock.now() };
    await t.run(sql.write, row);
  }
}
