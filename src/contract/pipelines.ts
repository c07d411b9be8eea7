import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { page } from './shapes.js';

export const rigInput = z.enum(['text', 'image', 'multi_image', 'mesh']);
export type RigInput = z.infer<typeof rigInput>;

/** A JSON Schema subset, sufficient to build a form. */
export const parameter = z.object({
  name: z.string(),
  type: z.enum(['string', 'integer', 'number', 'boolean']),
  title: z.string(),
  description: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  enum: z.array(z.string()).optional(),
  required: z.boolean(),
});
export type Parameter = z.infer<typeof parameter>;

export const pipeline = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  inputs: z.array(rigInput),
  skeletons: z.array(z.string()),
  output_formats: z.array(z.string()),
  credit_cost: z.number().int().nonnegative(),
  estimated_seconds: z.number(),
  priority: z
    .object({ credits: z.number().int().positive() })
    .optional()
    .describe('what it costs more to start before others; omitted where that is not offered'),
  seeded: z.boolean().optional().describe('false if the seed has no effect'),
  prompt_help: z
    .boolean()
    .optional()
    .describe('true where `POST /api/rig/prompt-help` proposes better words'),
});
export type Pipeline = z.infer<typeof pipeline>;
export const pipelineDetail = pipeline.extend({ parameters: z.array(parameter) });
export type PipelineDetail = z.infer<typeof pipelineDetail>;

export const listPipelines = defineEndpoint({
  id: 'listPipelines',
  method: 'GET',
  path: '/api/rig/pipelines',
  summary: 'Pipelines that make rigs, with their cost',
  auth: 'none',
  replies: { 200: page(pipeline) },
  errors: [],
});

export const readPipeline = defineEndpoint({
  id: 'readPipeline',
  method: 'GET',
  path: '/api/rig/pipelines/{pipeline_id}',
  summary: 'One pipeline with its parameters',
  auth: 'none',
  replies: { 200: pipelineDetail },
  errors: ['not_found'],
});
