import type { Clock } from '../../base/clock.js';

import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Conversation, Message, Run } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Turn } from './brain.js';
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

/** An event before it has its place: what happened, and to the person's eyes. */
export type NewEvent = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Pick<E, 'type' | 'data'>
    : never
  : never;

/** What the runner works on. `answerId` is the id the agent's message will have. */
export type Job = {
  runId: string;
  conversationId: string;
  userId: string;
  answerId: string;
  attempts: number;
  lease: string;
};

export type Page<T> = { rows: T[]; more: boolean };
export type Listed = { sequence: number; conversation: Conversation };

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
  /** Leases the oldest queued run, or null when there is none. */
  claim(lease: string, leaseMs: number): Promise<Job | null>;
  extend(job: Job, leaseMs: number): Promise<boolean>;
  /** The conversation up to the message this run answers, oldest first. */
  history(job: Job, limit: number): Promise<Turn[]>;
  /** Stores one event of a running run, with the answer streamed so far; null when the run is no longer ours. */
  record(job: Job, event: NewEvent, answer: string): Promise<AgentEvent | null>;
  /** Ends a run with its last event; an answer with text becomes the agent's message. */
  complete(job: Job, text: string, reason: 'stop' | 'length'): Promise<AgentEvent | null>;
  fail(job: Job, data: Extract<NewEvent, { type: 'agent_error' }>['data']): Promise<AgentEvent | null>;
  /** Back to the queue, the attempt forgotten: the process is going away in good order. */
  requeue(job: Job): Promise<void>;
  /** Repeatable; a run that has ended stays as it is. Null when the user has no such run. */
  cancel(
    userId: string,
    conversationId: string,
    runId: string,
  ): Promise<{ run: Run; event: AgentEvent | null } | null>;
  /** Takes runs whose lease ran out back to the queue, or fails those that were tried too often. */
  recover(maxAttempts: number): Promise<AgentEvent[]>;
  /** Events after `seq` in order. @throws AppError `not_found` when the user has no such conversation */
  eventsAfter(userId: string, conversationId: string, seq: number): Promise<Replay>;
};

/** `gap` says that events after the asked-for place are gone, so that messages must be read over HTTP. */
export type Replay = { fromSeq: number; events: AgentEvent[]; gap: boolean };

export function createAgentStore(deps: { db: Database; clock: Clock; random: Random }): AgentStore {
  const { db, clock, random } = deps;
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

  /** Gives an event the next place of its conversation. */
  const append = (place: { conversationId: string; runId: string }, { type, data }: NewEvent): AgentEvent => {
    const counted = get<{ last_seq: number }>(
      'UPDATE conversation SET last_seq = last_seq + 1 WHERE id = ? RETURNING last_seq',
      place.conversationId,
    );
    const row: EventRow = {
      ...{ id: newId('evt', random), seq: counted?.last_seq ?? 0, type, data: JSON.stringify(data) },
      ...{ conversation_id: place.conversationId, run_id: place.runId, created_at: clock.now() },
    };
    run(
      'INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[row.conversation_id, row.seq, row.id, row.run_id, row.type, row.data, row.created_at],
    );
    return fromEvent(row);
  };

  const addMessage = (message: MessageRow): MessageRow => {
    run(
      `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id, seq, created_at)
       VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id, @seq, @created_at)`,
      message,
    );
    return message;
  };

  const addAnswer = (
    place: { conversationId: string; runId: string },
    id: string,
    text: string,
    seq: number,
  ) =>
    addMessage({
      ...{ id, conversation_id: place.conversationId, run_id: place.runId, role: 'agent', content: text },
      ...{ attachments: '[]', client_message_id: null, seq, created_at: clock.now() },
    });

  const completion = (
    answerId: string,
    text: string,
    reason: 'stop' | 'length' | 'canceled',
  ): Extract<NewEvent, { type: 'agent_complete' }> => ({
    type: 'agent_complete',
    data: { message_id: answerId, text, finish_reason: reason, attachments: [], usage: { credits: 0 } },
  });

  /** Ends a leased run, if it is still ours, and does the rest in the same transaction. */
  const end = (
    job: Job,
    status: 'completed' | 'failed',
    last: () => AgentEvent,
  ): Promise<AgentEvent | null> =>
    Promise.resolve(
      write(db, () => {
        const ended = run(
          `UPDATE run SET status = ?, lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE id = ? AND status = 'running' AND lease = ?`,
          ...[status, clock.now(), job.runId, job.lease],
        );
        return ended.changes === 1 ? last() : null;
      }),
    );

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
        const message = addMessage({
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
    claim: async (lease, leaseMs) =>
      write(db, () => {
        const row = get<RunRow>(
          `UPDATE run SET status = 'running', lease = ?, lease_expires_at = ?, attempts = attempts + 1, answer = ''
           WHERE status = 'queued' AND sequence = (SELECT min(sequence) FROM run WHERE status = 'queued')
           RETURNING ${runColumns}`,
          ...[lease, clock.now() + leaseMs],
        );
        if (!row) return null;
        const owner = get<{ user_id: string }>(
          'SELECT user_id FROM conversation WHERE id = ?',
          row.conversation_id,
        );
        return {
          ...{ runId: row.id, conversationId: row.conversation_id, userId: owner?.user_id ?? '' },
          ...{ answerId: row.answer_id, attempts: row.attempts, lease },
        };
      }),
    extend: async (job, leaseMs) =>
      run(
        `UPDATE run SET lease_expires_at = ? WHERE id = ? AND status = 'running' AND lease = ?`,
        ...[clock.now() + leaseMs, job.runId, job.lease],
      ).changes === 1,
    history: async ({ conversationId }, limit) =>
      all<MessageRow>(
        'SELECT * FROM message WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?',
        conversationId,
        limit,
      )
        .reverse()
        .map(fromMessage),
    record: async (job, event, answer) =>
      write(db, () => {
        const ours = run(
          `UPDATE run SET answer = ? WHERE id = ? AND status = 'running' AND lease = ?`,
          ...[answer, job.runId, job.lease],
        );
        return ours.changes === 1 ? append(job, event) : null;
      }),
    complete: (job, text, reason) =>
      end(job, 'completed', () => {
        const event = append(job, completion(job.answerId, text, reason));
        addAnswer(job, job.answerId, text, event.seq);
        return event;
      }),
    fail: (job, data) => end(job, 'failed', () => append(job, { type: 'agent_error', data })),
    requeue: async (job) => {
      run(
        `UPDATE run SET status = 'queued', lease = NULL, lease_expires_at = NULL, attempts = attempts - 1
         WHERE id = ? AND status = 'running' AND lease = ?`,
        ...[job.runId, job.lease],
      );
    },
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
        const event = append(place, completion(row.answer_id, row.answer, 'canceled'));
        if (row.answer) addAnswer(place, row.answer_id, row.answer, event.seq);
        return { run: fromRun(row), event };
      }),
    recover: async (maxAttempts) =>
      write(db, () => {
        const now = clock.now();
        const stale = `status = 'running' AND lease_expires_at < ?`;
        const given = all<RunRow>(
          `UPDATE run SET status = 'failed', lease = NULL, lease_expires_at = NULL, finished_at = ?
           WHERE ${stale} AND attempts >= ? RETURNING ${runColumns}`,
          ...[now, now, maxAttempts],
        );
        run(`UPDATE run SET status = 'queued', lease = NULL, lease_expires_at = NULL WHERE ${stale}`, now);
        return given.map((row) => {
          const place = { conversationId: row.conversation_id, runId: row.id };
          return append(place, { type: 'agent_error', data: interrupted });
        });
      }),
    eventsAfter: async (userId, conversationId, seq) => {
      const conversation = owned(userId, conversationId);
      const ahead = seq > conversation.last_seq;
      const from = ahead ? conversation.last_seq : seq;
      const events = all<EventRow>(
        'SELECT * FROM agent_event WHERE conversation_id = ? AND seq > ? ORDER BY seq',
        ...[conversationId, from],
      ).map(fromEvent);
      const first = events[0]?.seq ?? conversation.last_seq + 1;
      return { fromSeq: first - 1, events, gap: ahead || first > from + 1 };
    },
  };
}

const cancelable = runMachine
  .sources('canceled')
  .map((status) => `'${status}'`)
  .join(', ');

const interrupted = {
  code: 'internal',
  detail: 'The agent was interrupted several times. Please ask again.',
  retryable: true,
} as const;
