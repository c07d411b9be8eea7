import { AppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { PipelineDetail } from '../../contract/pipelines.js';
import type { Generation, RepeatBody } from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { Member } from '../place.js';
import type { Catalog } from './catalog.js';
import { parametersOf, type RigChange, readSeed } from './options.js';
import { type RigPlace, wordless } from './order.js';
import type { RepeatLock } from './repeat-lock.js';
import type { RigJob } from './rows.js';

/** Repeated presses within this time count as one, because each rig costs credits. */
const againRestMs = 5_000;

const newSeed = (random: Random): number => Buffer.from(random(4)).readUInt32LE();

export type Changing = { job: RigJob; pipeline: PipelineDetail; balance: number | null };

/** Makes new rigs from the input of an earlier one. */
export function createAgain(options: {
  repeatLock: RepeatLock;
  catalog: Catalog;
  random: Random;
  own: (memberId: string, id: string) => Promise<RigJob>;
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
  const { repeatLock, catalog, random, own, repeat, add, balanceOf } = options;

  const offered = async ({ generation }: RigJob): Promise<PipelineDetail> => {
    const pipeline = await catalog.read(generation.pipeline_id);
    if (pipeline) return pipeline;
    throw new AppError('not_found', reason('rig.error.pipeline_gone'));
  };

  const makeAgain = async (
    member: Member,
    place: RigPlace,
    job: RigJob,
    changes: RepeatBody,
    key: string,
  ): Promise<RigJob> => {
    if (!(await repeatLock.take(job.id, againRestMs)))
      throw new AppError('rate_limited', reason('rig.error.already_repeating'));
    try {
      return await add(member, place, await repeat(job, changes, key, place));
    } catch (error) {
      await repeatLock.release(job.id);
      throw error;
    }
  };

  return {
    /** Remakes a finished rig with a new seed, and a failed or cancelled one with the same options. */
    async again(member: Member, place: RigPlace, id: string, key: string): Promise<RigJob> {
      const job = await own(member.id, id);
      const { status, seeded, input } = job.generation;
      if (status !== 'succeeded')
        return makeAgain(member, place, job, { seed: input.seed ?? undefined }, key);
      if (seeded === false) throw new AppError('invalid_request', reason('rig.error.not_random'));
      return makeAgain(member, place, job, { seed: newSeed(random) }, key);
    },

    /** Makes the rig whose body the service could not tell, with the body that the member chose. */
    async chooseBody(
      member: Member,
      place: RigPlace,
      { id, skeleton }: { id: string; skeleton: string },
      key: string,
    ): Promise<RigJob> {
      const job = await own(member.id, id);
      const { seed, parameters } = job.generation.input;
      const changes = { seed: seed ?? undefined, parameters: { ...parameters, skeleton } };
      return makeAgain(member, place, job, changes, key);
    },

    /** A rig with its pipeline and what the member can spend, for a form. */
    async changing(memberId: string, id: string): Promise<Changing> {
      const job = await own(memberId, id);
      const [pipeline, balance] = await Promise.all([offered(job), balanceOf(job)]);
      return { job, pipeline, balance };
    },

    /** Makes a new rig with a changed prompt or options. */
    async change(
      member: Member,
      place: RigPlace,
      id: string,
      { prompt, seed = '', answers }: RigChange,
      key: string,
    ): Promise<RigJob> {
      const job = await own(member.id, id);
      if (prompt?.trim() === '') throw wordless();
      const { parameters } = await offered(job);
      const chosen = { seed: readSeed(seed), parameters: parametersOf(parameters, answers) };
      return makeAgain(member, place, job, { ...(prompt !== undefined && { prompt }), ...chosen }, key);
    },
  };
}
