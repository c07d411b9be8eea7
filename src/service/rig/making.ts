import { join } from 'node:path';
import { createQueue } from '../../base/queue/queue.js';
import type { ServiceContext } from '../feature.js';
import { createBlobs } from '../storage/blobs.js';
import { createFolderStore } from '../storage/folder.js';
import { createS3Store } from '../storage/s3.js';
import type { Executor } from './executor.js';
import { createGenerationJobs } from './jobs.js';
import { laneOf, layLanes } from './lanes.js';
import { openPipelines } from './pipelines.js';
import { createProviderExecutor, type Provider } from './providers/index.js';
import { createGenerationReader, generationJobTable } from './reader.js';
import type { GenerationRow } from './row.js';
import { type RigRunner, startRigRunner } from './runner.js';

export type MakingOptions = {
  /** Runs rig jobs; `createProcessPool()` in a running service. */
  executor: Executor;
  /** Model providers, each with its own pipelines in the catalog. */
  providers?: readonly Provider[];
  /** Time limit of a job; its credits are returned after it. Default 2 min, 20 min at a provider. */
  timeoutMs?: number;
  /** How long the job of a dead process waits before another takes it over. Default 15 s. */
  leaseMs?: number;
};

type Context = Pick<ServiceContext, 'db' | 'holds' | 'limits' | 'hints' | 'clock' | 'log' | 'metrics'> & {
  config: Pick<ServiceContext['config'], 'catalogDir' | 'bucket' | 'filesDir' | 'dataDir'>;
};

/** Topics of the hints between processes that accept generations and processes that make them. */
export const makingTopics = {
  queued: 'generation queued',
  /** About a generation that was cancelled. */
  canceled: 'generation canceled',
} as const;

/** What makes queued generations, in a service or in a worker. */
export function createMaking(context: Context, options: MakingOptions) {
  const { config, db, holds, limits, hints, clock, log, metrics } = context;
  const { executor, providers = [], timeoutMs, leaseMs } = options;
  const catalog = join(config.catalogDir, 'pipelines.json');
  const pipelines = openPipelines(catalog, providers);
  const lanes = layLanes({
    pipelines: pipelines.all,
    providerOf: pipelines.providerOf,
    engine: executor,
    timeoutMs,
    providers: new Map(
      providers.map((provider) => [
        provider.id,
        createProviderExecutor({ provider, engine: executor, clock, log }),
      ]),
    ),
  });
  const files = config.bucket
    ? createS3Store(config.bucket, { clock })
    : createFolderStore(config.filesDir ?? join(config.dataDir, 'artifacts'));
  const blobs = createBlobs({ db, store: files, clock });
  const queue = createQueue({ db, table: generationJobTable, order: 'turns', clock, leaseMs });
  const { read, aheadOfNext } = createGenerationReader((id) => laneOf(lanes, id).pipelineIds);
  const jobs = createGenerationJobs({ db, holds, limits, queue, read, clock });
  const offered = lanes.flatMap(({ pipelineIds }) => pipelineIds);

  return {
    pipelines,
    lanes,
    blobs,
    queue,
    read,
    aheadOfNext,
    /** Fails generations that wait for a pipeline that is no longer offered. */
    failUnoffered: () => jobs.failUnoffered(offered),
    /**
     * Takes generations from the queue, until it is stopped.
     * @param prepare runs before each search for jobs
     */
    start(tell: (row: GenerationRow) => void, prepare?: () => Promise<void>): RigRunner {
      const runner = startRigRunner({ queue, jobs, blobs, lanes, tell, prepare, clock, log, metrics });
      const stops = [
        hints.on(makingTopics.queued, runner.wake),
        hints.on(makingTopics.canceled, runner.abandon),
      ];
      return {
        ...runner,
        async stop() {
          for (const stop of stops) stop();
          await runner.stop();
        },
      };
    },
  };
}
