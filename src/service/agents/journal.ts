import type { Clock } from '../../base/clock.js';
import { newId, type Random } from '../../base/ids.js';
import type { Database } from '../../base/store.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { type EventRow, fromEvent, type MessageRow } from './row.js';

/** An event before it gets its sequence number. */
export type NewEvent = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Pick<E, 'type' | 'data'>
    : never
  : never;

/** The conversation and run of an event or answer. */
export type Place = { conversationId: string; runId: string };
/** A finished answer. `memory` is JSON text. */
export type Ending = {
  answerId: string;
  text: string;
  reason: FinishReason;
  credits: number;
  attachments?: readonly Attachment[];
  memory?: string | null;
};

/** Messages and events of a conversation, in order. Synchronous, to run inside a store's transaction. */
export type Journal = {
  /** Gives an event the next sequence number of its conversation. */
  append(place: Place, event: NewEvent): AgentEvent;
  addMessage(message: MessageRow): MessageRow;
  /** Stores the last event of an answer, and the agent's message if there is one. */
  close(place: Place, ending: Ending): AgentEvent;
  /** The streamed text of a run. */
  textOf(place: Place): string;
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
      id: newId('evt', random),
      seq: counted?.last_seq ?? 0,
      type,
      data: JSON.stringify(data),
      conversation_id: place.conversationId,
      run_id: place.runId,
      created_at: clock.now(),
    };
    db.prepare(
      `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
       VALUES (@conversation_id, @seq, @id, @run_id, @type, @data, @created_at)`,
    ).run(row);
    return fromEvent(row);
  };

  const addMessage = (message: MessageRow): MessageRow => {
    db.prepare(
      `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id,
         finish_reason, memory, guest, seq, created_at)
       VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id,
         @finish_reason, @memory, @guest, @seq, @created_at)`,
    ).run(message);
    return message;
  };

  return {
    append,
    addMessage,
    close(place, { answerId, text, reason, credits, attachments = [], memory = null }) {
      const shown = { message_id: answerId, text, finish_reason: reason, usage: { credits } };
      const data = { ...shown, attachments: [...attachments] };
      const event = append(place, { type: 'agent_complete', data });
      // An answer stopped before its first word leaves no message.
      if (text || reason !== 'canceled')
        addMessage({
          id: answerId,
          conversation_id: place.conversationId,
          run_id: place.runId,
          role: 'agent',
          content: text,
          attachments: JSON.stringify(attachments),
          client_message_id: null,
          finish_reason: reason,
          replaced_by: null,
          memory,
          guest: 0,
          seq: event.seq,
          created_at: clock.now(),
        });
      return event;
    },
    textOf: ({ conversationId, runId }) =>
      db
        .prepare<[string, string], { data: string }>(
          `SELECT data FROM agent_event WHERE conversation_id = ? AND run_id = ? AND type = 'agent_response'
           ORDER BY seq`,
        )
        .all(conversationId, runId)
        .map(({ data }) => JSON.parse(data) as { text_offset: number; delta: string })
        .reduce((text, { text_offset, delta }) => text.slice(0, text_offset) + delta, ''),
  };
}
