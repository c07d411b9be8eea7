import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';

const sql = {
  byStatus: 'SELECT status, count(*) AS count FROM intent GROUP BY status',
  open: 'SELECT count(*) AS count FROM review WHERE decision IS NULL',
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
  metrics.gauge('rigsmith_chain_lag_seconds', () => [
    { value: Math.max(0, clock.now() - (completeAt() ?? startedAt)) / 1_000 },
  ]);
}
