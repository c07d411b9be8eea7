import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Conversation, Message, Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { EventSource } from '../subscription.js';
import type { Journal } from './journal.js';
import { runMachine } from './machine.js';
import {
  type ConversationRow,
  conversationColumns,
  type EventRow,
  fromConversation,
  fromEvent,
  fromMessage,
  fromRun,
  type MessageRow,
  type RunRow,
  runColumns,
} from './row.js';

export type Listed = { sequence: number; conversation: Conversation };

/** Conversations as their owners see them. */
export type AgentStore = {
  /** @param opened hears of the conversation inside the transaction */
  open(
    userId: string,
    given: { title: string | null; metadata: object },
    opened: (conversation: Conversation) => void,
  ): Promise<Conversation>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /** Newest first. `before` is a sequence. */
  list(userId: string, page: { before?: number; limit: number }): Promise<Listed[]>;
  /** @throws AppError `not_found` or `conversation_busy` */
  post(
    userId: string,
    conversationId: string,
    message: Pick<Message, 'content' | 'attachments'> & { client_message_id: string },
  ): Promise<{ message: Message; run: Run }>;
  listMessages(conversationId: string, afterSeq: number, limit: number): Promise<Message[]>;
  /** Repeatable; a run that has ended stays as it is. Null when the user has no such run. */
  cancel(
    userId: string,
    conversationId: string,
    runId: string,
  ): Promise<{ run: Run; event: AgentEvent | null } | null>;
  /** Events after `seq` in order. @throws AppError `not_found` when the user has no such conversation */
  eventsAfter: EventSource['after'];
};

export function createAgentStore(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  journal: Journal;
}): AgentStore {
  const { db, clock, random, journal } = deps;
  const get = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).get(...values);
  const all = <R>(sql: string, ...values: unknown[]) => db.prepare<unknown[], R>(sql).all(...values);
  const run = (sql: string, ...values: unknown[]) => db.prepare(sql).run(...values);

  const conversationOf = (userId: string, id: string) =>
    get<ConversationRow>(
      `SELECT ${conversationColumns} FROM conversation WHERE id = ? AND user_id = ?`,
      id,
      userId,
    );
  const owned = (userId: string, id: string): ConversationRow => {
    const row = conversationOf(userId, id);
    if (row) return row;
    throw new AppError('not_found', 'That conversation was not found.');
  };
  const runOf = (id: string) => get<RunRow>(`SELECT ${runColumns} FROM run WHERE id = ?`, id) as RunRow;

  const findRepeated = (conversationId: string, clientMessageId: string) =>
    get<MessageRow>(
      'SELECT * FROM message WHERE conversation_id = ? AND client_message_id = ?',
      conversationId,
      clientMessageId,
    );

  return {
    open: async (userId, { title, metadata }, opened) =>
      write(db, () => {
        const id = newId('cnv', random);
        run(
          `INSERT INTO conversation (id, user_id, agent_id, title, metadata, created_at)
           VALUES (?, ?, 'default', ?, ?, ?)`,
          ...[id, userId, title, JSON.stringify(metadata), clock.now()],
        );
        const conversation = fromConversation(conversationOf(userId, id) as ConversationRow);
        opened(conversation);
        return conversation;
      }),
    find: async (userId, id) => {
      const row = conversationOf(userId, id);
      return row ? fromConversation(row) : null;
    },
    list: async (userId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      all<ConversationRow>(
        `SELECT ${conversationColumns} FROM conversation WHERE user_id = ? AND sequence < ?
         ORDER BY sequence DESC LIMIT ?`,
        ...[userId, before, limit],
      ).map((row) => ({ sequence: row.sequence, conversation: fromConversation(row) })),
    post: async (userId, conversationId, given) =>
      write(db, () => {
        const conversation = owned(userId, conversationId);
        const repeated = findRepeated(conversationId, given.client_message_id);
        if (repeated) return { message: fromMessage(repeated), run: fromRun(runOf(repeated.run_id)) };
        if (conversation.status === 'running') throw new AppError('conversation_busy');
        const [runId, now] = [newId('run', random), clock.now()];
        run(
          `INSERT INTO run (id, conversation_id, status, answer_id, created_at) VALUES (?, ?, 'queued', ?, ?)`,
          ...[runId, conversationId, newId('msg', random), now],
        );
        const message = journal.addMessage({
          ...{ id: newId('msg', random), conversation_id: conversationId, run_id: runId, role: 'user' },
          ...{ content: given.content, attachments: JSON.stringify(given.attachments) },
          ...{ client_message_id: given.client_message_id, seq: conversation.last_seq + 1, created_at: now },
        });
        return { message: fromMessage(message), run: fromRun(runOf(runId)) };
      }),
    listMessages: async (conversationId, afterSeq, limit) =>
      all<MessageRow>(
        'SELECT * FROM message WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        ...[conversationId, afterSeq, limit],
      ).map(fromMessage),
    cancel: async (userId, conversationId, runId) =>
      write(db, () => {
        if (!conversationOf(userId, conversationId)) return null;
        const row = get<RunRow>(
          `UPDATE run SET status = 'canceled', lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE id = ? AND conversation_id = ? AND status IN (${cancelable}) RETURNING ${runColumns}`,
          ...[clock.now(), runId, conversationId],
        );
        if (!row) {
          const ended = get<RunRow>(
            `SELECT ${runColumns} FROM run WHERE id = ? AND conversation_id = ?`,
            ...[runId, conversationId],
          );
          return ended ? { run: fromRun(ended), event: null } : null;
        }
        const place = { conversationId, runId };
        const event = journal.close(place, row.answer_id, row.answer, 'canceled');
        return { run: fromRun(row), event };
      }),
    eventsAfter: async (userId, conversationId, seq, limit) => {
      const { last_seq } = owned(userId, conversationId);
      const ahead = seq > last_seq;
      const from = ahead ? last_seq : seq;
      const events = all<EventRow>(
        'SELECT * FROM agent_event WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        ...[conversationId, from, limit],
      ).map(fromEvent);
      const first = events[0]?.seq ?? last_seq + 1;
      return { fromSeq: first - 1, events, total: last_seq + 1 - first, gap: ahead || first > from + 1 };
    },
  };
}

const cancelable = runMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ');
