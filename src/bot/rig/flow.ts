import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { Http } from '../../client/http.js';
import {
  cancelGeneration,
  type Generation,
  type RepeatBody,
  type RigInput,
  stage,
} from '../../contract/rig.js';
import type { Messenger } from '../messenger.js';
import type { Member } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { sweep } from '../sweep.js';
import { createAgain } from './again.js';
import { createCatalog } from './catalog.js';
import { type Choice, parameterChoices, parametersOf, pipelineChoices } from './options.js';
import {
  createPlaceOrder,
  inputOf,
  type RigChoice,
  type RigOrder,
  type RigPlace,
  wordless,
} from './order.js';
import { readOne } from './reading.js';
import { createShelf } from './shelf.js';
import type { RigJob, RigStore } from './store.js';

/** Poll intervals: long while the service pushes updates, short otherwise. */
const checkMs = { told: 15_000, untold: 1_000 } as const;

/** The limit for a turntable animation, bytes; they are usually a few hundred kilobytes. */
const roomForPictures = 1_500_000;
const roomForModel = (uploadLimit: number): number => uploadLimit - roomForPictures - 500_000;
/** The limit for a model shown on the rig page, bytes. */
const largestShown = 50_000_000;

const leftOut = (error: unknown): null => {
  if (isAppError(error, 'too_large') || isAppError(error, 'not_found')) return null;
  throw error;
};

/** Retry delay: longer after a refusal, which is not transient. */
const pauseAfter = (failure: unknown): number => {
  if (isAppError(failure, 'rate_limited')) return (failure.context.retryAfter ?? 5) * 1_000;
  return isAppError(failure) && failure.status < 500 ? 60_000 : 5_000;
};

/** Orders progress by percent, then stage: a stage starts at the percent where the last one ended. */
const reached = ({ progress, stage: at }: Generation): number =>
  progress * stage.options.length + (at ? stage.options.indexOf(at) : -1);

/** Progress never decreases within one attempt. */
const isOlder = (told: Generation, known: Generation): boolean =>
  told.started_at === known.started_at && told.status === known.status && reached(told) < reached(known);

type Owner = Pick<RigJob, 'memberId' | 'address'>;
type Adopted = Omit<RigJob, 'id' | 'createdAt' | 'deletedAt' | 'viewUrl' | 'owesPing'>;
type Made = Pick<RigJob, 'generation' | 'address'> & { owesPing?: boolean };

export function createRigFlow(options: {
  store: RigStore;
  sessions: Sessions;
  http: Pick<Http, 'call' | 'download'>;
  messenger: Pick<Messenger, 'send'>;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
  clock: Clock;
  random: Random;
  /** Subscribes to updates for a wallet's rigs (null: the primary's) for some minutes. @returns whether they arrive */
  listen: (memberId: string, address: string | null) => boolean;
}) {
  const { store, sessions, http, messenger, fileOrigins, clock, random, listen } = options;
  let isTold = false; // poll often until the service has pushed an update once
  const nextCheckAt = ({ memberId, address }: Owner): number =>
    clock.now() + (listen(memberId, address) && isTold ? checkMs.told : checkMs.untold);

  const catalog = createCatalog({ http, clock });
  const orders = createPlaceOrder(fileOrigins);
  const serviceOf = ({ memberId, address }: Owner) => sessions.serviceOf(memberId, address ?? undefined);

  /** Without options, the service chooses everything. */
  const choiceOf = async ({ kind, pipeline, seed, answers = {} }: RigOrder): Promise<RigChoice> => {
    const hasSeed = seed !== undefined && { seed };
    if (pipeline === undefined && Object.keys(answers).length === 0) return { ...hasSeed };
    const found = await catalog.choose(inputOf[kind], pipeline ?? null);
    const pipeline_id = found?.id ?? pipeline;
    return {
      ...(pipeline_id !== undefined && { pipeline_id }),
      ...hasSeed,
      parameters: parametersOf(found?.parameters ?? [], answers),
    };
  };

  const own = async (memberId: string, id: string): Promise<RigJob> => {
    const job = await store.find(id);
    if (job?.memberId !== memberId) throw new AppError('not_found', "That rig isn't yours.");
    if (job.deletedAt !== null) throw new AppError('not_found', 'That rig was deleted.');
    return job;
  };

  const keep = async (job: RigJob, generation: Generation): Promise<RigJob> => {
    const ended = generation.finished_at !== null;
    await store.advance(job, generation, ended ? null : nextCheckAt(job));
    return (await store.find(job.id)) ?? { ...job, generation };
  };

  const follow = async (job: RigJob): Promise<RigJob> => {
    return keep(job, await readOne(serviceOf(job), job.id, job.generation));
  };

  const add = async (
    member: Member,
    place: RigPlace,
    { generation, address, owesPing = false }: Made,
  ): Promise<RigJob> => {
    const { channelId, messageId, uploadLimit } = place;
    const { id } = generation;
    const job = {
      id,
      memberId: member.id,
      address,
      channelId,
      messageId,
      uploadLimit,
      owesPing,
      generation,
      createdAt: clock.now(),
      deletedAt: null,
      viewUrl: null,
    };
    await store.add(job, nextCheckAt(job));
    return job;
  };

  const primaryOf = async (memberId: string) => (await sessions.walletOf(memberId))?.address ?? null;

  /** Files belong to the wallet that uploaded them; a prompt can use the primary wallet. */
  const repeat = async (job: RigJob, changes: RepeatBody, key: string): Promise<Made> => {
    const { memberId, generation } = job;
    const hasWords = generation.input.prompt !== null;
    const address = hasWords ? await primaryOf(memberId) : job.address;
    const service = serviceOf({ memberId, address });
    return { generation: await orders.repeat(service, generation, changes, key), address };
  };

  /** The preview and files of a finished rig; files over the channel's upload limit stay links. */
  const files = async ({ generation, uploadLimit }: RigJob) => {
    const { output } = generation;
    if (!output) return { preview: null, turntable: null, model: null };
    const glb = output.files.find(({ format }) => format === 'glb');
    const [preview, turntable, model] = await Promise.all([
      output.preview_url ? http.download(output.preview_url, uploadLimit).catch(leftOut) : null,
      output.turntable_url ? http.download(output.turntable_url, roomForPictures).catch(leftOut) : null,
      glb && glb.bytes < roomForModel(uploadLimit)
        ? http.download(glb.url, roomForModel(uploadLimit)).catch(leftOut)
        : null,
    ]);
    return { preview, turntable, model };
  };

  /** The GLB; refreshes expired links. @throws AppError `not_found`, `too_large` */
  const readModel = async (job: RigJob): Promise<Uint8Array> => {
    const fresh = await follow(job).catch(() => job);
    const glb = fresh.generation.output?.files.find(({ format }) => format === 'glb');
    if (!glb) throw new AppError('not_found', 'This rig has no 3D file to show.');
    return http.download(glb.url, largestShown);
  };

  /** Follows a generation that another flow started, on its existing card. */
  const adopt = async (job: Adopted): Promise<void> => {
    const { id, finished_at } = job.generation;
    const whole = { ...job, id, owesPing: false, createdAt: clock.now(), deletedAt: null, viewUrl: null };
    await store.add(whole, finished_at === null ? nextCheckAt(job) : null);
  };

  return {
    ...createAgain({ store, catalog, random, own, repeat, add }),
    ...createShelf({ store, messenger, serviceOf, primaryOf, own, follow, files, adopt }),
    pipelines: catalog.list,
    find: store.find,
    findByToken: store.findByToken,
    files,
    readModel,
    adopt,

    /** Suggestions for an option of `/rig`. */
    async suggest(input: RigInput, option: { name: string; typed: string }, pipeline: string | null) {
      if (option.name === 'pipeline') return pipelineChoices(await catalog.list(), input, option.typed);
      const found = await catalog.choose(input, pipeline);
      return found ? parameterChoices(found, option.name, option.typed) : ([] as Choice[]);
    },

    async start(member: Member, place: RigPlace, order: RigOrder, key: string): Promise<RigJob> {
      if (order.kind === 'text' && order.prompt.trim() === '') throw wordless();
      const wallet = await sessions.walletOf(member.id);
      if (!wallet) throw new AppError('unauthenticated');
      const { address } = wallet;
      const choice = await choiceOf(order);
      const service = serviceOf({ memberId: member.id, address });
      const generation = await orders.place(service, order, choice, key);
      return add(member, place, { generation, address, owesPing: order.ping });
    },

    /** Handles an update from the service; ignores outdated ones. */
    async hear(generation: Generation): Promise<void> {
      isTold = true;
      const job = await store.find(generation.id);
      if (!job || isOlder(generation, job.generation)) return;
      await keep(job, generation);
    },

    /** Checks a member's rigs now, after they signed in again. */
    wake: store.wake,

    /** Whether the member has a rig in progress. */
    isOpen: store.hasOpen,

    async cancel(memberId: string, id: string): Promise<RigJob> {
      const job = await own(memberId, id);
      const params = { generation_id: id };
      return keep(job, (await serviceOf(job).call(cancelGeneration, { params })).body);
    },

    /** One round over all due rigs; failures are retried later. */
    sweep: () => sweep(store, follow, (failure) => clock.now() + pauseAfter(failure)),
  };
}
