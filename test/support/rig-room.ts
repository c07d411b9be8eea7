import { AppError } from '../../src/base/errors.js';
import type { GenerateBody, Generation } from '../../src/contract/rig.js';
import type { RigStarter } from '../../src/service/agents/acceptance.js';
import type { ServiceContext } from '../../src/service/feature.js';

/** A rig queue that never runs its jobs but charges the ledger as the real one does. */
export function createRigRoom({ db, holds }: Pick<ServiceContext, 'db' | 'holds'>) {
  /** In order. */
  const started: { userId: string; generation: Generation }[] = [];
  let asked = 0;
  const make = (body: GenerateBody): Generation => {
    asked += 1;
    return {
      id: `gen_${asked}`,
      type: body.type,
      pipeline_id: body.pipeline_id ?? 'clay',
      status: 'queued',
      stage: null,
      progress: 0,
      queue_position: 1,
      eta_seconds: 4,
      output: null,
      input: {
        prompt: (body.type === 'text' && body.prompt) || null,
        images: 0,
        seed: null,
        parameters: {},
      },
      credits: { held: 10, consumed: 0, refunded: 0 },
      error: null,
      created_at: new Date(0).toISOString(),
      started_at: null,
      finished_at: null,
    };
  };
  const rigs: RigStarter = {
    async start(userId, body, accepted) {
      const generation = make(body);
      await db.transaction(async (t) => {
        const posting = { userId, credits: 10, subject: `${generation.id}/${userId}` };
        const held = await holds.place(t, posting);
        if (held.outcome !== 'held') throw new AppError('insufficient_credits');
        await accepted(t, generation);
      });
      started.push({ userId, generation });
      return generation;
    },
    find: async (userId, id) =>
      started.find((one) => one.userId === userId && one.generation.id === id)?.generation ?? null,
  };
  return { rigs, started };
}
