import { AppError, isAppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { PipelineDetail } from '../../contract/pipelines.js';
import type { Generation, RepeatBody } from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { Member } from '../place.js';
import type { Catalog } from './catalog.js';
import { createEditing } from './editing.js';
import { type Answers, parametersOf, type RigChange, readSeed } from './options.js';
import { type RigPlace, wordless } from './order.js';
import type { RepeatLock } from './repeat-lock.js';
import type { RigJob } from './rows.js';
import type { Wish } from './wish.js';

/** Repeated presses within this time count as one, because each rig costs credits. */
const againRestMs = 5_000;

const newSeed = (random: Random): number => Buffer.from(random(4)).readUInt32LE();

export type Changing = { job: RigJob; pipeline: PipelineDetail; balance: number | null };
type Again = Extract<Wish, { kind: 'again' }>;

/** Makes new rigs from the input of an earlier one. */
export function createAgain(options: {
  repeatLock: RepeatLock;
  catalog: Catalog;
  random: Random;
  own: (memberId: string, id: string) => Promise<RigJob>;
  serviceOf: Parameters<typeof createEditing>[0]['serviceOf'];
  repeat: (
    job: RigJob,
    changes: RepeatBody,
    key: string,
    place: RigPlace,
  ) => Promise<{ generation: Generation; address: string | null }>;
  add: (
    member: Member,
    place: RigPlace,
    made: { generation: Generation; address: string | null },
  ) => Promise<RigJob>;
  balanceOf: (job: RigJob) => Promise<number | null>;
}) {
  const { repeatLock, catalog, random, own, serviceOf, repeat, add, balanceOf } = options;
  const { characterOf, edited } = createEditing({ own, serviceOf });

  const offered = async ({ generation }: RigJob): Promise<PipelineDetail> => {
    const pipeline = await catalog.read(generation.pipeline_id);
    if (pipeline) return pipeline;
    throw new AppError('not_found', reason('rig.error.pipeline_gone'));
  };

  const make = async (member: Member, place: RigPlace, { id, changes }: Again, key: string) => {
    const job = await own(member.id, id);
    if (!(await repeatLock.take(job.id, againRestMs)))
      throw new AppError('rate_limited', reason('rig.error.already_repeating'));
    try {
      return await add(member, place, await repeat(job, changes, key, place));
    } catch (error) {
      await repeatLock.release(job.id);
      if (changes.second_reading && isAppError(error, 'idempotency_conflict'))
        throw new AppError('invalid_request', reason('rig.second.used'));
      throw error;
    }
  };

  const wishes = {
    /** A finished rig with a new seed, and a failed or cancelled one with the same options. */
    async again(memberId: string, id: string): Promise<Again> {
      const { status, seeded, input } = (await own(memberId, id)).generation;
      if (status !== 'succeeded') return { kind: 'again', id, changes: { seed: input.seed ?? undefined } };
      if (seeded === false) throw new AppError('invalid_request', reason('rig.error.not_random'));
      return { kind: 'again', id, changes: { seed: newSeed(random) } };
    },

    /** The same rig with other values of some parameters, for example the body that the service could not tell. */
    async vary(memberId: string, id: string, answers: Answers): Promise<Again> {
      const job = await own(memberId, id);
      const { input, output } = job.generation;
      const known = (await catalog.read(job.generation.pipeline_id))?.parameters ?? [];
      const parameters = { ...input.parameters, ...parametersOf(known, answers) };
      return { kind: 'again', id, changes: { seed: output?.seed ?? input.seed ?? undefined, parameters } };
    },

    /** With the other body that the service thought possible. */
    async secondReading(memberId: string, id: string): Promise<Again> {
      return { kind: 'again', id: (await own(memberId, id)).id, changes: { second_reading: true } };
    },

    /** With changed words or options; an edit changes the character itself, so that other words do not count. */
    async change(
      memberId: string,
      id: string,
      { prompt, seed = '', edit = '', answers }: RigChange,
      locale: string,
    ): Promise<Again> {
      const job = await own(memberId, id);
      if (prompt?.trim() === '') throw wordless();
      const { parameters } = await offered(job);
      const { input } = job.generation;
      const given = parametersOf(parameters, answers);
      const chosen = { seed: readSeed(seed), parameters: given };
      if (edit.trim() !== '') {
        const { changes, edit: said } = await edited(job, edit, locale);
        const kept = { ...chosen, parameters: { ...input.parameters, ...given } };
        return { kind: 'again', id, changes: { ...kept, ...changes }, edit: said };
      }
      const isNew = prompt !== undefined && prompt.trim() !== input.prompt?.trim();
      return { kind: 'again', id, changes: { ...(isNew && { prompt }), ...chosen } };
    },
  };

  return {
    wishes,
    makeAgain: make,
    characterOf,

    /** A rig with its pipeline and what the member can spend, for a form. */
    async changing(memberId: string, id: string): Promise<Changing> {
      const job = await own(memberId, id);
      const [pipeline, balance] = await Promise.all([offered(job), balanceOf(job)]);
      return { job, pipeline, balance };
    },
  };
}
