import type { Queries } from '../../base/db/database.js';
import { type Ahead, createReadAhead, createReadAheadOfNext, type NextJob } from '../../base/queue/order.js';
import { fromSql, type GenerationRow, type SqlRow } from './row.js';

/** Name of the table with the queue of generations; a job's kind is its pipeline, its group the user. */
export const generationJobTable = 'generation_job';

/** Completes a stored row with the queue before a waiting generation. */
export type ReadGeneration = (q: Queries, row: SqlRow) => Promise<GenerationRow>;

const secondsLeft = `SELECT coalesce(sum(estimated_seconds * (100 - progress) / 100.0), 0) AS seconds
  FROM generation WHERE status = 'running' AND pipeline_id IN @peers`;

/** @param peersOf the pipelines that share an executor with this one, including itself */
export function createGenerationReader(peersOf: (pipelineId: string) => readonly string[]) {
  const readAhead = createReadAhead(generationJobTable);
  const readAheadOfNext = createReadAheadOfNext(generationJobTable);

  const withRunning = async (q: Queries, ahead: Ahead, peers: readonly string[]): Promise<Ahead> => {
    const running = (await q.get<{ seconds: number }>(secondsLeft, { peers }))?.seconds ?? 0;
    return { count: ahead.count, seconds: ahead.seconds + running };
  };
  const aheadOf = async (q: Queries, { id, pipeline_id }: SqlRow): Promise<GenerationRow['ahead']> => {
    const peers = peersOf(pipeline_id);
    const ahead = await readAhead(q, { kind: pipeline_id, subject: id }, peers);
    return ahead && withRunning(q, ahead, peers);
  };
  const read: ReadGeneration = async (q, row) => ({
    ...fromSql(row),
    ahead: row.status === 'queued' ? await aheadOf(q, row) : null,
  });

  return {
    read,
    /** The queue before a generation that the user would start now. */
    async aheadOfNext(q: Queries, job: NextJob, pipelineId: string): Promise<Ahead> {
      const peers = peersOf(pipelineId);
      return withRunning(q, await readAheadOfNext(q, job, peers), peers);
    },
  };
}
