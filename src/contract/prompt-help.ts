import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';

export const promptHelp = defineEndpoint({
  id: 'promptHelp',
  method: 'POST',
  path: '/api/rig/prompt-help',
  summary: 'What a description is understood as, and better ones to choose from; free, and starts nothing',
  auth: 'user',
  vouched: true,
  body: z.object({
    prompt: z.string().trim().min(1, 'say what to make').max(2000),
    pipeline_id: z.string().max(60).optional(),
  }),
  replies: {
    200: z.object({
      understood: z.array(z.string()).describe('words that shape the character'),
      unknown: z.array(z.string()).describe('words without effect'),
      corrected: z.array(z.object({ from: z.string(), to: z.string() })).describe('words read as others'),
      refusal: z.string().nullable().describe('why no character can be made from it'),
      suggestions: z.array(z.string()).describe('whole descriptions, the nearest first; up to three'),
      by: z.enum(['grammar', 'model']),
    }),
  },
  errors: ['unauthenticated', 'session_expired', 'invalid_request', 'rate_limited', 'forbidden', 'blocked'],
});
