import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import { measureJobs } from '../../base/queue/figures.js';
import type { JobOutcome } from './executor.js';

const sql = {
  queued: `SELECT count(*) AS count, min(created_at) AS oldest FROM generation WHERE status = 'queued'`,
  running: `SELECT count(*) AS count FROM generation WHERE status = 'running'`,
};

type Queue = { waiting: number; running: number; oldest_seconds: number };

/** The rigs of everyone that wait or are being made. */
export async function readQueue({ db, clock }: { db: Database; clock: Clock }): Promise<Queue> {
  const [queued, running] = await Promise.all([
    db.get<{ count: number; oldest: number | null }>(sql.queued),
    db.get<{ count: number }>(sql.running),
  ]);
  const oldest = queued?.oldest ?? null;
  return {
    waiting: Number(queued?.count ?? 0),
    running: Number(running?.count ?? 0),
    oldest_seconds: oldest === null ? 0 : Math.max(0, Math.round((clock.now() - Number(oldest)) / 1_000)),
  };
}

/** Reports the queue of rigs. */
export function measureQueue({
  db,
  clock,
  metrics = noMetrics,
}: {
  db: Database;
  clock: Clock;
  metrics?: Metrics;
}): void {
  const queued = () => db.get<{ count: number; oldest: number | null }>(sql.queued);
  metrics.gauge('rigsmith_rigs_queued', async () => [{ value: (await queued())?.count ?? 0 }]);
  metrics.gauge('rigsmith_rigs_oldest_queued_seconds', async () => {
    const oldest = (await queued())?.oldest ?? null;
    return [{ value: oldest === null ? 0 : Math.max(0, clock.now() - oldest) / 1_000 }];
  });
  measureJobs({ db, metrics }, 'rigs', 'generation_job');
  metrics.gauge('rigsmith_rigs_running', async () => [
    { value: (await db.get<{ count: number }>(sql.running))?.count ?? 0 },
  ]);
}

/** Counts an attempt, and how long each stage of a finished rig took. */
export function measureOutcome(outcome: JobOutcome, metrics: Metrics): void {
  metrics.count('rigsmith_rigs_total', { outcome: outcome.kind });
  if (outcome.kind !== 'made') return;
  for (const [stage, ms] of Object.entries(outcome.rig.report.timings))
    metrics.took('rigsmith_rig_stage_seconds', ms / 1_000, { stage });
}
