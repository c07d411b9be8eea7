import type { Database } from '../../../base/store.js';
import { type Difference, difference, isNoAmount } from './difference.js';

type Row = {
  signature: string;
  standing: string;
  amount: string;
  returned: string;
  /** Amounts operators sent back, separated by commas. */
  refunds: string | null;
  credited: number;
};

/** Compares operators' decisions with the state of the payments they are about. */
export function compareDecisions(db: Database): Difference[] {
  const rows = db
    .prepare<[], Row>(
      `SELECT signature, standing, payment.amount, returned, coalesce(sum(decision = 'credited'), 0) AS credited,
         group_concat(CASE WHEN decision = 'refunded' OR (decision = 'revoked' AND dropped_at IS NOT NULL)
           THEN review.amount END) AS refunds
       FROM payment LEFT JOIN review USING (signature, part)
       WHERE NOT ${isNoAmount('payment.amount')} AND NOT ${isNoAmount('returned')}
       GROUP BY signature, part
       HAVING decision IS NOT NULL OR refunds IS NOT NULL OR credited > 0 OR returned <> '0'
         OR standing IN ('accepted', 'returned')`,
    )
    .all();
  return rows.flatMap(differencesIn);
}

function differencesIn({ signature, standing, amount, returned, refunds, credited }: Row): Difference[] {
  const decided = (refunds?.split(',') ?? []).reduce((total, one) => total + BigInt(one), 0n);
  const checks = [
    [BigInt(returned) !== decided, 'returned'],
    [(standing === 'returned') !== (returned === amount), 'standing'],
    [standing === 'accepted' && credited === 0, 'accepted'],
    [credited > 0 && !['accepted', 'returned'].includes(standing), 'credited'],
  ] as const;
  const values = { signature, standing, amount, returned, decided };
  return checks.flatMap(([differs, code]) => (differs ? [difference('purchases', code, values)] : []));
}
