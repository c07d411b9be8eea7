import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import { toDecimal } from '../../base/money.js';

type CaseRow = {
  id: number;
  signature: string;
  reason: string;
  amount: string;
  mint: string | null;
  openedAt: number;
};

const sql = {
  byStatus: 'SELECT status, count(*) AS count FROM intent GROUP BY status',
  open: 'SELECT count(*) AS count FROM review WHERE decision IS NULL',
  cases: `SELECT review.id, signature, reason, review.amount, mint, opened_at AS "openedAt"
    FROM review JOIN payment USING (signature, part) WHERE decision IS NULL ORDER BY opened_at, review.id LIMIT 100`,
};

/**
 * Reports purchases, open cases, and how far behind the chain the reading of payments is.
 * @param completeAt when all payments on the chain had been read, in ms; null before the first time
 */
export function measurePayments(
  { db, clock, metrics = noMetrics }: { db: Database; clock: Clock; metrics?: Metrics },
  completeAt: () => number | null,
): void {
  const startedAt = clock.now();
  metrics.gauge('rigsmith_purchases', async () =>
    (await db.all<{ status: string; count: number }>(sql.byStatus)).map(({ status, count }) => ({
      value: count,
      labels: { status },
    })),
  );
  metrics.gauge('rigsmith_review_cases_open', async () => {
    const row = await db.get<{ count: number }>(sql.open);
    return row ? [{ value: row.count }] : [];
  });
  metrics.list('cases', async () =>
    (await db.all<CaseRow>(sql.cases)).map(({ id, mint, amount, openedAt, ...row }) => {
      const currency = mint === null ? 'SOL' : 'USDC';
      const decimal = toDecimal(BigInt(amount), currency);
      return { ...row, id: String(id), amount: `${decimal} ${currency}`, openedAt: Number(openedAt) };
    }),
  );
  metrics.gauge('rigsmith_chain_lag_seconds', () => [
    { value: Math.max(0, clock.now() - (completeAt() ?? startedAt)) / 1_000 },
  ]);
}
