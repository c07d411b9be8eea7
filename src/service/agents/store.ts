import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Conversation, Message, Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { EventSource } from '../subscription.js';
import { type Asking, createAsking } from './asking.js';
import type { Billing } from './billing.js';
import type { Journal } from './journal.js';
import { cancelable } from './machine.js';
import type { Proposals } from './proposals.js';
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
export type AgentStore = Asking & {
  /** @param opened called with the conversation inside the transaction */
  open(
    userId: string,
    given: { title: string | null; metadata: object },
    opened: (conversation: Conversation) => void,
  ): Promise<Conversation>;
  find(userId: string, id: string): Promise<Conversation | null>;
  /** Newest first. `before` is a sequence. */
  list(
    userId: string,
    page: { status?: 'open' | 'closed'; before?: number; limit: number },
  ): Promise<Listed[]>;
  rename(userId: string, conversationId: string, title: string): Promise<Conversation>;
  /** Repeatable. Cancels the running run and open proposals; `stopped` is that run. */
  close(
    userId: string,
    conversationId: string,
  ): Promise<{ conversation: Conversation; stopped: string | null; events: AgentEvent[] }>;
  /** Repeatable. */
  reopen(userId: string, conversationId: string): Promise<Conversation>;
  listMessages(conversationId: string, afterSeq: number, limit: number): Promise<Message[]>;
  /** Repeatable; a finished run stays as it is. Null when the user has no such run. */
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
  proposals: Proposals;
  billing: Billing;
}): AgentStore {
  const { db, clock, random, journal, proposals, billing } = deps;
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
    throw new AppError('not_found', "We couldn't find that conversation. Start a new one with /talk start.");
  };
  const touch = (id: string) => run('UPDATE conversation SET updated_at = ? WHERE id = ?', clock.now(), id);

  const countAfter = (conversationId: string, seq: number): number =>
    get<{ count: number }>(
      'SELECT count(*) AS count FROM agent_event WHERE conversation_id = ? AND seq > ?',
      ...[conversationId, seq],
    )?.count ?? 0;

  /** Ends an open run; null when it was not open. */
  const stop = (userId: string, conversationId: string, runId: string) => {
    const row = get<RunRow>(
      `UPDATE run SET status = 'canceled', lease = NULL, lease_expires_at = NULL, finished_at = ?
       WHERE id = ? AND conversation_id = ? AND status IN (${cancelable}) RETURNING ${runColumns}`,
      ...[clock.now(), runId, conversationId],
    );
    if (!row) return null;
    const place = { conversationId, runId };
    const credits = billing.settle(userId, runId, row.held, row.tokens);
    const text = journal.textOf(place);
    const ending = { answerId: row.answer_id, text, reason: 'canceled', credits } as const;
    return { run: fromRun(row), event: journal.close(place, ending) };
  };

  return {
    ...createAsking({ db, clock, random, journal, billing, owned, touch }),
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
    list: async (userId, { status, before = Number.MAX_SAFE_INTEGER, limit }) =>
      all<ConversationRow>(
        `SELECT ${conversationColumns} FROM conversation
         WHERE user_id = ? AND sequence < ? AND coalesce((closed_at IS NOT NULL) = ?, 1)
         ORDER BY sequence DESC LIMIT ?`,
        ...[userId, before, status === undefined ? null : Number(status === 'closed'), limit],
      ).map((row) => ({ sequence: row.sequence, conversation: fromConversation(row) })),
    rename: async (userId, conversationId, title) =>
      write(db, () => {
        owned(userId, conversationId);
        run('UPDATE conversation SET title = ? WHERE id = ?', title, conversationId);
        touch(conversationId);
        return fromConversation(owned(userId, conversationId));
      }),
    close: async (userId, conversationId) =>
      write(db, () => {
        const { status } = owned(userId, conversationId);
        const open = get<{ id: string }>(
          `SELECT id FROM run WHERE conversation_id = ? AND status IN (${cancelable})`,
          conversationId,
        );
        const stopped = open ? stop(userId, conversationId, open.id) : null;
        const dismissed = proposals
          .openIn(conversationId)
          .flatMap(({ id }) => proposals.decide(id, 'dismissed') ?? []);
        if (status !== 'closed') {
          run('UPDATE conversation SET closed_at = ? WHERE id = ?', clock.now(), conversationId);
          touch(conversationId);
        }
        return {
          conversation: fromConversation(owned(userId, conversationId)),
          stopped: stopped?.run.id ?? null,
          events: [...(stopped ? [stopped.event] : []), ...dismissed],
        };
      }),
    reopen: async (userId, conversationId) =>
      write(db, () => {
        const { status } = owned(userId, conversationId);
        if (status === 'closed') {
          run('UPDATE conversation SET closed_at = NULL WHERE id = ?', conversationId);
          touch(conversationId);
        }
        return fromConversation(owned(userId, conversationId));
      }),
    listMessages: async (conversationId, afterSeq, limit) =>
      all<MessageRow>(
        'SELECT * FROM message WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?',
        ...[conversationId, afterSeq, limit],
      ).map(fromMessage),
    cancel: async (userId, conversationId, runId) =>
      write(db, () => {
        if (!conversationOf(userId, conversationId)) return null;
        const stopped = stop(userId, conversationId, runId);
        if (stopped) return stopped;
        const ended = get<RunRow>(
          `SELECT ${runColumns} FROM run WHERE id = ? AND conversation_id = ?`,
          ...[runId, conversationId],
        );
        return ended ? { run: fromRun(ended), event: null } : null;
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
      const total = events.length < limit ? events.length : countAfter(conversationId, from);
      return { fromSeq: first - 1, events, total, gap: ahead || first > from + 1 };
    },
  };
}
