import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Transaction } from '../../base/db/database.js';
import type { Loop } from '../../base/loop.js';
import { createQueue } from '../../base/queue/queue.js';
import type { PipelineDetail } from '../../contract/pipelines.js';
import type { GenerateBody, Generation } from '../../contract/rig.js';
import type { Feature, ServiceContext } from '../feature.js';
import { createBlobs } from '../storage/blobs.js';
import { createFolderStore } from '../storage/folder.js';
import { createS3Store } from '../storage/s3.js';
import { createDownload } from './download.js';
import type { Executor } from './executor.js';
import { startFileExpiry } from './expiry.js';
import { measureQueue } from './figures.js';
import { serveRigFiles } from './files.js';
import { createGenerationJobs } from './jobs.js';
import { laneOf, layLanes } from './lanes.js';
import { createLinks } from './links.js';
import { readPipelines } from './pipelines.js';
import { createProviderExecutor, type Provider } from './providers/index.js';
import { createGenerationReader, generationJobTable } from './reader.js';
import { createRemoveGeneration } from './removal.js';
import { rigRoutes } from './routes.js';
import type { GenerationRow } from './row.js';
import { type RigRunner, startRigRunner } from './runner.js';
import { createTakeSource } from './sources.js';
import { createStarter } from './starter.js';
import { createGenerationStore } from './store.js';
import { createUploads } from './uploads.js';
import { createGenerationView } from './view.js';

export type RigOptions = {
  /** Runs rig jobs; `createProcessPool()` in a running service. */
  executor: Executor;
  /** Model providers, each with its own pipelines in the catalog. */
  providers?: readonly Provider[];
  /** Exact hosts, with a port where it is not the default, from which pictures and models may be downloaded. */
  imageHosts: readonly string[];
  /** Limit of unfinished generations per user. Default 20. */
  maxOpenPerUser?: number;
  /** Time limit of a job; its credits are returned after it. Default 2 min, 20 min at a provider. */
  timeoutMs?: number;
  /** How long the job of a dead process waits before another takes it over. Default 15 s. */
  leaseMs?: number;
};

/** The rig feature, and what the agent may read of it. */
export type RigFeature = Feature & {
  readonly pipelines: readonly PipelineDetail[];
  /** Newest first. */
  listGenerations(userId: string, limit: number): Promise<Generation[]>;
  findGeneration(userId: string, id: string): Promise<Generation | null>;
  /**
   * The pipeline that would run.
   * @throws AppError when the request is invalid
   */
  quote(body: GenerateBody): PipelineDetail;
  /** As the endpoint: `accepted` runs inside the transaction; throwing rolls it back. */
  startGeneration(
    userId: string,
    body: GenerateBody,
    accepted: (t: Transaction, generation: Generation) => Promise<void>,
  ): Promise<Generation>;
};

export function createGenerationFeature(context: ServiceContext, options: RigOptions): RigFeature {
  const { config, db, holds, limits, hub, clock, random, log } = context;
  const { executor, providers = [], imageHosts, maxOpenPerUser, timeoutMs, leaseMs } = options;
  const catalog = join(config.catalogDir, 'pipelines.json');
  const pipelines = readPipelines(
    catalog,
    providers.map(({ id }) => id),
  );
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
  const read = createGenerationReader((id) => laneOf(lanes, id).pipelineIds);
  const store = createGenerationStore({ db, holds, limits, queue, read, clock, maxOpenPerUser });
  const jobs = createGenerationJobs({ db, holds, limits, queue, read, clock });
  const uploads = createUploads({ db, blobs, clock, random });
  const links = createLinks({
    secret: linkSecret(config.masterKeys),
    baseUrl: () => config.baseUrl,
    now: () => clock.now(),
  });
  const view = createGenerationView({
    links,
    isSeeded: pipelines.isSeeded,
    slotsOf: (id) => laneOf(lanes, id).executor.slots,
  });
  const tell = (row: GenerationRow) =>
    hub.tellUser(row.userId, { type: 'generation_progress', generation: view(row) });
  measureQueue(context);
  let runner: RigRunner | undefined;
  let expiry: Loop | undefined;
  const starter = createStarter({
    store,
    pipelines,
    blobs,
    random,
    takeSource: createTakeSource({ blobs, uploads, download: createDownload({ hosts: imageHosts }) }),
    wake: () => runner?.wake(),
  });

  return {
    routes: rigRoutes({
      db,
      limits,
      store,
      pipelines,
      uploads,
      view,
      starter,
      remove: createRemoveGeneration({ db, blobs }),
      canceled: (row) => {
        runner?.abandon(row.id);
        tell(row);
      },
    }),
    plain: serveRigFiles(links, blobs, store.outputOf),
    start() {
      runner = startRigRunner({ queue, jobs, blobs, lanes, tell, clock, log, metrics: context.metrics });
      expiry = startFileExpiry({ db, blobs, clock, log });
    },
    async stop() {
      await Promise.all([runner?.stop(), expiry?.stop()]);
    },
    pipelines: pipelines.all,
    listGenerations: async (userId, limit) => (await store.list(userId, { limit })).map(view),
    async findGeneration(userId, id) {
      const row = await store.find(userId, id);
      return row && view(row);
    },
    quote({ type, pipeline_id, parameters = {} }) {
      const pipeline = pipelines.choose(type, pipeline_id);
      pipelines.check(pipeline, parameters);
      return pipeline;
    },
    startGeneration: async (userId, body, accepted) =>
      view(await starter.start(userId, body, (t, row) => accepted(t, view(row)))),
  };
}

/** Links stay valid over restarts, so their secret is derived from the master key and needs no variable of its own. */
const linkSecret = ([newest = '']: readonly string[]) =>
  Buffer.from(hkdfSync('sha256', newest, '', 'rigsmith file links v1', 32)).toString('hex');
