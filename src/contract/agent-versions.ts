import { z } from 'zod';
import { conversation, message } from './agents.js';
import { defineEndpoint, type Reply } from './endpoint.js';

const errors = ['unauthenticated', 'session_expired', 'not_found', 'conversation_busy'] as const;

export const chooseVersion = defineEndpoint({
  id: 'chooseVersion',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/version',
  summary: 'Continue from another version of the last answer, counted from 1 in the order they were made',
  auth: 'user',
  visitors: true,
  body: z.object({ number: z.number().int().min(1).max(1_000) }),
  replies: {
    200: z.object({
      message,
      continued: z.array(message).default([]).describe('what continued it, in order'),
      number: z.number().int(),
      versions: z.number().int().describe('how many there are'),
    }),
  },
  errors,
});
export type ChosenVersion = Reply<typeof chooseVersion>['body'];

export const branchConversation = defineEndpoint({
  id: 'branchConversation',
  method: 'POST',
  path: '/api/agents/conversations/{conversation_id}/branches',
  summary: 'Open a new conversation that begins with everything up to the answer of a run',
  auth: 'user',
  visitors: true,
  vouched: true,
  idempotent: true,
  body: z.object({ run_id: z.string().max(60), title: z.string().max(100).optional() }),
  replies: { 201: conversation },
  errors: [...errors, 'blocked'],
});
