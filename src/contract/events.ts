import { z } from 'zod';
import { attachment } from './agents.js';
import { problem } from './failure.js';
import { intent } from './payments.js';
import { generation } from './rig.js';
import { time } from './shapes.js';

/** The WebSocket at `/api/ws`: one socket carries many conversations and the user's own rows. */
export const socketPath = '/api/ws';

export const closeCodes = {
  unauthenticated: 4401,
  forbidden: 4403,
  tooFast: 4429,
  restarting: 1012,
} as const;
export const maxFrameBytes = 1_048_576;
export const heartbeatMs = 30_000;

/** Client to service. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    conversation_id: z.string().max(60),
    after_seq: z.number().int().min(0).default(0),
  }),
  z.object({ type: z.literal('unsubscribe'), conversation_id: z.string().max(60) }),
]);
export type ClientFrame = z.input<typeof clientFrame>;

const agentEvent = <T extends string, D extends z.ZodType>(type: T, data: D) =>
  z.object({
    id: z.string(),
    seq: z.number().int().positive().describe('strictly increasing per conversation, stored'),
    type: z.literal(type),
    conversation_id: z.string(),
    run_id: z.string(),
    created_at: time,
    data,
  });

export const agentResponse = agentEvent(
  'agent_response',
  z.object({
    message_id: z.string(),
    delta: z.string(),
    text_offset: z.number().int().nonnegative().describe('UTF-16 units of the text before this delta'),
    is_final: z.boolean(),
  }),
);
export const agentProgress = agentEvent(
  'agent_progress',
  z.object({
    step: z.string(),
    label: z.string(),
    percent: z.number().min(0).max(100).nullable(),
    tool: z.object({ name: z.string(), status: z.enum(['started', 'finished', 'failed']) }).nullable(),
  }),
);
export const agentComplete = agentEvent(
  'agent_complete',
  z.object({
    message_id: z.string(),
    text: z.string().describe('authoritative: replaces what was streamed'),
    finish_reason: z.enum(['stop', 'length', 'canceled']),
    attachments: z.array(attachment),
    usage: z.object({ credits: z.number().int().nonnegative() }),
  }),
);
export const agentError = agentEvent('agent_error', problem.partial().extend({ retryable: z.boolean() }));

export const agentEvents = z.discriminatedUnion('type', [
  agentResponse,
  agentProgress,
  agentComplete,
  agentError,
]);
export type AgentEvent = z.infer<typeof agentEvents>;
export type AgentEventType = AgentEvent['type'];

const subscribed = z.object({
  type: z.literal('subscribed'),
  conversation_id: z.string(),
  from_seq: z.number().int(),
  replayed: z.number().int(),
  gap: z.boolean().describe('events before from_seq are gone: read the messages over HTTP'),
});
const refused = z.object({
  type: z.literal('refused'),
  conversation_id: z.string().nullable(),
  problem: problem.partial(),
});
const generationProgress = z.object({ type: z.literal('generation_progress'), generation });
const intentUpdated = z.object({ type: z.literal('intent_updated'), intent });

/** Service to client. Frames of an unknown type are ignored by the client. */
export const serverFrame = z.union([agentEvents, subscribed, refused, generationProgress, intentUpdated]);
export type ServerFrame = z.infer<typeof serverFrame>;
