import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import {
  cancelGeneration,
  createUpload,
  type Generation,
  generate,
  imageToRig,
  listGenerations,
  listPipelines,
  multiImageToRig,
  readGeneration,
  stage,
  textToRig,
} from '../../contract/rig.js';
import { type Attached, type AttachmentKind, createFetchAttachment } from '../attachment.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { sweep } from '../sweep.js';
import type { RigJob, RigStore } from './store.js';

type View = 'front' | 'left' | 'back' | 'right';

/** What a member asks for. */
export type RigOrder =
  | { kind: 'text'; prompt: string; seed?: number }
  | { kind: 'image'; image: Attached }
  | { kind: 'images'; images: { attached: Attached; view: View }[] }
  | { kind: 'mesh'; model: Attached };

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

export function createRigFlow(options: {
  store: RigStore;
  sessions: Sessions;
  http: Http;
  /** Origins of Discord's file hosts. */
  fileOrigins: readonly string[];
  clock: Clock;
  /** Has the service tell of this member's rigs for some minutes; whether it does so just now. */
  listen: (memberId: string) => boolean;
}) {
  const { store, sessions, http, fileOrigins, clock, listen } = options;
  let isTold = false; // a service need not tell; until it did once, it is asked often
  const nextCheckAt = (memberId: string): number =>
    clock.now() + (listen(memberId) && isTold ? checkMs.told : checkMs.untold);

  const fetchAttachment = createFetchAttachment(fileOrigins);

  const upload = async (memberId: string, attached: Attached, kind: AttachmentKind = 'picture') => {
    const { bytes, type } = await fetchAttachment(attached, kind);
    const body = { content_type: type, data: bytes.toString('base64') };
    const reply = await sessions.serviceOf(memberId).call(createUpload, { body });
    return { upload_id: reply.body.upload_id };
  };

  const request = async (memberId: string, order: RigOrder, idempotencyKey: string): Promise<Generation> => {
    const service = sessions.serviceOf(memberId);
    if (order.kind === 'text') {
      const body = { prompt: order.prompt, ...(order.seed !== undefined && { seed: order.seed }) };
      return (await service.call(textToRig, { body, idempotencyKey })).body;
    }
    if (order.kind === 'image') {
      const body = { image: await upload(memberId, order.image) };
      return (await service.call(imageToRig, { body, idempotencyKey })).body;
    }
    if (order.kind === 'mesh') {
      const body = { type: 'mesh', mesh: await upload(memberId, order.model, 'model') } as const;
      return (await service.call(generate, { body, idempotencyKey })).body;
    }
    const images = await Promise.all(
      order.images.map(async ({ attached, view }) => ({ ...(await upload(memberId, attached)), view })),
    );
    return (await service.call(multiImageToRig, { body: { images }, idempotencyKey })).body;
  };

  const own = async (memberId: string, id: string): Promise<RigJob> => {
    const job = await store.find(id);
    if (job?.memberId !== memberId) throw new AppError('not_found', 'That rig is not one of yours.');
    return job;
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

  const start = async (member: Member, place: RigPlace, order: RigOrder, key: string): Promise<RigJob> => {
    if (order.kind === 'text' && order.prompt.trim() === '')
      throw new AppError(
        'invalid_request',
        'Say who or what to make, for example: a red fox with a blue scarf.',
      );
    if (!(await sessions.walletOf(member.id))) throw new AppError('unauthenticated');
    const generation = await request(member.id, order, key);
    const { channelId, messageId, uploadLimit } = place;
    const id = generation.id;
    const job = {
      id,
      memberId: member.id,
      channelId,
      messageId,
      uploadLimit,
      generation,
      createdAt: clock.now(),
    };
    await store.add(job, nextCheckAt(member.id));
    return job;
  };

  return {
    pipelines: async () => (await http.call(listPipelines, {}, {})).reply.body.data,
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

    /** The same words with other chance: a new rig in a new place. */
    async again(member: Member, place: RigPlace, id: string, key: string): Promise<RigJob> {
      const { prompt } = (await own(member.id, id)).generation.input;
      if (!prompt)
        throw new AppError('invalid_request', 'Only rigs from text can be made again. Attach the file anew.');
      if (!(await store.takeAgain(id, againRestMs)))
        throw new AppError(
          'rate_limited',
          'Another one is already on its way. Press again in a few seconds if you want one more.',
        );
      return start(member, place, { kind: 'text', prompt }, key).catch(async (error) => {
        await store.returnAgain(id);
        throw error;
      });
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
