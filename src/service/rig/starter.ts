import { newId, type Random } from '../../base/ids.js';
import type { GenerateBody } from '../../contract/rig.js';
import type { TakePicture } from './pictures.js';
import type { Pipelines } from './pipelines.js';
import type { GenerationRow, StoredImage } from './row.js';
import type { GenerationStore } from './store.js';

/**
 * Accepts a generation: checks it, takes its pictures, then queues it and holds its credits in one transaction,
 * inside which `accepted` hears of it.
 */
export type StartGeneration = (
  userId: string,
  body: GenerateBody,
  accepted: (row: GenerationRow) => void,
) => Promise<GenerationRow>;

export function createStartGeneration(deps: {
  store: GenerationStore;
  pipelines: Pipelines;
  takePicture: TakePicture;
  random: Random;
  /** Called when there is new work. */
  wake: () => void;
}): StartGeneration {
  const { store, pipelines, takePicture, random, wake } = deps;

  const takePictures = async (userId: string, body: GenerateBody): Promise<StoredImage[]> => {
    if (body.type === 'text') return [];
    if (body.type === 'image') return [{ sha256: await takePicture(userId, body.image), view: null }];
    return Promise.all(
      body.images.map(async (image) => ({ sha256: await takePicture(userId, image), view: image.view })),
    );
  };

  return async (userId, body, accepted) => {
    const pipeline = pipelines.choose(body.type, body.pipeline_id);
    const parameters = body.parameters ?? {};
    pipelines.check(pipeline, parameters);
    const images = await takePictures(userId, body);
    const row = await store.start(
      {
        id: newId('gen', random),
        userId,
        type: body.type,
        pipelineId: pipeline.id,
        prompt: body.type === 'text' ? body.prompt : null,
        images,
        seed: body.seed ?? null,
        parameters,
        credits: pipeline.credit_cost,
        estimatedSeconds: pipeline.estimated_seconds,
      },
      accepted,
    );
    wake();
    return row;
  };
}
