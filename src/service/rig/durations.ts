import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';

/** How many of the newest rigs of a pipeline are measured, and how many of them are needed. */
const newest = 20;
const fewest = 3;
const freshMs = 60_000;

const sql = `SELECT finished_at - started_at AS ms FROM generation
  WHERE pipeline_id = @pipelineId AND status = 'succeeded' AND started_at IS NOT NULL
  ORDER BY sequence DESC LIMIT ${newest}`;

const median = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? 0;

/** How long rigs of a pipeline take on this machine: the median of the newest, and the catalog's guess before that. */
export function createDurations({ db, clock }: { db: Database; clock: Clock }) {
  const known = new Map<string, { at: number; seconds: number | null }>();

  const measure = async (pipelineId: string): Promise<number | null> => {
    const rows = await db.all<{ ms: number }>(sql, { pipelineId });
    const took = rows.map(({ ms }) => ms).sort((a, b) => a - b);
    return took.length < fewest ? null : median(took) / 1_000;
  };

  return async ({ id, estimated_seconds }: { id: string; estimated_seconds: number }): Promise<number> => {
    const before = known.get(id);
    const isFresh = before !== undefined && clock.now() - before.at < freshMs;
    const seconds = isFresh ? before.seconds : await measure(id);
    if (!isFresh) known.set(id, { at: clock.now(), seconds });
    return seconds ?? estimated_seconds;
  };
}
export type Durations = ReturnType<typeof createDurations>;
