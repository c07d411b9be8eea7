import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { rigInput } from './pipelines.js';
import { generation } from './rig.js';
import { specChange } from './rig-spec.js';
import { page, pageQuery, spec, time } from './shapes.js';

/** A call of an operator's own tool, which may change something outside. */
const toolCall = z.object({
  server: z.string().max(40),
  name: z.string().max(128).describe('as the server calls it'),
  label: z.string().max(100).describe('plain text, one line'),
  input: z.string().max(2_000).describe('all arguments, as JSON'),
  outcome: z
    .object({
      status: z.enum(['done', 'failed', 'unknown']).describe('unknown: it may have run'),
      text: z.string().max(6_000).describe('what the tool answered: untrusted text'),
    })
    .nullable()
    .describe('null before it has ended'),
});

/**
 * An action the agent offers. A person accepts it (`acceptProposal`) before it expires; it runs once.
 */
export const proposal = z.object({
  id: z.string(),
  conversation_id: z.string(),
  run_id: z.string(),
  kind: z.enum(['generation', 'top_up', 'tool']),
  status: z
    .enum(['open', 'accepted', 'dismissed', 'replaced', 'expired'])
    .describe('replaced: superseded by a newer proposal'),
  title: z.string().max(200).describe('plain text, one line'),
  generation: z
    .object({
      type: rigInput,
      pipeline_id: z.string(),
      pipeline_name: z.string(),
      prompt: z.string().nullable(),
      images: z.number().int(),
      seed: z.number().int().nullable(),
      parameters: generation.shape.input.shape.parameters,
      credits: z.number().int().nonnegative(),
      estimated_seconds: z.number(),
      spec: spec.optional().describe('the character, where words were read'),
      changes: z.array(specChange).optional().describe('what differs from the last proposed character'),
    })
    .nullable(),
  top_up: z
    .object({
      pack_id: z.string(),
      pack_name: z.string(),
      credits: z.number().int(),
      prices: z.array(z.object({ currency: z.string(), amount: z.string() })),
    })
    .nullable(),
  tool: toolCall.nullish(),
  generation_id: z.string().nullable().describe('the generation it started, once accepted'),
  created_at: time,
  expires_at: time,
});
export type Proposal = z.infer<typeof proposal>;

const signedInErrors = ['unauthenticated', 'session_expired'] as const;

export const listProposals = defineEndpoint({
  id: 'listProposals',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/proposals',
  summary: 'Proposals of a conversation, newest first',
  auth: 'user',
  visitors: true,
  query: pageQuery,
  replies: { 200: page(proposal) },
  errors: [...signedInErrors, 'not_found'],
});

export const readProposal = defineEndpoint({
  id: 'readProposal',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/proposals/{proposal_id}',
  summary: 'One proposal',
  auth: 'user',
  visitors: true,
  replies: { 200: proposal },
  errors: [...signedInErrors, 'not_found'],
});

export const acceptProposal = defineEndpoint({
  id: 'acceptProposal',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/proposals/{proposal_id}/accept',
  summary: 'Accept a proposal: holds the credits and starts the generation, or runs the tool; idempotent',
  auth: 'user',
  visitors: true,
  vouched: true,
  replies: {
    200: z.object({
      proposal,
      generation: generation
        .nullable()
        .describe(
          'null for a top-up: buy the pack it names; and for a tool, whose outcome comes as an event',
        ),
    }),
  },
  errors: [
    ...signedInErrors,
    'not_found',
    'insufficient_credits',
    'unsupported_media',
    'too_large',
    'unriggable',
    'quota_exceeded',
    'blocked',
  ],
});

export const dismissProposal = defineEndpoint({
  id: 'dismissProposal',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/proposals/{proposal_id}/dismiss',
  summary: 'Decline a proposal; idempotent',
  auth: 'user',
  visitors: true,
  replies: { 200: proposal },
  errors: [...signedInErrors, 'not_found'],
});
