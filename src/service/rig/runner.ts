import type { Clock } from '../../base/clock.js';
import { isOutOfReach } from '../../base/db/out-of-reach.js';
import { toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import { type Pool, type StopReason, startWorker } from '../../base/queue/worker.js';
import { type Stage, stages } from '../../engine/types.js';
import type { Blobs } from '../storage/blobs.js';
import type { JobOutcome } from './executor.js';
import { measureOutcome } from './figures.js';
import { requestOf, storeRig } from './job.js';
import type { GenerationJobs } from './jobs.js';
import { type Lane, laneOf } from './lanes.js';
import type { GenerationRow } from './row.js';

export type RigRunner = {
  /** Checks for queued work now. */
  wake(): void;
  /** Stops the job of a cancelled generation. */
  abandon(id: string): void;
  /** Requeues running jobs; resolves when nothing runs. */
  stop(): Promise<void>;
};

/** A job is retried once after its worker died, and a few more times after its whole process died. */
const maxWorkerAttempts = 2;
const maxProcessAttempts = 5;

/**
 * Makes queued generations, one slot at a time in each lane and users in turn. State lives only in the store: a job
 * of a dead process is found again when its lease expires.
 * @param tell called after every stored change
 */
export function startRigRunner(deps: {
  queue: Queue;
  jobs: GenerationJobs;
  blobs: Blobs;
  lanes: readonly Lane[];
  tell: (row: GenerationRow) => void;
  /** Runs before each search for jobs. */
  prepare?: (() => Promise<void>) | undefined;
  clock: Clock;
  log: Log;
  metrics?: Metrics | undefined;
}): RigRunner {
  const { queue, jobs, blobs, lanes, tell, prepare, clock, log, metrics = noMetrics } = deps;

  const tellIf = async (change: Promise<GenerationRow | null>) => {
    const row = await change;
    if (row) tell(row);
  };

  const work = async (job: LeasedJob, signal: AbortSignal): Promise<void> => {
    try {
      const row = await jobs.begin(job);
      if (!row) return;
      if (!signal.aborted) tell(row);
      const outcome = await runTold(job, row, signal);
      await conclude(job, outcome, signal.reason);
    } catch (error) {
      if (isOutOfReach(error)) throw error; // another attempt follows when the lease has ended
      const { code, message } = toAppError(error);
      log.error({ generation: job.subject, err: error }, 'generation failed outside the engine');
      await tellIf(jobs.fail(job, { code, detail: message }));
    }
  };

  /** Stages are stored and reported in order, all of them before the outcome. */
  const runTold = async (job: LeasedJob, row: GenerationRow, signal: AbortSignal): Promise<JobOutcome> => {
    let told = Promise.resolve();
    let shown: { stage: Stage; percent: number } | null = null;
    const onStage = (stage: Stage, fraction: number) => {
      const percent = percentOf(stage, fraction);
      if ((shown?.stage === stage && shown.percent === percent) || signal.aborted) return;
      shown = { stage, percent };
      told = told
        .then(async () => {
          const stored = await jobs.progress(job, stage, percent);
          if (stored && !signal.aborted) tell(stored); // its end may have been told meanwhile
        })
        .catch((error) => log.warn({ generation: row.id, err: error }, 'progress could not be stored'));
    };
    const { executor } = laneOf(lanes, row.pipelineId);
    const keep = (task: string) => jobs.keepRemote(job, task);
    const remote = { key: row.id, begun: row.remoteTask, keep };
    const outcome = await executor.run(await requestOf(row, blobs), { onStage, signal, remote });
    await told;
    measureOutcome(outcome, metrics);
    return outcome;
  };

  const conclude = async (
    job: LeasedJob,
    outcome: JobOutcome,
    reason: StopReason | undefined,
  ): Promise<void> => {
    if (outcome.kind === 'made')
      return tellIf(jobs.succeed(job, await storeRig(job.subject, outcome.rig, blobs)));
    if (outcome.kind === 'refused') return tellIf(jobs.fail(job, outcome));
    if (outcome.kind === 'crashed') {
      const { subject, attempts } = job;
      log.error({ generation: subject, attempt: attempts, cause: outcome.cause }, 'rig worker crashed');
      if (attempts < maxWorkerAttempts) return jobs.requeue(job, { counted: true });
      return tellIf(jobs.fail(job, { code: 'internal', detail: crashed }));
    }
    if (reason === 'shutdown') return jobs.requeue(job, { counted: false });
    const { timeoutMs } = laneOf(lanes, job.kind);
    if (reason === 'timeout')
      return tellIf(jobs.fail(job, { code: 'provider_error', detail: tooLong(timeoutMs) }));
  };

  const worker = startWorker({
    name: 'rig',
    queue,
    pools: lanes.map(poolOf),
    work,
    recover: (job) => tellIf(jobs.recover(job, maxProcessAttempts)),
    ...(prepare && { prepare }),
    everyMs: 2_000,
    clock,
    log,
  });

  return {
    wake: worker.wake,
    abandon: worker.abandon,
    async stop() {
      await worker.stop();
      await Promise.all(lanes.map(({ executor }) => executor.stop()));
    },
  };
}

/** Keeps one slot of a lane free from a user who occupies all others. */
const poolOf = ({ pipelineIds, executor, timeoutMs }: Lane): Pool => ({
  kinds: pipelineIds,
  slots: executor.slots,
  perGroup: Math.max(1, executor.slots - 1),
  timeoutMs,
});

const crashed = 'Something broke on our side while making this rig. Your credits were returned. Try again.';
const tooLong = (ms: number) => {
  const time = ms < 180_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return `This rig took longer than ${time}, so we stopped it. Your credits were returned.`;
};

/** Whole percent of the job: each stage counts the same; 100 is reached only once the result is stored. */
const percentOf = (stage: Stage, fraction: number) =>
  Math.min(99, Math.floor(((stages.indexOf(stage) + fraction) / stages.length) * 100));
