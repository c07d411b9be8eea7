import { z } from 'zod';
import { agentPlace, answerPrice, speaker } from './agent-shapes.js';
import { defineEndpoint } from './endpoint.js';
import { page, pageQuery, time } from './shapes.js';

export const conversation = z.object({
  id: z.string(),
  agent_id: z.string(),
  status: z.enum(['idle', 'running', 'closed']),
  title: z.string().nullable(),
  last_seq: z.number().int().nonnegative(),
  created_at: time,
  updated_at: time.optional().describe('time of the last message, rename, close or reopen'),
  price: answerPrice.nullish().describe('of its answers; null: they are free'),
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

/** An attachment of a person's message: a picture by link or upload, or a text file by its content. */
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

export const message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  run_id: z.string().nullable(),
  role: z.enum(['user', 'agent']),
  content: z.string(),
  attachments: z.array(attachment),
  client_message_id: z.string().nullable(),
  finish_reason: finishReason.nullish().describe('of an answer'),
  speaker: speaker.nullish(),
  replaced_by: z.string().nullish().describe('the run that regenerates this answer'),
  seq: z
    .number()
    .int()
    .nonnegative()
    .describe('sequence number of the first event that answers it; for an answer, of its last event'),
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
  .describe('chosen by the client; a repeated id returns the same message and run');

export const createConversation = defineEndpoint({
  id: 'createConversation',
  method: 'POST',
  path: '/api/agent/default/conversations',
  summary: 'Open a conversation with the default agent',
  auth: 'user',
  visitors: true,
  vouched: true,
  idempotent: true,
  body: z.object({
    title: z.string().max(100).optional(),
    metadata: z.record(z.string().max(40), z.string().max(200)).optional(),
    place: agentPlace.optional(),
  }),
  replies: { 201: conversation },
  errors: [...signedInErrors, 'blocked'],
});

export const postMessage = defineEndpoint({
  id: 'postMessage',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/messages',
  summary: 'Post a message; the agent answers over the WebSocket',
  auth: 'user',
  visitors: true,
  vouched: true,
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
      .describe(
        "another person writes in the user's conversation: the agent must not reveal the user's account",
      ),
    speaker: speaker.nullish().describe('who wrote it, where several people may'),
  }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const regenerateAnswer = defineEndpoint({
  id: 'regenerateAnswer',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/regenerate',
  summary: 'Regenerate the answer to the last message; the earlier answer is replaced',
  auth: 'user',
  visitors: true,
  vouched: true,
  body: z.object({ client_message_id: clientMessageId }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const continueAnswer = defineEndpoint({
  id: 'continueAnswer',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/continue',
  summary:
    'Continue the last answer, which ended early (finish_reason length or canceled, or before its first word)',
  auth: 'user',
  visitors: true,
  vouched: true,
  body: z.object({ client_message_id: clientMessageId }),
  replies: { 202: z.object({ message, run }) },
  errors: runErrors,
});

export const cancelRun = defineEndpoint({
  id: 'cancelRun',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/runs/{run_id}/cancel',
  summary: 'Stop a running answer; idempotent',
  auth: 'user',
  visitors: true,
  replies: { 200: run },
  errors: [...signedInErrors, 'not_found'],
});

export const listConversations = defineEndpoint({
  id: 'listConversations',
  method: 'GET',
  path: '/api/agents/conversations/',
  summary: 'Conversations of this user, newest first',
  auth: 'user',
  visitors: true,
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
  visitors: true,
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const renameConversation = defineEndpoint({
  id: 'renameConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/rename',
  summary: 'Give a conversation another title',
  auth: 'user',
  visitors: true,
  body: z.object({ title }),
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const closeConversation = defineEndpoint({
  id: 'closeConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/close',
  summary: 'Close a conversation: stops a running answer and rejects further messages; idempotent',
  auth: 'user',
  visitors: true,
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const reopenConversation = defineEndpoint({
  id: 'reopenConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/reopen',
  summary: 'Reopen a closed conversation; idempotent',
  auth: 'user',
  visitors: true,
  replies: { 200: conversation },
  errors: [...signedInErrors, 'not_found'],
});

export const listMessages = defineEndpoint({
  id: 'listMessages',
  method: 'GET',
  path: '/api/agents/conversations/{conversation_id}/messages',
  summary: 'Messages in order; after_seq skips earlier ones',
  auth: 'user',
  visitors: true,
  query: z.object({
    after_seq: z.coerce.number().int().min(0).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(100),
  }),
  replies: { 200: page(message) },
  errors: [...signedInErrors, 'not_found'],
});
