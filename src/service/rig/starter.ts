import { AppError, naming } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type FileSource, type GenerateBody, pictureName, type RepeatBody } from '../../contract/rig.js';
import type { Pipelines } from './pipelines.js';
import type { GenerationRow, StoredImage } from './row.js';
import type { TakeSource } from './sources.js';
import type { GenerationStore } from './store.js';

/** Hears of what was accepted inside the transaction, and by throwing undoes it. */
type Accepted = (row: GenerationRow) => void;

/**
 * Accepts a generation: checks it, takes its files, then queues it and holds its credits in one transaction.
 */
export type Starter = {
  start(userId: string, body: GenerateBody, accepted: Accepted): Promise<GenerationRow>;
  /**
   * Once more from the input of an earlier one; what `changes` names takes the place of what was.
   * @throws AppError `not_found` when the user has no such generation
   */
  repeat(userId: string, id: string, changes: RepeatBody, accepted: Accepted): Promise<GenerationRow>;
};

type Input = Pick<GenerationRow, 'prompt' | 'images' | 'model'>;

export function createStarter(deps: {
  store: GenerationStore;
  pipelines: Pipelines;
  takeSource: TakeSource;
  random: Random;
  /** Called when there is new work. */
  wake: () => void;
}): Starter {
  const { store, pipelines, takeSource, random, wake } = deps;

  const takePictures = async (userId: string, body: GenerateBody): Promise<StoredImage[]> => {
    const take = (source: FileSource) => takeSource(userId, source, 'picture');
    if (body.type === 'image') return [{ sha256: await take(body.image), view: null }];
    if (body.type !== 'multi_image') return [];
    return Promise.all(
      body.images.map(async (image, at) => ({
        sha256: await take(image).catch(naming(pictureName(image.view, at))),
        view: image.view,
      })),
    );
  };

  const takeInput = async (userId: string, body: GenerateBody): Promise<Input> => ({
    prompt: body.type === 'text' ? body.prompt : null,
    images: await takePictures(userId, body),
    model: body.type === 'mesh' ? await takeSource(userId, body.mesh, 'model') : null,
  });

  const accept = async (
    userId: string,
    asked: Pick<GenerateBody, 'type' | 'pipeline_id' | 'seed' | 'parameters'>,
    input: () => Promise<Input>,
    accepted: Accepted,
  ): Promise<GenerationRow> => {
    const { type, pipeline_id, seed = null, parameters = {} } = asked;
    const pipeline = pipelines.choose(type, pipeline_id);
    pipelines.check(pipeline, parameters);
    const row = await store.start(
      {
        ...(await input()),
        ...{ id: newId('gen', random), userId, type, pipelineId: pipeline.id, seed, parameters },
        credits: pipeline.credit_cost,
        estimatedSeconds: pipeline.estimated_seconds,
      },
      accepted,
    );
    wake();
    return row;
  };

  return {
    start: (userId, body, accepted) => accept(userId, body, () => takeInput(userId, body), accepted),
    async repeat(userId, id, { prompt, ...changes }, accepted) {
      const earlier = await store.find(userId, id);
      if (!earlier) throw new AppError('not_found', 'That rig was not found. See /rigs for yours.');
      const { type, pipelineId, parameters, images, model } = earlier;
      if (prompt !== undefined && type !== 'text')
        throw new AppError('invalid_request', 'Only a rig from words has words to change.');
      const kept = changes.pipeline_id === undefined || changes.pipeline_id === pipelineId;
      const asked = { type, pipeline_id: pipelineId, ...(kept && { parameters }), ...changes };
      return accept(
        userId,
        asked,
        async () => ({ prompt: prompt ?? earlier.prompt, images, model }),
        accepted,
      );
    },
  };
}
