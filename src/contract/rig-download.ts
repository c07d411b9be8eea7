import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';

const converted = z.object({
  format: z.string(),
  url: z.url().describe('signed; needs no session and expires'),
  bytes: z.number().int(),
});
export type Converted = z.infer<typeof converted>;

const converting = z.object({ format: z.string() });
export type Converting = z.infer<typeof converting>;

export const convertGeneration = defineEndpoint({
  id: 'convertGeneration',
  method: 'POST',
  path: '/api/rig/generations/{generation_id}/files',
  summary:
    'Convert a finished generation to one of its `output.formats`, free; the file is kept, so asking again is quick. ' +
    '202: it is still being made; ask again in a second',
  auth: 'user',
  body: z.object({
    format: z.string().max(12).describe('one of `output.formats`'),
    clip: z
      .string()
      .max(60)
      .optional()
      .describe('one of `output.animations`: the pose of an OBJ, STL or PLY, the motion of a BVH or USDZ'),
    author: z.string().max(80).optional().describe('the author that a VRM names'),
    license: z.enum(['owner', 'cc-by', 'cc0']).optional().describe('what others may do with a VRM'),
  }),
  replies: { 200: converted, 202: converting },
  errors: [
    'unauthenticated',
    'session_expired',
    'not_found',
    'invalid_request',
    'rate_limited',
    'unriggable',
    'unsupported_media',
  ],
});
