import type { Clock } from '../../base/clock.js';
import { toAppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { startLoop } from '../../base/loop.js';
import { type RigRequest, type Stage, stages } from '../../engine/types.js';
import type { Blobs } from './blobs.js';
import type { Outcome } from './executor.js';
import { requestOf, storeRig } from './job.js';
import { type Lane, laneOf } from './lanes.js';
import type { GenerationRow } from './row.js';
import type { GenerationStore, Lease } from './store.js';

export type RigRunner = {
  /** Checks for queued work now. */
  wake(): void;
  /** Stops the job of a cancelled generation. */
  abandon(id: string): void;
  /** Requeues running jobs; resolves when nothing runs. */
  stop(): Promise<void>;
};

type StopReason = 'canceled' | 'timeout' | 'lost' | 'shutdown';

/** A job is retried once after its worker died, and a few more times after its whole process died. */
const maxWorkerAttempts = 2;
const maxProcessAttempts = 5;

/**
 * Takes queued generations, one slot at a time in each lane and users in turn, and finishes each. State lives only
 * in the store: a job of a dead process is found again when its lease expires.
 * @param tell called after every stored change
 */
export function startRigRunner(deps: {
  store: GenerationStore;
  blobs: Blobs;
  lanes: readonly Lane[];
  tell: (row: GenerationRow) => void;
  clock: Clock;
  random: Random;
  log: Log;
  leaseMs?: number;
}): RigRunner {
  const { store, blobs, lanes, tell, clock, random, log, leaseMs = 15_000 } = deps;
  const jobs = new Map<string, { lane: Lane; stopping: AbortController; done: Promise<void> }>();

  const perform = async (row: GenerationRow, lease: Lease, stopping: AbortController) => {
    const { timeoutMs } = laneOf(lanes, row.pipelineId);
    const ended = new AbortController();
    const stop = (reason: StopReason) => stopping.abort(reason);
    const guards = [
      timeLimit(clock, timeoutMs, ended.signal).then((over) => over && stop('timeout')),
      keepLease(clock, leaseMs, ended.signal, () => store.extend(lease, leaseMs)).then(
        (lost) => lost && stop('lost'),
      ),
    ];
    try {
      tell(row);
      const request = await requestOf(row, blobs);
      const outcome = await runTold(row, lease, request, stopping.signal);
      await conclude(row, lease, outcome, stopping.signal.reason, timeoutMs);
    } catch (error) {
      const { code, message } = toAppError(error);
      log.error({ generation: row.id, err: error }, 'generation failed outside the engine');
      await tellIf(store.fail(lease, { code, detail: message }));
    } finally {
      ended.abort();
      await Promise.all(guards);
    }
  };

  /** Stages are stored and reported in order, all of them before the outcome. */
  const runTold = async (row: GenerationRow, lease: Lease, request: RigRequest, signal: AbortSignal) => {
    let told = Promise.resolve();
    let shown: { stage: Stage; percent: number } | null = null;
    const onStage = (stage: Stage, fraction: number) => {
      const percent = percentOf(stage, fraction);
      if ((shown?.stage === stage && shown.percent === percent) || signal.aborted) return;
      shown = { stage, percent };
      told = told
        .then(() => tellIf(store.progress(lease, stage, percent)))
        .catch((error) => log.warn({ generation: row.id, err: error }, 'progress could not be stored'));
    };
    const { executor } = laneOf(lanes, row.pipelineId);
    const keep = (task: string) => store.keepRemote(lease, task);
    const remote = { key: row.id, begun: row.remoteTask, keep };
    const outcome = await executor.run(request, { onStage, signal, remote });
    await told;
    return outcome;
  };

  const conclude = async (
    row: GenerationRow,
    lease: Lease,
    outcome: Outcome,
    reason: StopReason | undefined,
    timeoutMs: number,
  ): Promise<void> => {
    if (outcome.kind === 'made')
      return tellIf(blobs.naming(async () => store.succeed(lease, await storeRig(outcome.rig, blobs))));
    if (outcome.kind === 'refused') return tellIf(store.fail(lease, outcome));
    if (outcome.kind === 'crashed') {
      log.error({ generation: row.id, attempt: row.attempts, cause: outcome.cause }, 'rig worker crashed');
      if (row.attempts < maxWorkerAttempts) return store.requeue(lease, { counted: true });
      return tellIf(store.fail(lease, { code: 'internal', detail: crashed }));
    }
    if (reason === 'shutdown') return store.requeue(lease, { counted: false });
    if (reason === 'timeout')
      return tellIf(store.fail(lease, { code: 'provider_error', detail: tooLong(timeoutMs) }));
  };

  const tellIf = async (change: Promise<GenerationRow | null>) => {
    const row = await change;
    if (row) tell(row);
  };

  const begin = (row: GenerationRow, lease: Lease) => {
    const stopping = new AbortController();
    const done = perform(row, lease, stopping)
      .catch((error) => log.error({ generation: row.id, err: error }, 'generation could not be completed'))
      .finally(() => {
        jobs.delete(row.id);
        loop.wake();
      });
    jobs.set(row.id, { lane: laneOf(lanes, row.pipelineId), stopping, done });
  };

  const fill = async (lane: Lane, signal: AbortSignal) => {
    const busy = () => [...jobs.values()].filter((job) => job.lane === lane).length;
    while (busy() < lane.executor.slots && !signal.aborted) {
      const token = randomText(random, 16);
      const row = await store.claim(token, leaseMs, lane.pipelineIds, mostPerUser(lane));
      if (!row) return;
      begin(row, { id: row.id, token });
    }
  };

  const offered = lanes.flatMap(({ pipelineIds }) => pipelineIds);
  const loop = startLoop({
    name: 'rig',
    everyMs: 2_000,
    clock,
    log,
    round: async (signal) => {
      const { failed } = await store.recover(maxProcessAttempts);
      for (const row of [...failed, ...(await store.failUnoffered(offered))]) tell(row);
      for (const lane of lanes) await fill(lane, signal);
      return undefined;
    },
  });

  return {
    wake: () => loop.wake(),
    abandon: (id) => jobs.get(id)?.stopping.abort('canceled' satisfies StopReason),
    async stop() {
      await loop.stop();
      const left = [...jobs.values()];
      for (const { stopping } of left) stopping.abort('shutdown' satisfies StopReason);
      await Promise.all(left.map(({ done }) => done));
      await Promise.all(lanes.map(({ executor }) => executor.stop()));
    },
  };
}

/** Keeps one slot of a lane free from a user who occupies all others. */
const mostPerUser = ({ executor }: Lane): number => Math.max(1, executor.slots - 1);

const crashed = 'Something broke on our side while making this rig. Your credits were returned. Try again.';
const tooLong = (ms: number) => {
  const time = ms < 180_000 ? `${Math.round(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`;
  return `This rig took longer than ${time}, so we stopped it. Your credits were returned.`;
};

/** Whole percent of the job: each stage counts the same; 100 is reached only once the result is stored. */
const percentOf = (stage: Stage, fraction: number) =>
  Math.min(99, Math.floor(((stages.indexOf(stage) + fraction) / stages.length) * 100));

/** Whether the time passed before `signal` ended the wait. */
const timeLimit = (clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );

/** Renews a lease in time; resolves true as soon as another process holds it. */
async function keepLease(
  clock: Clock,
  leaseMs: number,
  signal: AbortSignal,
  extend: () => Promise<boolean>,
): Promise<boolean> {
  while (await timeLimit(clock, leaseMs / 3, signal)) if (!(await extend())) return true;
  return false;
}
