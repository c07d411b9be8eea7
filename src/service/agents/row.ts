import { iso } from '../../base/clock.js';
import type { AnswerPrice } from '../../contract/agent-shapes.js';
import type { Conversation, FinishReason, Message, Run, SentAttachment } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Proposal } from '../../contract/proposals.js';

/** Rows from SQLite, and their conversion to wire values. */

export type ConversationRow = {
  sequence: number;
  id: string;
  agent_id: string;
  title: string | null;
  last_seq: number;
  created_at: number;
  updated_at: number;
  status: Conversation['status'];
};

/** A conversation is running while it has an open run. */
export const conversationColumns = `sequence, id, agent_id, title, last_seq, created_at,
  coalesce(updated_at, created_at) AS updated_at,
  CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN EXISTS (SELECT 1 FROM run WHERE conversation_id = conversation.id AND status IN ('queued', 'running'))
    THEN 'running' ELSE 'idle' END AS status`;

export const fromConversation = (row: ConversationRow, price: AnswerPrice | null): Conversation => ({
  id: row.id,
  agent_id: row.agent_id,
  status: row.status,
  title: row.title,
  last_seq: row.last_seq,
  created_at: iso(row.created_at),
  updated_at: iso(row.updated_at),
  price,
});

export type RunRow = {
  id: string;
  conversation_id: string;
  status: Run['status'];
  /** Answers a message for the first time, again, or continues an answer that ended early. */
  kind: 'answer' | 'again' | 'continue';
  /** The message it answers. */
  message_id: string;
  /** The id of its answer. */
  answer_id: string;
  /** Credits held under the run's id. */
  held: number;
  tokens: number;
  created_at: number;
  finished_at: number | null;
};

export const runColumns =
  'id, conversation_id, status, kind, message_id, answer_id, held, tokens, created_at, finished_at';

export const fromRun = (row: RunRow): Run => ({
  id: row.id,
  conversation_id: row.conversation_id,
  status: row.status,
  created_at: iso(row.created_at),
  finished_at: row.finished_at === null ? null : iso(row.finished_at),
});

export type MessageRow = {
  id: string;
  conversation_id: string;
  run_id: string;
  role: Message['role'];
  content: string;
  attachments: string;
  client_message_id: string | null;
  finish_reason: FinishReason | null;
  replaced_by: string | null;
  memory: string | null;
  /** 1: someone other than the user wrote it. */
  guest: number;
  /** Who wrote it, in a conversation of several people. */
  speaker_id: string | null;
  speaker_name: string | null;
  seq: number;
  created_at: number;
};

/** The wire form: without the contents of text files and the brain's memory. */
export const fromMessage = ({
  memory: _,
  guest: _guest,
  speaker_id,
  speaker_name,
  ...row
}: MessageRow): Message => ({
  ...row,
  speaker: speaker_id === null ? null : { id: speaker_id, name: speaker_name ?? '' },
  attachments: filesOf(row).map(({ text: _text, ...file }) => file),
  created_at: iso(row.created_at),
});

export const filesOf = ({ attachments }: Pick<MessageRow, 'attachments'>): SentAttachment[] =>
  JSON.parse(attachments);

export type ProposalRow = {
  sequence: number;
  id: string;
  conversation_id: string;
  run_id: string;
  kind: Proposal['kind'];
  status: Exclude<Proposal['status'], 'expired'>;
  title: string;
  request: string;
  shown: string;
  generation_id: string | null;
  outcome: string | null;
  created_at: number;
  expires_at: number;
};

/** @param now in ms: an open proposal past its expiry shows as expired */
export const fromProposal = (row: ProposalRow, now: number): Proposal => ({
  id: row.id,
  conversation_id: row.conversation_id,
  run_id: row.run_id,
  kind: row.kind,
  status: row.status === 'open' && row.expires_at <= now ? 'expired' : row.status,
  title: row.title,
  generation: row.kind === 'generation' ? JSON.parse(row.shown) : null,
  top_up: row.kind === 'top_up' ? JSON.parse(row.shown) : null,
  tool:
    row.kind === 'tool'
      ? { ...JSON.parse(row.shown), outcome: row.outcome === null ? null : JSON.parse(row.outcome) }
      : null,
  generation_id: row.generation_id,
  created_at: iso(row.created_at),
  expires_at: iso(row.expires_at),
});

export type EventRow = {
  id: string;
  conversation_id: string;
  seq: number;
  run_id: string;
  type: AgentEvent['type'];
  data: string;
  created_at: number;
};

export const fromEvent = (row: EventRow): AgentEvent =>
  ({ ...row, data: JSON.parse(row.data), created_at: iso(row.created_at) }) as AgentEvent;
