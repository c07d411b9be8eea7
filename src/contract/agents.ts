import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { generation, rigInput } from './rig.js';
import { page, pageQuery, time } from './shapes.js';

export const conversation = z.object({
  id: z.string(),
  agent_id: z.string(),
  status: z.enum(['idle', 'running', 'closed']),
  title: z.string().nullable(),
  last_seq: z.number().int().nonnegative(),
  created_at: time,
  updated_at: time.optional().describe('when something was last said, renamed, closed or reopened'),
});
export type Conversation = z.infer<typeof conversation>;

export const attachment = z.object({
  name: z.string().max(200),
  url: z.string().max(2000).nullable().default(null),
  content_type: z.string().max(100).nullable().default(null),
  upload_id: z.string().max(60).nullish(),
});
export type Attachment = z.infer<typeof attachment>;

export const attachmentLimits = { files: 10, textChars: 100_000, allTextChars: 200_000 } as const;

/** What a person sends along: a picture by link or upload, or a text file by its content. */
export const sentAttachment = attachment
  .extend({
    text: z
      .string()
      .max(attachmentLimits.textChars, 'keep a text file under 100,000 characters')
      .optional()
      .describe('the content of a text file; the agent reads it, lists of messages do not repeat it'),
  })
  .refine(
    ({ url, upload_id, text }) => [url, upload_id, text].filter((one) => one != null).length === 1,
    'send exactly one of url, upload_id and text',
  );
export type SentAttachment = z.infer<typeof sentAttachment>;

export const finishReason = z.enum(['stop', 'length', 'canceled']);
export type FinishReason = z.infer<typeof finishReason>;

/**
 * Something the agent would do for credits. It does nothing by itself: a person presses it (`acceptProposal`)
 * within its time, and it works once.
 */
export const proposal = z.object({
  id: z.string(),
  conversation_id: z.string(),
  run_id: z.string(),
  kind: z.enum(['generation', 'top_up']),
  status: z
    .enum(['open', 'accepted', 'dismissed', 'replaced', 'expired'])
    .describe('replaced: the agent proposed something else since'),
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
  generation_id: z.string().nullable().describe('what an accepted generation became'),
  created_at: time,
  expires_at: time,
});
export type Proposal = z.infer<typeof proposal>;

export const message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  run_id: z.string().nullable(),
  role: z.enum(['user', 'agent']),
  content: z.string(),
  attachments: z.array(attachment),
  client_message_id: z.string().nullable(),
  finish_reason: finishReason.nullish().describe('of an answer'),
  replaced_by: z.string().nullish().describe('the run that answers anew; this answer no longer counts'),
  seq: z
    .number()
    .int()
    .nonnegative()
    .describe('the event it stands with: the first that answers it, or for an answer its last'),
  created_at: time,
});
export type Message = z.infer<typeof message>;

export const run = z.object({
  id: z.string(),
  conversation_id: z.string(),
  status: z.enum(['queued', 'running', 'completed', 'failed', 'canceled']),
  created_at: time,
  finished_at: time.nullable(),
});
export type Run = z.infer<typeof run>;

const signedInErrors = ['unauthenticated', 'session_expired'] as const;
const runErrors = [
  ...signedInErrors,
  'not_found',
  'conversation_busy',
  'forbidden',
  'quota_exceeded',
  'insufficient_credits',
  'blocked',
] as const;
const title = z.string().trim().min(1, 'give it a name').max(100, 'keep the title under 100 characters');
const clientMessageId = z
  .string()
  .min(1)
  .max(100)
  .describe('chosen by the client; repeating it gives the same message and run');

export const createConversation = defineEndpoint({
  id: 'createConversation',
  method: 'POST',
  path: '/api/agent/default/conversations',
  summary: 'Open a conversation with the default agent',
  auth: 'user',
  idempotent: true,
  body: z.object({
    title: z.string().max(100).optional(),
    metadata: z.record(z.string().max(40), z.string().max(200)).optional(),
  }),
  replies: { 201: conversation },
  errors: [...signedInErrors, 'blocked'],
});

export const postMessage = defineEndpoint({
  id: 'postMessage',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/messages',
  summary: 'Say something; the agent answers over the WebSocket',
  auth: 'user',
  body: z.object({
    content: z.string().trim().min(1, 'say something').max(8000, 'keep a message under 8,000 characters'),
    attachments: z
      .array(sentAttachment)
      .max(attachmentLimits.files, 'send at most 10 files')
      .default([])
      .refine(
        (all) => all.reduce((sum, { text }) => sum + (text?.length ?? 0), 0) <= attachmentLimits.allTextChars,
        'keep text files under 200,000 characters together',
      ),
    client_message_id: clientMessageId,
    guest: z
      .boolean()
      .default(false)
      .describe("somebody else speaks in the user's conversation: nothing of the user's account is told"),
  }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const regenerateAnswer = defineEndpoint({
  id: 'regenerateAnswer',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/regenerate',
  summary: 'Answer the last message anew; the answer it had counts no longer',
  auth: 'user',
  body: z.object({ client_message_id: clientMessageId }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const continueAnswer = defineEndpoint({
  id: 'continueAnswer',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/continue',
  summary: 'Go on with the last answer, which ended early (finish_reason length or canceled)',
  auth: 'user',
  body: z.object({ client_message_id: clientMessageId }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const cancelRun = defineEndpoint({
  id: 'cancelRun',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/runs/{run_id}/cancel',
  summary: 'Stop an answer under way; repeatable',
  auth: 'user',
  replies: { 200: run },
  errors: [...signedInErrors, 'not_found'],
});

export const listConversations = defineEndpoint({
  id: 'listConversations',
  method: 'GET',
  path: '/api/agents/conversations/',
  summary: 'Conversations of this user, newest first',
  auth: 'user',
  query: pageQuery.extend({ status: z.enum(['open', 'closed']).optional() }),
  replies: { 200: page(conversation) },
  errors: signedInErrors,
});

export const readConversation = defineEndpoint({
  id: 'readConversation',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}',
  summary: 'One conversation',
  auth: 'user',
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const renameConversation = defineEndpoint({
  id: 'renameConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/rename',
  summary: 'Give a conversation another title',
  auth: 'user',
  body: z.object({ title }),
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const closeConversation = defineEndpoint({
  id: 'closeConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/close',
  summary: 'End a conversation: an answer under way stops, nothing more may be said; repeatable',
  auth: 'user',
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const reopenConversation = defineEndpoint({
  id: 'reopenConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/reopen',
  summary: 'Take a closed conversation up again; repeatable',
  auth: 'user',
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const listMessages = defineEndpoint({
  id: 'listMessages',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/messages',
  summary: 'Messages in order; after_seq skips what was seen',
  auth: 'user',
  query: z.object({
    after_seq: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  replies: { 200: page(message) },
  errors: [...signedInErrors, 'not_found'],
});

export const listProposals = defineEndpoint({
  id: 'listProposals',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/proposals',
  summary: 'What the agent proposed in a conversation, newest first',
  auth: 'user',
  query: pageQuery,
  replies: { 200: page(proposal) },
  errors: [...signedInErrors, 'not_found'],
});

export const readProposal = defineEndpoint({
  id: 'readProposal',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/proposals/{proposal_id}',
  summary: 'One proposal as it stands now',
  auth: 'user',
  replies: { 200: proposal },
  errors: [...signedInErrors, 'not_found'],
});

export const acceptProposal = defineEndpoint({
  id: 'acceptProposal',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/proposals/{proposal_id}/accept',
  summary:
    'Do what was proposed: holds the credits and starts the generation, once; repeating gives the same',
  auth: 'user',
  replies: {
    200: z.object({
      proposal,
      generation: generation.nullable().describe('null for a top-up: buy the pack it names'),
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
  summary: 'Decline a proposal; repeatable',
  auth: 'user',
  replies: { 200: proposal },
  errors: [...signedInErrors, 'not_found'],
});
