import { newId, type Random } from '../../base/ids.js';
import type { FileSource, GenerateBody } from '../../contract/rig.js';
import type { Pipelines } from './pipelines.js';
import type { GenerationRow, StoredImage } from './row.js';
import type { TakeSource } from './sources.js';
import type { GenerationStore } from './store.js';

/**
 * Accepts a generation: checks it, takes its files, then queues it and holds its credits in one transaction,
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
  takeSource: TakeSource;
  random: Random;
  /** Called when there is new work. */
  wake: () => void;
}): StartGeneration {
  const { store, pipelines, takeSource, random, wake } = deps;

  const takePictures = async (userId: string, body: GenerateBody): Promise<StoredImage[]> => {
    const take = (source: FileSource) => takeSource(userId, source, 'picture');
    if (body.type === 'image') return [{ sha256: await take(body.image), view: null }];
    if (body.type !== 'multi_image') return [];
    return Promise.all(body.images.map(async (image) => ({ sha256: await take(image), view: image.view })));
  };

  return async (userId, body, accepted) => {
    const pipeline = pipelines.choose(body.type, body.pipeline_id);
    const parameters = body.parameters ?? {};
    pipelines.check(pipeline, parameters);
    const images = await takePictures(userId, body);
    const model = body.type === 'mesh' ? await takeSource(userId, body.mesh, 'model') : null;
    const row = await store.start(
      {
        id: newId('gen', random),
        userId,
        type: body.type,
        pipelineId: pipeline.id,
        prompt: body.type === 'text' ? body.prompt : null,
        images,
        model,
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
