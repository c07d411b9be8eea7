import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { rigInput } from './pipelines.js';
import { aboutPicture, aboutPictures, common, parameters, payer, prompt } from './rig-input.js';
import { page, pageQuery, readWords, spec, time } from './shapes.js';

export const stage = z.enum(['interpret', 'model', 'rig', 'skin', 'animate', 'render', 'validate']);
export const generationStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'canceled']);
export type GenerationStatus = z.infer<typeof generationStatus>;

/** Exactly one of a URL the service may fetch, an earlier upload, or the bytes themselves. */
export const fileSource = z.union([
  z.object({ upload_id: z.string().max(60) }),
  z.object({ data_uri: z.string().regex(/^data:[\w.+/-]+;base64,/, 'a base64 data URI') }),
  z.object({ url: z.url().max(2000) }),
]);
export type FileSource = z.infer<typeof fileSource>;
export const view = z.enum(['front', 'left', 'back', 'right']).nullable();
/** Names one of several pictures by its view, else by its position. */
export const pictureName = (seen: z.infer<typeof view>, at: number): string =>
  seen ? `The ${seen} picture` : `Picture ${at + 1}`;
const viewedImage = z.intersection(fileSource, z.object({ view: view.default(null) }));

const textBody = z.object({
  prompt: prompt.optional(),
  spec: spec
    .optional()
    .describe('made instead of what the prompt says; without a prompt, it is put into words'),
  ...common,
});
const imageBody = z.object({ image: fileSource, ...aboutPicture, ...common });
const imagesBody = z.object({
  images: z.array(viewedImage).min(2, 'send at least two pictures').max(4),
  ...aboutPictures,
  ...common,
});

const meshBody = z.object({ mesh: fileSource.describe('a GLB, OBJ, STL or PLY'), ...common });

export const generation = z.object({
  id: z.string(),
  type: rigInput,
  pipeline_id: z.string(),
  seeded: z.boolean().optional().describe('as its pipeline'),
  status: generationStatus,
  stage: stage.nullable(),
  progress: z.number().int().min(0).max(100),
  queue_position: z.number().int().nullable(),
  eta_seconds: z.number().nullable(),
  input: z.object({
    prompt: z.string().nullable(),
    images: z.number().int(),
    seed: z.number().int().nullable(),
    parameters: parameters,
    spec: spec.optional().describe('the character that was sent instead of words'),
  }),
  output: z
    .object({
      files: z.array(
        z.object({ format: z.string(), url: z.string(), bytes: z.number().int(), sha256: z.string() }),
      ),
      preview_url: z.string().nullable(),
      turntable_url: z.string().nullable(),
      rig: z
        .object({ skeleton: z.string(), joints: z.number().int(), max_influences: z.number().int() })
        .nullable()
        .describe('null if not measured; this service always measures it'),
      mesh: z.object({ vertices: z.number().int(), triangles: z.number().int() }).nullable(),
      animations: z.array(z.string()),
      formats: z.array(z.string()).optional().describe('others that the model can be converted to'),
      clip: z.string().optional().describe('what the turntable shows, where another can be chosen'),
      validation: z.object({ errors: z.number().int(), warnings: z.number().int() }).nullable(),
      seed: z.number().int().nullable(),
      spec: spec
        .optional()
        .describe('the character that was made, with its seed; to change it, or make it again'),
      words: readWords.optional().describe('of the prompt, where one was read'),
      unknown_words: z.array(z.string()).describe('words of the prompt that had no effect'),
      notes: z.array(z.string()).default([]).describe('what was omitted or changed of an uploaded model'),
      second_reading: z.string().optional().describe('where the body was not certain: its other class'),
    })
    .nullable(),
  credits: z.object({ held: z.number().int(), consumed: z.number().int(), refunded: z.number().int() }),
  priority: z.boolean().optional().describe('true if it was paid to start before others'),
  paid_by: payer.optional().describe("`server`: by the server's pool of credits"),
  error: z
    .object({ code: z.string(), detail: z.string() })
    .nullable()
    .describe(
      '`ambiguous_body`, or `no_body` where no character was found: nothing was charged; repeat it with the parameter `skeleton`',
    ),
  created_at: time,
  started_at: time.nullable(),
  finished_at: time.nullable(),
});
export type Generation = z.infer<typeof generation>;

const signedInErrors = ['unauthenticated', 'session_expired'] as const;
const startErrors = [
  ...signedInErrors,
  'insufficient_credits',
  'not_found',
  'idempotency_conflict',
  'too_large',
  'unsupported_media',
  'unriggable',
  'content_rejected',
  'quota_exceeded',
  'blocked',
  'quote_expired',
] as const;

export const textToRig = defineEndpoint({
  id: 'textToRig',
  method: 'POST',
  path: '/api/rig/text-to-rig',
  summary: 'Make a rigged character from a sentence',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: textBody,
  replies: { 202: generation },
  errors: startErrors,
});

export const imageToRig = defineEndpoint({
  id: 'imageToRig',
  method: 'POST',
  path: '/api/rig/image-to-rig',
  summary: 'Make a rigged character from one picture',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: imageBody,
  replies: { 202: generation },
  errors: startErrors,
});

export const multiImageToRig = defineEndpoint({
  id: 'multiImageToRig',
  method: 'POST',
  path: '/api/rig/multi-image-to-rig',
  summary: 'Make a rigged character from several pictures of it',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: imagesBody,
  replies: { 202: generation },
  errors: startErrors,
});

/** Body of the general endpoint, the only one that accepts a model. */
export const generateBody = z.discriminatedUnion('type', [
  textBody.extend({ type: z.literal('text') }),
  imageBody.extend({ type: z.literal('image') }),
  imagesBody.extend({ type: z.literal('multi_image') }),
  meshBody.extend({ type: z.literal('mesh') }),
]);
export type GenerateBody = z.infer<typeof generateBody>;

export const generate = defineEndpoint({
  id: 'generate',
  method: 'POST',
  path: '/api/rig/generate',
  summary: 'Start a generation of any type',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: generateBody,
  replies: { 202: generation },
  errors: startErrors,
});

export const listGenerations = defineEndpoint({
  id: 'listGenerations',
  method: 'GET',
  path: '/api/rig/generations',
  summary: 'Generations of this user, newest first',
  auth: 'user',
  query: pageQuery.extend({ status: generationStatus.optional() }),
  replies: { 200: page(generation) },
  errors: signedInErrors,
});

export const readGeneration = defineEndpoint({
  id: 'readGeneration',
  method: 'GET',
  path: '/api/rig/generations/{generation_id}',
  summary: 'One generation',
  auth: 'user',
  replies: { 200: generation },
  errors: [...signedInErrors, 'not_found'],
});

export const cancelGeneration = defineEndpoint({
  id: 'cancelGeneration',
  method: 'POST',
  path: '/api/rig/generations/{generation_id}/cancel',
  summary: 'Stop a generation and release its credits; idempotent',
  auth: 'user',
  replies: { 200: generation },
  errors: [...signedInErrors, 'not_found'],
});

/** Overrides for a repeated generation; omitted fields keep their value, except the seed. */
export const repeatBody = z.object({
  prompt: prompt.optional(),
  spec: spec.optional().describe('the character to make instead; a prompt without one is read again'),
  second_reading: z.boolean().optional().describe('as `output.second_reading`, with its seed: free, once'),
  ...common,
});
export type RepeatBody = z.infer<typeof repeatBody>;

export const repeatGeneration = defineEndpoint({
  id: 'repeatGeneration',
  method: 'POST',
  path: '/api/rig/generations/{generation_id}/repeat',
  summary: 'Repeat a generation from its stored input',
  auth: 'user',
  vouched: true,
  idempotent: true,
  body: repeatBody,
  replies: { 202: generation },
  errors: startErrors,
});

export const deleteGeneration = defineEndpoint({
  id: 'deleteGeneration',
  method: 'DELETE',
  path: '/api/rig/generations/{generation_id}',
  summary: 'Delete a finished generation and its files; their links stop working at once',
  auth: 'user',
  replies: { 204: null },
  errors: [...signedInErrors, 'not_found'],
});
