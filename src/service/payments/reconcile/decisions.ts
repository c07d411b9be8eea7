import type { Queries } from '../../../base/db/database.js';
import { type Difference, difference, isNoAmount } from './difference.js';

type Row = {
  signature: string;
  part: string;
  standing: string;
  amount: string;
  returned: string;
  droppedAt: number | null;
  decision: 'credited' | 'refunded' | 'revoked' | null;
  /** The amount of the decision. */
  decided: string | null;
};

/** Payments that were decided about, or look as if they were, once for each of their review cases. */
const listDecided = `SELECT payment.signature, payment.part, standing, payment.amount, returned,
    dropped_at AS droppedAt, decision, review.amount AS decided
  FROM payment LEFT JOIN review ON review.signature = payment.signature AND review.part = payment.part
  WHERE NOT ${isNoAmount('payment.amount')} AND NOT ${isNoAmount('returned')}
    AND (decision IS NOT NULL OR returned <> '0' OR standing IN ('accepted', 'returned'))
  ORDER BY payment.signature, payment.part`;

/** Compares operators' decisions with the state of the payments they are about. */
export async function compareDecisions(q: Queries): Promise<Difference[]> {
  const byPayment = new Map<string, Row[]>();
  for (const row of await q.all<Row>(listDecided)) {
    const name = JSON.stringify([row.signature, row.part]);
    byPayment.set(name, [...(byPayment.get(name) ?? []), row]);
  }
  return [...byPayment.values()].flatMap(differencesIn);
}

function differencesIn(rows: readonly Row[]): Difference[] {
  const { signature, standing, amount, returned } = rows[0]!;
  const decided = rows
    .filter(({ decision, droppedAt }) =>
      decision === 'revoked' ? droppedAt !== null : decision === 'refunded',
    )
    .reduce((total, row) => total + BigInt(row.decided ?? 0), 0n);
  const isCredited = rows.some(({ decision }) => decision === 'credited');
  const checks = [
    [BigInt(returned) !== decided, 'returned'],
    [(standing === 'returned') !== (returned === amount), 'standing'],
    [standing === 'accepted' && !isCredited, 'accepted'],
    [isCredited && !['accepted', 'returned'].includes(standing), 'credited'],
  ] as const;
  const values = { signature, standing, amount, returned, decided };
  return checks.flatMap(([differs, code]) => (differs ? [difference('purchases', code, values)] : []));
}
