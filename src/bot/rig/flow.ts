import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { Http } from '../../client/http.js';
import {
  cancelGeneration,
  type Generation,
  listGenerations,
  type PipelineDetail,
  type RepeatBody,
  type RigInput,
  readGeneration,
  stage,
} from '../../contract/rig.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { sweep } from '../sweep.js';
import { createCatalog } from './catalog.js';
import {
  type Change,
  type Choice,
  parameterChoices,
  parametersOf,
  pipelineChoices,
  seedOf,
} from './options.js';
import { createPlaceOrder, inputOf, type RigChoice, type RigOrder } from './order.js';
import type { RigJob, RigStore } from './store.js';

export type { RigOrder } from './order.js';

/** Where the answer stands and what it may carry. */
export type RigPlace = Place & { uploadLimit: number };

/** How often a rig is looked at: seldom while the service tells of it by itself, often while it does not. */
const checkMs = { told: 15_000, untold: 1_000 } as const;

/** Presses of one button in a row count as one: each would cost credits. */
const againRestMs = 5_000;

/** The film of a rig is a few hundred kilobytes; one that is larger is left out. */
const roomForPictures = 1_500_000;
const leftOut = (error: unknown): null => {
  if (isAppError(error, 'too_large')) return null;
  throw error;
};

/** What the service refuses will not change by asking often; what broke may. */
const pauseAfter = (failure: unknown): number =>
  isAppError(failure) && failure.status < 500 ? 60_000 : 5_000;

/** Where a stage ends the next begins, at the same percent. */
const reached = ({ progress, stage: at }: Generation): number =>
  progress * stage.options.length + (at ? stage.options.indexOf(at) : -1);

/** Within one attempt progress only grows. */
const isOlder = (told: Generation, known: Generation): boolean =>
  told.started_at === known.started_at && told.status === known.status && reached(told) < reached(known);

const wordless = () =>
  new AppError('invalid_request', 'Say who or what to make, for example: a red fox with a blue scarf.');

const newSeed = (random: Random): number => Buffer.from(random(4)).readUInt32LE();

export function createRigFlow(options: {
  store: RigStore;
  sessions: Sessions;
  http: Http;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
  clock: Clock;
  random: Random;
  /** Has the service tell of this member's rigs for some minutes; whether it does so just now. */
  listen: (memberId: string) => boolean;
}) {
  const { store, sessions, http, fileOrigins, clock, random, listen } = options;
  let isTold = false; // a service need not tell; until it did once, it is asked often
  const nextCheckAt = (memberId: string): number =>
    clock.now() + (listen(memberId) && isTold ? checkMs.told : checkMs.untold);

  const catalog = createCatalog({ http, clock });
  const orders = createPlaceOrder({ sessions, fileOrigins });

  /** Nothing chosen leaves all to the service, which need not be asked. */
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
    if (job?.memberId !== memberId) throw new AppError('not_found', 'That rig is not one of yours.');
    return job;
  };

  const offered = async ({ generation }: RigJob): Promise<PipelineDetail> => {
    const pipeline = await catalog.read(generation.pipeline_id);
    if (pipeline) return pipeline;
    throw new AppError('not_found', 'Its pipeline is no longer offered. Use /rig to choose another.');
  };

  const keep = async (job: RigJob, generation: Generation): Promise<RigJob> => {
    const ended = generation.finished_at !== null;
    await store.advance(job, generation, ended ? null : nextCheckAt(job.memberId));
    return (await store.find(job.id)) ?? { ...job, generation };
  };

  const follow = async (job: RigJob): Promise<RigJob> => {
    const params = { generation_id: job.id };
    return keep(job, (await sessions.serviceOf(job.memberId).call(readGeneration, { params })).body);
  };

  const add = async (member: Member, place: RigPlace, generation: Generation): Promise<RigJob> => {
    const { channelId, messageId, uploadLimit } = place;
    const { id } = generation;
    const job = {
      ...{ id, memberId: member.id, channelId, messageId, uploadLimit, generation },
      createdAt: clock.now(),
    };
    await store.add(job, nextCheckAt(member.id));
    return job;
  };

  const start = async (member: Member, place: RigPlace, order: RigOrder, key: string): Promise<RigJob> => {
    if (order.kind === 'text' && order.prompt.trim() === '') throw wordless();
    if (!(await sessions.walletOf(member.id))) throw new AppError('unauthenticated');
    const choice = await choiceOf(order);
    return add(member, place, await orders.place(member.id, order, choice, key));
  };

  /** A new rig in a new place, from what an earlier one was made of. */
  const repeat = async (
    member: Member,
    place: RigPlace,
    { id, generation }: RigJob,
    changes: RepeatBody,
    key: string,
  ): Promise<RigJob> => {
    if (!(await store.takeAgain(id, againRestMs)))
      throw new AppError(
        'rate_limited',
        'Another one is already on its way. Press again in a few seconds if you want one more.',
      );
    try {
      return await add(member, place, await orders.repeat(member.id, generation, changes, key));
    } catch (error) {
      await store.returnAgain(id);
      throw error;
    }
  };

  return {
    pipelines: catalog.list,

    /** What an option of `/rig` may be, as far as it was typed. */
    async suggest(input: RigInput, option: { name: string; typed: string }, pipeline: string | null) {
      if (option.name === 'pipeline') return pipelineChoices(await catalog.list(), input, option.typed);
      const found = await catalog.choose(input, pipeline);
      return found ? parameterChoices(found, option.name, option.typed) : ([] as Choice[]);
    },

    start,
    find: store.find,

    /** Follows a generation that was begun elsewhere on the card that shows it already. */
    async adopt(job: Omit<RigJob, 'id' | 'createdAt'>): Promise<void> {
      const { generation, memberId } = job;
      await store.add({ ...job, id: generation.id, createdAt: clock.now() }, nextCheckAt(memberId));
    },

    /** The service tells how a generation stands. What is older than what is known changes nothing. */
    async hear(generation: Generation): Promise<void> {
      isTold = true;
      const job = await store.find(generation.id);
      if (!job || isOlder(generation, job.generation)) return;
      await keep(job, generation);
    },

    /** A member came back: their rigs are looked at now. */
    wake: store.wake,

    /** Whether something of this member's is being made. */
    isOpen: store.hasOpen,

    /** One that is ready is made again by other chance, one that failed or was cancelled as it was asked for. */
    async again(member: Member, place: RigPlace, id: string, key: string): Promise<RigJob> {
      const job = await own(member.id, id);
      const { status, seeded, input } = job.generation;
      if (status !== 'succeeded') return repeat(member, place, job, { seed: input.seed ?? undefined }, key);
      if (seeded === false)
        throw new AppError(
          'invalid_request',
          'This would come out the same: its pipeline leaves nothing to chance. Press Change for other options.',
        );
      return repeat(member, place, job, { seed: newSeed(random) }, key);
    },

    /** A rig and the pipeline whose parameters may be changed. */
    async changing(memberId: string, id: string): Promise<{ job: RigJob; pipeline: PipelineDetail }> {
      const job = await own(memberId, id);
      return { job, pipeline: await offered(job) };
    },

    /** Once more with other words or options. */
    async change(
      member: Member,
      place: RigPlace,
      id: string,
      { prompt, seed = '', answers }: Change,
      key: string,
    ): Promise<RigJob> {
      const job = await own(member.id, id);
      if (prompt?.trim() === '') throw wordless();
      const { parameters } = await offered(job);
      const chosen = { seed: seedOf(seed), parameters: parametersOf(parameters, answers) };
      return repeat(member, place, job, { ...(prompt !== undefined && { prompt }), ...chosen }, key);
    },

    async cancel(memberId: string, id: string): Promise<RigJob> {
      const job = await own(memberId, id);
      const params = { generation_id: id };
      return keep(job, (await sessions.serviceOf(memberId).call(cancelGeneration, { params })).body);
    },

    async list(memberId: string, cursor?: string) {
      const query = { limit: 5, ...(cursor && { cursor }) };
      return (await sessions.serviceOf(memberId).call(listGenerations, { query })).body;
    },

    /** The picture and the file of a finished rig; what is larger than the place takes stays a link. */
    async files({ generation, uploadLimit }: RigJob) {
      const { output } = generation;
      if (!output) return { preview: null, turntable: null, model: null };
      const glb = output.files.find(({ format }) => format === 'glb');
      const [preview, turntable, model] = await Promise.all([
        output.preview_url ? http.download(output.preview_url, uploadLimit) : null,
        output.turntable_url ? http.download(output.turntable_url, roomForPictures).catch(leftOut) : null,
        glb && glb.bytes < uploadLimit - roomForPictures - 500_000
          ? http.download(glb.url, uploadLimit)
          : null,
      ]);
      return { preview, turntable, model };
    },

    /** One round over every rig that is due; one that fails is looked at again later. */
    sweep: () => sweep(store, follow, (failure) => clock.now() + pauseAfter(failure)),
  };
}
