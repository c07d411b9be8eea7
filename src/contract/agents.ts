import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { page, pageQuery, time } from './shapes.js';

export const conversation = z.object({
  id: z.string(),
  agent_id: z.string(),
  status: z.enum(['idle', 'running', 'closed']),
  title: z.string().nullable(),
  last_seq: z.number().int().nonnegative(),
  created_at: time,
});
export type Conversation = z.infer<typeof conversation>;

export const attachment = z.object({
  name: z.string().max(200),
  url: z.string().max(2000),
  content_type: z.string().max(100).nullable(),
});

export const message = z.object({
  id: z.string(),
  conversation_id: z.string(),
  run_id: z.string().nullable(),
  role: z.enum(['user', 'agent']),
  content: z.string(),
  attachments: z.array(attachment),
  client_message_id: z.string().nullable(),
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
    attachments: z.array(attachment).max(10).default([]),
    client_message_id: z.string().min(1).max(100).describe('repeating it gives the same message and run'),
  }),
  replies: { 202: z.object({ message, run }) },
  errors: [...signedInErrors, 'not_found', 'conversation_busy', 'blocked'],
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
  query: pageQuery,
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
