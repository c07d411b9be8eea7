import type { Clock } from '../../base/clock.js';
import { newId, type Random } from '../../base/ids.js';
import type { Database } from '../../base/store.js';
import type { AgentEvent } from '../../contract/events.js';
import { type EventRow, fromEvent, type MessageRow } from './row.js';

/** An event before it has its place: what happened, and to the person's eyes. */
export type NewEvent = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Pick<E, 'type' | 'data'>
    : never
  : never;

/** Where an event or an answer belongs. */
export type Place = { conversationId: string; runId: string };
export type FinishReason = 'stop' | 'length' | 'canceled';

/** What is said and what happens in a conversation, in order. Synchronous: for use inside a store's transaction. */
export type Journal = {
  /** Gives an event the next place of its conversation. */
  append(place: Place, event: NewEvent): AgentEvent;
  addMessage(message: MessageRow): MessageRow;
  /** The last event of an answer, and the agent's message, if there is one to keep. */
  close(place: Place, answerId: string, text: string, reason: FinishReason): AgentEvent;
};

export function createJournal(deps: { db: Database; clock: Clock; random: Random }): Journal {
  const { db, clock, random } = deps;
  const append = (place: Place, { type, data }: NewEvent): AgentEvent => {
    const counted = db
      .prepare<[string], { last_seq: number }>(
        'UPDATE conversation SET last_seq = last_seq + 1 WHERE id = ? RETURNING last_seq',
      )
      .get(place.conversationId);
    const row: EventRow = {
      ...{ id: newId('evt', random), seq: counted?.last_seq ?? 0, type, data: JSON.stringify(data) },
      ...{ conversation_id: place.conversationId, run_id: place.runId, created_at: clock.now() },
    };
    db.prepare(
      `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
       VALUES (@conversation_id, @seq, @id, @run_id, @type, @data, @created_at)`,
    ).run(row);
    return fromEvent(row);
  };

  const addMessage = (message: MessageRow): MessageRow => {
    db.prepare(
      `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id, seq, created_at)
       VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id, @seq, @created_at)`,
    ).run(message);
    return message;
  };

  const addAnswer = (place: Place, id: string, text: string, seq: number) =>
    addMessage({
      ...{ id, conversation_id: place.conversationId, run_id: place.runId, role: 'agent', content: text },
      ...{ attachments: '[]', client_message_id: null, seq, created_at: clock.now() },
    });

  return {
    append,
    addMessage,
    close(place, answerId, text, reason) {
      const usage = { credits: 0 };
      const data = { message_id: answerId, text, finish_reason: reason, attachments: [], usage };
      const event = append(place, { type: 'agent_complete', data });
      // An answer stopped before its first word leaves no message behind.
      if (text || reason !== 'canceled') addAnswer(place, answerId, text, event.seq);
      return event;
    },
  };
}
