import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { readWords, spec } from './shapes.js';

const about = z
  .string()
  .describe(
    'species, blend, role, body, age, presentation, proportions, style, build, look, avoid, part, garment, prop, without, pose, expression',
  );
const name = z.string().nullable().describe('the part, garment or prop');
const words = z.array(z.string());

/** One thing that was asked of a character. */
const specLine = z.object({ about, name, words });
/** `null`: it was not, or is no longer, asked for. */
export const specChange = z.object({ about, name, before: words.nullable(), after: words.nullable() });
export type WireSpecLine = z.infer<typeof specLine>;
export type WireSpecChange = z.infer<typeof specChange>;

export const describeSpec = defineEndpoint({
  id: 'describeSpec',
  method: 'POST',
  path: '/api/rig/specs',
  summary:
    'A character in words, also after a change in short words ("hat: red, no scarf, taller"); free, and starts nothing',
  auth: 'user',
  vouched: true,
  body: z.object({
    spec,
    change: z.string().max(500).optional(),
    locale: z.string().max(20).optional().describe('of the words, as far as they are known in it'),
  }),
  replies: {
    200: z.object({
      spec: spec.describe('with the change; its seed stays'),
      lines: z.array(specLine),
      changes: z.array(specChange),
      words: readWords.describe('of the change'),
      notes: z.array(z.string()).describe('a sentence for each guess, and for what this body cannot show'),
    }),
  },
  errors: [
    'unauthenticated',
    'session_expired',
    'invalid_request',
    'content_rejected',
    'rate_limited',
    'forbidden',
    'blocked',
  ],
});
export type DescribedSpec = z.infer<(typeof describeSpec)['replies'][200]>;
