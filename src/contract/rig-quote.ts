import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { rigInput } from './pipelines.js';
import { parameters } from './rig-input.js';
import { time } from './shapes.js';

/** What a generation would cost now. */
export const rigQuote = z.object({
  quote: z.string().describe('send it with the request that starts the generation'),
  credits: z.number().int(),
  eta_seconds: z.number().describe('until it is finished, with the generations that are before it'),
  pipeline_id: z.string(),
  queue_ahead: z.number().int().describe('generations before it'),
  available: z.number().int().describe('credits of the user'),
  expires_at: time,
  priority: z
    .object({
      quote: z.string(),
      credits: z.number().int().describe('with what it costs more'),
      eta_seconds: z.number(),
      queue_ahead: z.number().int(),
    })
    .optional()
    .describe('the same with `priority`; omitted where that is not offered'),
  pool: z
    .object({ available: z.number().int(), left_today: z.number().int() })
    .optional()
    .describe("credits of the server's pool, and how many of them the user may use today"),
});
export type RigQuote = z.infer<typeof rigQuote>;

export const quoteRig = defineEndpoint({
  id: 'quoteRig',
  method: 'POST',
  path: '/api/rig/quotes',
  summary: 'Price and waiting time of a generation; the price stays valid until the quote expires',
  auth: 'user',
  vouched: true,
  body: z.object({
    type: rigInput,
    pipeline_id: z.string().max(60).optional(),
    parameters: parameters.optional(),
  }),
  replies: { 201: rigQuote },
  errors: ['unauthenticated', 'session_expired', 'invalid_request', 'not_found', 'forbidden', 'blocked'],
});
