import { AppError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { Generation, PipelineDetail, RepeatBody } from '../../contract/rig.js';
import type { Member } from '../place.js';
import type { Catalog } from './catalog.js';
import { type Change, parametersOf, seedOf } from './options.js';
import { type RigPlace, wordless } from './order.js';
import type { RigJob, RigStore } from './store.js';

/** Repeated presses within this time count as one, because each rig costs credits. */
const againRestMs = 5_000;

const newSeed = (random: Random): number => Buffer.from(random(4)).readUInt32LE();

/** Makes new rigs from the input of an earlier one. */
export function createAgain(options: {
  store: RigStore;
  catalog: Catalog;
  random: Random;
  own: (memberId: string, id: string) => Promise<RigJob>;
  repeat: (
    job: RigJob,
    changes: RepeatBody,
    key: string,
  ) => Promise<{ generation: Generation; address: string | null }>;
  add: (
    member: Member,
    place: RigPlace,
    made: { generation: Generation; address: string | null },
  ) => Promise<RigJob>;
}) {
  const { store, catalog, random, own, repeat, add } = options;

  const offered = async ({ generation }: RigJob): Promise<PipelineDetail> => {
    const pipeline = await catalog.read(generation.pipeline_id);
    if (pipeline) return pipeline;
    throw new AppError(
      'not_found',
      "This rig's pipeline is no longer available. Use /rig to choose another.",
    );
  };

  const makeAgain = async (
    member: Member,
    place: RigPlace,
    job: RigJob,
    changes: RepeatBody,
    key: string,
  ): Promise<RigJob> => {
    if (!(await store.takeAgain(job.id, againRestMs)))
      throw new AppError(
        'rate_limited',
        'Another one is already in progress. Press again in a few seconds if you want one more.',
      );
    try {
      return await add(member, place, await repeat(job, changes, key));
    } catch (error) {
      await store.returnAgain(job.id);
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
      if (seeded === false)
        throw new AppError(
          'invalid_request',
          "This would give the same result, because its pipeline doesn't use randomness. Press Change to pick other options.",
        );
      return makeAgain(member, place, job, { seed: newSeed(random) }, key);
    },

    /** A rig with its pipeline, for the change form. */
    async changing(memberId: string, id: string): Promise<{ job: RigJob; pipeline: PipelineDetail }> {
      const job = await own(memberId, id);
      return { job, pipeline: await offered(job) };
    },

    /** Makes a new rig with a changed prompt or options. */
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
      return makeAgain(member, place, job, { ...(prompt !== undefined && { prompt }), ...chosen }, key);
    },
  };
}
