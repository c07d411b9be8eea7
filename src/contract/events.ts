import { z } from 'zod';
import { attachment, finishReason } from './agents.js';
import { problem } from './failure.js';
import { intent } from './payments.js';
import { proposal } from './proposals.js';
import { generation } from './rig.js';
import { time } from './shapes.js';

/**
 * The WebSocket at `/api/ws`: one socket carries many conversations and the users' own rows. The cookie of the
 * upgrade is its first session; `authenticate` adds further ones, so that a process needs one socket for all its
 * users. Each session sees only its own user's data; when it ends, only its own subscriptions end.
 */
export const socketPath = '/api/ws';

export const closeCodes = {
  unauthenticated: 4401,
  forbidden: 4403,
  tooFast: 4429,
  restarting: 1012,
} as const;
export const maxFrameBytes = 1_048_576;
export const heartbeatMs = 30_000;
/** Past `sessions` or `conversations` the frame is refused with `quota_exceeded`: open another. */
export const socketLimits = {
  /** Concurrent sockets of one user; further upgrades are refused with 429. */
  socketsPerUser: 100,
  /** Per socket, like `conversations`. */
  sessions: 1_000,
  conversations: 5_000,
  /** Per heartbeat; more closes the socket (4429). */
  frames: 20_000,
  /** Refused `authenticate` frames per heartbeat; more closes the socket (4429). */
  refusals: 50,
} as const;

const session = z
  .string()
  .min(1)
  .max(60)
  .describe("the client's name for an additional session of this socket; defaults to the first session");

/** Client to service. If the service refuses `authenticate`, use one socket per user. */
export const clientFrame = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('subscribe'),
    conversation_id: z.string().max(60),
    after_seq: z.number().int().min(0).default(0),
    session: session.optional(),
  }),
  z.object({ type: z.literal('unsubscribe'), conversation_id: z.string().max(60) }),
  z.object({
    type: z.literal('authenticate'),
    session,
    cookie: z.string().max(4_096).describe("that user's Cookie header; again for a known session renews it"),
  }),
  z.object({ type: z.literal('sign_off'), session }),
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
/** What an answer used. */
export const usage = z.object({
  credits: z.number().int().nonnegative(),
  tokens: z
    .number()
    .int()
    .nonnegative()
    .optional()
    .describe('of a language model; absent where none answers'),
});
export type Usage = z.infer<typeof usage>;

export const agentComplete = agentEvent(
  'agent_complete',
  z.object({
    message_id: z.string(),
    text: z.string().describe('authoritative: replaces the streamed text'),
    finish_reason: finishReason,
    attachments: z.array(attachment),
    usage,
  }),
);
export const agentError = agentEvent(
  'agent_error',
  problem.partial().extend({ retryable: z.boolean(), usage: usage.optional() }),
);

/** Sent when a proposal is created and whenever its status changes. */
export const agentProposal = agentEvent('agent_proposal', proposal);

export const agentEvents = z.discriminatedUnion('type', [
  agentResponse,
  agentProgress,
  agentProposal,
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
  gap: z.boolean().describe('events before from_seq are no longer stored: read the messages over HTTP'),
});
const refused = z.object({
  type: z.literal('refused'),
  conversation_id: z.string().nullable(),
  session: session.optional(),
  problem: problem.partial(),
});
const authenticated = z.object({
  type: z.literal('authenticated'),
  session,
  user_id: z.string(),
  expires_at: time.describe('expiry of the access token; refreshing over HTTP extends it without a frame'),
});
const sessionEnded = z.object({
  type: z.literal('session_ended'),
  session,
  user_id: z.string(),
  problem: problem.partial().describe('its subscriptions have ended; authenticate and subscribe again'),
});
const userId = z.string().optional().describe('owner');
const generationProgress = z.object({ type: z.literal('generation_progress'), user_id: userId, generation });
const intentUpdated = z.object({ type: z.literal('intent_updated'), user_id: userId, intent });

/** Service to client. Frames of an unknown type are ignored by the client. */
export const serverFrame = z.union([
  agentEvents,
  subscribed,
  refused,
  authenticated,
  sessionEnded,
  generationProgress,
  intentUpdated,
]);
export type ServerFrame = z.infer<typeof serverFrame>;
