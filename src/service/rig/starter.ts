import { AppError, naming } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { PipelineDetail } from '../../contract/pipelines.js';
import { type FileSource, type GenerateBody, pictureName, type RepeatBody } from '../../contract/rig.js';
import { writeSpec } from '../../engine/input/text/write-spec.js';
import type { Blobs } from '../storage/blobs.js';
import type { Room } from '../storage/room.js';
import type { Durations } from './durations.js';
import { type Pipelines, pipelineFor, priceOf } from './pipelines.js';
import type { Quotes } from './quotes.js';
import { filesOf, type GenerationRow, type StoredImage } from './row.js';
import type { TakeSource } from './sources.js';
import { refuseSpec, specInput } from './spec-input.js';
import type { AcceptedGeneration, GenerationStore } from './store.js';

/** What accepting it does besides, and the server whose pool pays; null when the user pays. */
export type Accepting = { accepted: AcceptedGeneration; pool: string | null };

/** Accepts a generation: validates it, stores its files, then queues it and holds its credits in one transaction. */
export type Starter = {
  start(userId: string, body: GenerateBody, accepting: Accepting): Promise<GenerationRow>;
  /**
   * Repeats an earlier generation; `changes` overrides its input.
   * @throws AppError `not_found` when the user has no such generation
   */
  repeat(userId: string, id: string, changes: RepeatBody, accepting: Accepting): Promise<GenerationRow>;
};

type Input = Pick<GenerationRow, 'prompt' | 'spec' | 'images' | 'model'>;
type Asked = Pick<GenerateBody, 'type' | 'pipeline_id' | 'seed' | 'parameters' | 'quote' | 'priority'> & {
  /** The generation whose uncertain body it reads in the other way, for free. */
  secondReadingOf?: string;
};
/** The generation that is being accepted. */
type Owner = Pick<GenerationRow, 'id' | 'userId'>;

export function createStarter(deps: {
  /** Refuses new work when the disk is almost full. */
  room: Room;
  store: GenerationStore;
  pipelines: Pipelines;
  takeSource: TakeSource;
  blobs: Blobs;
  durations: Durations;
  quotes: Pick<Quotes, 'creditsOf'>;
  random: Random;
  /** @throws AppError `content_rejected` for a description of forbidden content, by any pipeline */
  refuseContent: (description: string) => void;
  /** Called when there is new work. */
  wake: () => void;
}): Starter {
  const { room, store, pipelines, takeSource, blobs, durations, quotes, random, refuseContent, wake } = deps;

  const takePictures = async (owner: Owner, body: GenerateBody): Promise<StoredImage[]> => {
    const take = (source: FileSource) => takeSource(owner, source, 'picture');
    if (body.type !== 'image' && body.type !== 'multi_image') return [];
    const { description, file_name: fileName } = body;
    if (body.type === 'image') return [{ sha256: await take(body.image), view: null, description, fileName }];
    return Promise.all(
      body.images.map(async (image, at) => ({
        sha256: await take(image).catch(naming(pictureName(image.view, at))),
        view: image.view,
        ...(at === 0 && { description, fileName }),
      })),
    );
  };

  const takeInput = async (owner: Owner, body: GenerateBody): Promise<Input> => ({
    ...specInput(body),
    images: await takePictures(owner, body),
    model: body.type === 'mesh' ? await takeSource(owner, body.mesh, 'model') : null,
  });

  const creditsOf = (userId: string, pipeline: PipelineDetail, { quote, priority = false }: Asked): number =>
    quote === undefined
      ? priceOf(pipeline, priority)
      : quotes.creditsOf(quote, { userId, pipelineId: pipeline.id, isPriority: priority });

  const accept = async (
    userId: string,
    asked: Asked,
    input: (owner: Owner) => Promise<Input>,
    { accepted, pool }: Accepting,
  ): Promise<GenerationRow> => {
    const { type, seed = null, priority: isPriority = false, secondReadingOf = null } = asked;
    const { pipeline, parameters } = pipelineFor(pipelines, asked);
    await room.check();
    const about = {
      id: newId('gen', random),
      userId,
      type,
      pipelineId: pipeline.id,
      seed,
      parameters,
      isPriority,
      pool,
      secondReadingOf,
      credits: secondReadingOf === null ? creditsOf(userId, pipeline, asked) : 0,
      estimatedSeconds: await durations(pipeline),
    };
    const keepFiles: AcceptedGeneration = async (t, row) => {
      await blobs.keep(t, row.id, filesOf(row));
      await accepted(t, row);
    };
    try {
      const given = await input(about);
      // The name of a file isn't refused: it only helps to choose the class of body, and is never shown.
      const said = given.images.map(({ description }) => description);
      refuseContent([given.prompt, given.spec && writeSpec(given.spec), ...said].filter(Boolean).join(', '));
      const row = await store.start({ ...given, ...about }, keepFiles);
      wake();
      return row;
    } catch (error) {
      await blobs.abandon(about.id);
      throw error;
    }
  };

  const earlier = async (userId: string, id: string): Promise<GenerationRow> => {
    const row = await store.find(userId, id);
    if (row) return row;
    throw new AppError('not_found', "We couldn't find that rig. Use /rigs to see yours.");
  };

  return {
    async start(userId, body, accepting) {
      if (body.type === 'text' && body.spec) refuseSpec(pipelines, body);
      return accept(userId, body, (owner) => takeInput(owner, body), accepting);
    },
    async repeat(userId, id, { prompt, spec, second_reading, ...changes }, accepting) {
      const source = await earlier(userId, id);
      const { type, pipelineId, parameters } = source;
      const input = async () => {
        const { prompt: said, spec: made, images, model } = await earlier(userId, id);
        if (spec)
          return { ...specInput({ type: 'text', prompt: prompt ?? said ?? undefined, spec }), images, model };
        return { prompt: prompt ?? said, spec: prompt === undefined ? made : null, images, model };
      };
      if (second_reading) return accept(userId, secondReadingOf(source), input, accepting);
      if ((prompt !== undefined || spec) && type !== 'text')
        throw new AppError('invalid_request', 'Only a rig made from text has a description to change.');
      const isSame = changes.pipeline_id === undefined || changes.pipeline_id === pipelineId;
      const asked = { type, pipeline_id: pipelineId, ...(isSame && { parameters }), ...changes };
      if (spec ?? (prompt === undefined && source.spec)) refuseSpec(pipelines, asked);
      return accept(userId, asked, input, accepting);
    },
  };
}

/** @throws AppError `invalid_request` when its body was certain */
function secondReadingOf({ id, type, pipelineId, parameters, output }: GenerationRow): Asked {
  const skeleton = output?.second_reading;
  if (skeleton === undefined) throw new AppError('invalid_request', 'The body of that rig was certain.');
  const same = { type, pipeline_id: pipelineId, ...(output?.seed != null && { seed: output.seed }) };
  return { ...same, parameters: { ...parameters, skeleton }, secondReadingOf: id };
}
