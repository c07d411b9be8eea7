import { createReadAhead } from '../../base/queue/order.js';
import type { Database } from '../../base/store.js';
import { fromSql, type GenerationRow, type SqlRow } from './row.js';

/** Name of the table with the queue of generations; a job's kind is its pipeline, its group the user. */
export const generationJobTable = 'generation_job';

/**
 * Converts rows of SQLite, with the queue before a waiting generation.
 * @param peersOf the pipelines that share an executor with this one, including itself
 */
export function createGenerationReader(
  db: Database,
  peersOf: (pipelineId: string) => readonly string[],
): (row: SqlRow) => GenerationRow {
  const readAhead = createReadAhead(db, generationJobTable);
  const secondsLeft = db
    .prepare<{ peers: string }, number>(
      `SELECT coalesce(sum(estimated_seconds * (100 - progress) / 100.0), 0) FROM generation
       WHERE status = 'running' AND pipeline_id IN (SELECT value FROM json_each(@peers))`,
    )
    .pluck();

  const aheadOf = ({ id, pipeline_id }: SqlRow): GenerationRow['ahead'] => {
    const peers = peersOf(pipeline_id);
    const ahead = readAhead({ kind: pipeline_id, subject: id }, peers);
    if (!ahead) return null;
    const running = secondsLeft.get({ peers: JSON.stringify(peers) }) ?? 0;
    return { count: ahead.count, seconds: ahead.seconds + running };
  };

  return (row) => ({ ...fromSql(row), ahead: row.status === 'queued' ? aheadOf(row) : null });
}
