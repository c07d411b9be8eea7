import type { Database } from '../db/database.js';
import { type Metrics, noMetrics, type QueuedJobs } from '../metrics.js';

/** Reports the jobs of a queue to the dashboard. @param queue its name there @param table a constant */
export function measureJobs(
  { db, metrics = noMetrics }: { db: Database; metrics?: Metrics },
  queue: string,
  table: string,
): void {
  const sql = `SELECT kind, sum(CASE WHEN lease IS NULL THEN 0 ELSE 1 END) AS running,
      sum(CASE WHEN lease IS NULL THEN 1 ELSE 0 END) AS waiting,
      sum(CASE WHEN lease IS NULL AND attempts > 0 THEN 1 ELSE 0 END) AS failing, min(since) AS "oldestAt"
    FROM ${table} GROUP BY kind ORDER BY kind`;
  metrics.list('jobs', async () => {
    const rows = await db.all<Omit<QueuedJobs, 'queue'>>(sql);
    return rows.map(({ kind, running, waiting, failing, oldestAt }) => ({
      queue,
      kind,
      running: Number(running),
      waiting: Number(waiting),
      failing: Number(failing),
      oldestAt: Number(oldestAt),
    }));
  });
}
