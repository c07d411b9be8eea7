import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { refuseContent } from '../../base/content.js';
import type { Transaction } from '../../base/db/database.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { PipelineDetail } from '../../contract/pipelines.js';
import type { GenerateBody, Generation } from '../../contract/rig.js';
import type { Feature, ServiceContext } from '../feature.js';
import { createRoom, freeShareOf } from '../storage/room.js';
import { createAdmission } from './admission.js';
import { createClips } from './clips.js';
import { createConversions } from './conversions.js';
import { createDownload } from './download.js';
import { createDurations } from './durations.js';
import { startFileExpiry } from './expiry.js';
import { measureQueue, readQueue } from './figures.js';
import { serveRigFiles } from './files.js';
import { laneOf } from './lanes.js';
import { createLinks } from './links.js';
import { createMaking, type MakingOptions, makingTopics } from './making.js';
import { createOutputs } from './outputs.js';
import { pipelineFor } from './pipelines.js';
import { quoteRoute } from './quote-route.js';
import { createQuotes } from './quotes.js';
import { createRemoveGeneration } from './removal.js';
import { rigRoutes } from './routes.js';
import type { GenerationRow } from './row.js';
import type { RigRunner } from './runner.js';
import { createTakeSource } from './sources.js';
import { refuseSpec } from './spec-input.js';
import { specRoute } from './spec-route.js';
import { createStarter } from './starter.js';
import { createGenerationStore } from './store.js';
import { createUploads } from './uploads.js';
import { convertedLink, createGenerationView } from './view.js';

export type RigOptions = MakingOptions & {
  /** Exact hosts, with a port where it is not the default, from which pictures and models may be downloaded. */
  imageHosts: readonly string[];
  /** Limit of unfinished generations per user. Default 20. */
  maxOpenPerUser?: number;
  /** False where other processes make the rigs. Default true. */
  makesRigs?: boolean;
  /** The free share of the disk that keeps files and database, 0 to 1. */
  freeShare?: () => Promise<number>;
};

/** The rig feature, and what the agent may read of it. */
export type RigFeature = Feature & {
  readonly pipelines: readonly PipelineDetail[];
  /** Whether our grammar reads the descriptions of a pipeline, and not a provider's model. */
  usesGrammar(pipelineId: string | undefined): boolean;
  /** Newest first. */
  listGenerations(userId: string, limit: number): Promise<Generation[]>;
  findGeneration(userId: string, id: string): Promise<Generation | null>;
  /**
   * The pipeline that would run.
   * @throws AppError when the request is invalid
   */
  quote(body: GenerateBody): PipelineDetail;
  /** A picture that the user uploaded. @throws AppError `not_found` once it expired */
  readUpload(userId: string, uploadId: string): Promise<Uint8Array>;
  /** As the endpoint: `accepted` runs inside the transaction; throwing rolls it back. */
  startGeneration(
    userId: string,
    body: GenerateBody,
    accepted: (t: Transaction, generation: Generation) => Promise<void>,
  ): Promise<Generation>;
};

export function createGenerationFeature(context: ServiceContext, options: RigOptions): RigFeature {
  const { config, db, holds, limits, hub, leases, hints, clock, random, log, metrics } = context;
  const { imageHosts, maxOpenPerUser, makesRigs = true } = options;
  const making = createMaking(context, options);
  const { pipelines, lanes, blobs, queue, read, aheadOfNext } = making;
  const room = openRoom(context, options);
  const store = createGenerationStore({ db, holds, limits, queue, read, clock, maxOpenPerUser });
  const uploads = createUploads({ db, blobs, clock, random });
  const durations = createDurations({ db, clock });
  const { quotes, links } = createSigned(context);
  const admission = createAdmission(context);
  const outputs = createOutputs({ db, leases, clock, blobs, executor: options.executor });
  const slotsOf = (id: string) => laneOf(lanes, id).executor.slots;
  const { isSeeded } = pipelines;
  const { canAdd: canAddFiles, canAddFbx } = outputs;
  const view = createGenerationView({ links, isSeeded, slotsOf, canAddFiles, canAddFbx });
  const find = async (userId: string, id: string) => {
    const row = await store.find(userId, id);
    return row && view(row);
  };
  const tell = (row: GenerationRow) =>
    hub.tellUser(row.userId, { type: 'generation_progress', generation: view(row) });
  measureQueue(context);
  const failUnoffered = async () => {
    for (const row of await making.failUnoffered()) tell(row);
  };
  let runner: Pick<RigRunner, 'wake' | 'abandon' | 'stop'> | undefined;
  let expiry: Loop | undefined;
  const starter = createStarter({
    room,
    store,
    pipelines,
    blobs,
    durations,
    quotes,
    random,
    takeSource: createTakeSource({ blobs, uploads, download: createDownload({ hosts: imageHosts }) }),
    refuseContent: (description) =>
      refuseContent(description, (strictness) =>
        metrics?.count('rigsmith_content_refused_total', { strictness }),
      ),
    wake() {
      runner?.wake();
      hints.tellOthers(makingTopics.queued);
    },
  });

  return {
    routes: [
      specRoute(context),
      quoteRoute({ context, admission, pipelines, durations, quotes, aheadOfNext, slotsOf }),
      ...rigRoutes({
        admission,
        store,
        pipelines,
        uploads,
        view,
        starter,
        clips: createClips(outputs),
        conversions: createConversions({ outputs, link: convertedLink(links), clock }),
        tell,
        remove: createRemoveGeneration({ db, blobs }),
        canceled: (row) => {
          runner?.abandon(row.id);
          hints.tellOthers(makingTopics.canceled, row.id);
          tell(row);
        },
      }),
    ],
    plain: serveRigFiles(links, blobs, store.outputOf),
    start() {
      runner = makesRigs ? making.start(tell, failUnoffered) : startFailing(failUnoffered, context);
      expiry = startFileExpiry({ db, blobs, clock, log, keepDays: config.rigKeepDays });
    },
    async stop() {
      outputs.stop();
      await Promise.all([runner?.stop(), expiry?.stop()]);
    },
    frames: {
      async generation(userId, id) {
        const generation = await find(userId, id);
        return generation && { type: 'generation_progress', generation };
      },
    },
    check: room.problem,
    state: async () => ({ rigs: await readQueue(context) }),
    reload: pipelines.reread,
    get pipelines() {
      return pipelines.all;
    },
    usesGrammar: (id) => pipelines.providerOf(id ?? pipelines.choose('text').id) === null,
    listGenerations: async (userId, limit) => (await store.list(userId, { limit })).map(view),
    findGeneration: find,
    quote(body) {
      if (body.type === 'text' && body.spec) refuseSpec(pipelines, body);
      return pipelineFor(pipelines, body).pipeline;
    },
    readUpload: async (userId, id) => blobs.read(await uploads.find(userId, id, 'picture')),
    startGeneration: async (userId, body, accepted) =>
      view(await starter.start(userId, body, { pool: null, accepted: (t, row) => accepted(t, view(row)) })),
  };
}

/** Refuses new work before the disk is full. A bucket has no limit, but the database has one. */
function openRoom({ config, clock }: ServiceContext, options: Pick<RigOptions, 'freeShare'>) {
  const { bucket, dataDir, filesDir = join(dataDir, 'artifacts') } = config;
  const { freeShare = () => freeShareOf(bucket ? dataDir : filesDir) } = options;
  return createRoom({ clock, read: freeShare });
}

/** In a service that makes no rigs itself: workers may not know every provider. */
function startFailing(failUnoffered: () => Promise<void>, { clock, log }: ServiceContext) {
  const round = async () => void (await failUnoffered());
  const loop = startLoop({ name: 'unoffered pipelines', everyMs: 10_000, round, clock, log });
  return { ...loop, abandon: () => undefined };
}

/** Quotes and links: signed instead of stored. */
const createSigned = ({ config, clock }: Pick<ServiceContext, 'config' | 'clock'>) => ({
  quotes: createQuotes({ secret: secretFor('quotes', config.masterKeys), clock }),
  links: createLinks({
    secret: secretFor('file links', config.masterKeys),
    baseUrl: () => config.baseUrl,
    now: () => clock.now(),
  }),
});

/** Links and quotes stay valid over restarts, so their secrets are derived from the master key and need no variable. */
const secretFor = (use: 'file links' | 'quotes', [newest = '']: readonly string[]) =>
  Buffer.from(hkdfSync('sha256', newest, '', `rigsmith ${use} v1`, 32)).toString('hex');
