import { z } from 'zod';
import { refuseContent } from '../../../base/content.js';
import { AppError } from '../../../base/errors.js';
import type { SentAttachment } from '../../../contract/agents.js';
import { type PipelineDetail, rigInput } from '../../../contract/pipelines.js';
import { type FileSource, type GenerateBody, generation } from '../../../contract/rig.js';
import { longestCaption, longestFileName } from '../../../contract/rig-input.js';
import { spec } from '../../../contract/shapes.js';
import { reason } from '../../../copy/reason.js';
import { type Character, characterOf, describedBody, inWords } from './character.js';
import { defineTool, type ToolContext } from './tool.js';

const wanted = z.object({
  type: rigInput.default('text').describe('text: from the prompt; the others: from the files of the message'),
  prompt: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe(
      'the character in words; type text needs this, a spec or a change; with type image, what the picture shows ("a dog")',
    ),
  spec: spec
    .optional()
    .describe('a CharacterSpec instead of words, for example {"version":1,"species":["fox"]}'),
  change: z
    .string()
    .trim()
    .min(1)
    .max(500)
    .optional()
    .describe(
      'changes the character of the last card, and nothing else of it: "hat: red, no scarf, taller, waving"',
    ),
  pipeline_id: z.string().max(60).optional(),
  seed: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .optional(),
  parameters: generation.shape.input.shape.parameters.optional(),
});
type Wanted = z.infer<typeof wanted>;

export const estimateCost = defineTool({
  name: 'estimate_cost',
  label: 'Working out the cost',
  description: 'Says what a generation would cost and whether the user has the credits. Starts nothing.',
  input: wanted,
  async run(input, context) {
    const { body } = await bodyOf({ prompt: 'a character', ...input }, context);
    const pipeline = await context.sources.quote(body);
    return { value: await costOf(pipeline, context) };
  },
});

/** Shows a card to start a generation. Only a person's press starts it and holds the credits. */
export const proposeGeneration = defineTool({
  name: 'propose_generation',
  label: 'Preparing a card',
  description:
    'Shows the user a card to start making a character with. Starts and spends nothing: only the user can press it. Call it once for each of several characters or versions, at most 5 in one answer. The cards take the place of those in earlier answers.',
  input: wanted,
  async run(input, context) {
    const { body, unread } = await bodyOf(input, context);
    const pipeline = await context.sources.quote(body);
    const character = await characterOf(body, unread, context);
    const isChange = character !== null && character.changes.length > 0;
    const request = isChange && body.seed === undefined ? { ...body, seed: character.spec.seed } : body;
    const shown = {
      type: request.type,
      pipeline_id: pipeline.id,
      pipeline_name: pipeline.name,
      prompt: request.type === 'text' ? (request.prompt ?? null) : null,
      images: imagesIn(request),
      seed: request.seed ?? null,
      parameters: request.parameters ?? {},
      credits: pipeline.credit_cost,
      estimated_seconds: pipeline.estimated_seconds,
      ...(character && { spec: character.spec, changes: character.changes }),
    };
    const title = `Make ${shown.prompt ?? subjects[request.type]}`.replace(/\s+/g, ' ').slice(0, 200);
    return {
      value: {
        ...(await costOf(pipeline, context)),
        ...readAs(character),
        shown: 'as a card; the user presses it or not',
      },
      proposal: { kind: 'generation', title, request, generation: shown },
    };
  },
});

/** For a model: the character as a change would say it, and the words that have no effect. */
const readAs = (character: Character | null) =>
  character && { character: inWords(character.spec), without_effect: character.unread };

const subjects = {
  text: 'a character',
  image: 'a character from a picture',
  multi_image: 'a character from several pictures',
  mesh: 'a rig for a model',
} as const;

/** The cost, and the user's balance, which only the user may see. */
async function costOf(pipeline: PipelineDetail, { userId, sources, isGuest }: ToolContext) {
  const { credit_cost: credits, name, estimated_seconds } = pipeline;
  if (isGuest) return { pipeline: name, credits, available: null, missing: 0, estimated_seconds };
  const { available } = await sources.readBalance(userId);
  return { pipeline: name, credits, available, missing: Math.max(0, credits - available), estimated_seconds };
}

const imagesIn = (body: GenerateBody): number => {
  if (body.type === 'multi_image') return body.images.length;
  return body.type === 'image' ? 1 : 0;
};

async function bodyOf(
  input: Wanted,
  context: ToolContext,
): Promise<{ body: GenerateBody; unread: readonly string[] }> {
  const { type, prompt, spec: given, change, ...rest } = input;
  const common = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (type !== 'text') return { body: fileBody(type, { said: prompt, common }, context), unread: [] };
  const { unread, ...described } = await describedBody({ prompt, spec: given, change }, context);
  return { body: { type, ...described, ...common }, unread };
}

type Common = Omit<Wanted, 'type' | 'prompt' | 'spec' | 'change'>;

function fileBody(
  type: Exclude<Wanted['type'], 'text'>,
  { said, common }: { said: string | undefined; common: Common },
  { files, said: message = '' }: ToolContext,
): GenerateBody {
  if (type === 'mesh') return { type, mesh: sourceOf(files.find(isModel), 'model'), ...common };
  const pictures = files.filter(isPicture);
  if (type === 'image') {
    const [picture] = pictures;
    const description = (said ?? message).slice(0, longestCaption);
    refuseContent(description);
    return {
      type,
      image: sourceOf(picture, 'picture'),
      ...(description && { description }),
      ...(picture?.name && { file_name: picture.name.slice(0, longestFileName) }),
      ...common,
    };
  }
  if (pictures.length < 2) throw new AppError('invalid_request', reason('agent.error.pictures'));
  const images = pictures.slice(0, 4).map((one) => ({ ...sourceOf(one, 'picture'), view: viewIn(one.name) }));
  return { type, images, ...common };
}

function sourceOf(file: SentAttachment | undefined, what: 'model' | 'picture'): FileSource {
  if (file?.upload_id) return { upload_id: file.upload_id };
  if (file?.url) return { url: file.url };
  throw new AppError('invalid_request', reason(`agent.error.${what}`));
}

export const isPicture = ({ content_type, name }: SentAttachment): boolean =>
  content_type?.startsWith('image/') ?? /\.(?:png|jpe?g|webp)$/i.test(name);
export const isModel = ({ name }: SentAttachment): boolean => /\.(?:glb|obj|stl|ply)$/i.test(name);

/** Guesses the view from the file name: "dragon_left.png". */
const viewIn = (name: string) =>
  (/(?:^|[^a-z])(front|left|back|right)(?:[^a-z]|$)/i.exec(name)?.[1]?.toLowerCase() ?? null) as
    | 'front'
    | 'left'
    | 'back'
    | 'right'
    | null;
