import { iso } from '../../base/clock.js';
import type { Conversation, Message, Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';

/** Rows as SQLite gives them, and the wire values they become. */

export type ConversationRow = {
  sequence: number;
  id: string;
  agent_id: string;
  title: string | null;
  last_seq: number;
  created_at: number;
  status: 'idle' | 'running';
};

/** A conversation is running while it has an open run. */
export const conversationColumns = `sequence, id, agent_id, title, last_seq, created_at,
  CASE WHEN EXISTS (SELECT 1 FROM run WHERE conversation_id = conversation.id AND status IN ('queued', 'running'))
    THEN 'running' ELSE 'idle' END AS status`;

export const fromConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  agent_id: row.agent_id,
  status: row.status,
  title: row.title,
  last_seq: row.last_seq,
  created_at: iso(row.created_at),
});

export type RunRow = {
  id: string;
  conversation_id: string;
  status: Run['status'];
  answer_id: string;
  answer: string;
  attempts: number;
  created_at: number;
  finished_at: number | null;
};

export const runColumns = 'id, conversation_id, status, answer_id, answer, attempts, created_at, finished_at';

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
  seq: number;
  created_at: number;
};

export const fromMessage = (row: MessageRow): Message => ({
  ...row,
  attachments: JSON.parse(row.attachments),
  created_at: iso(row.created_at),
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
