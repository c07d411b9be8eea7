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
export type RunPlace = { conversationId: string; runId: string };
/** A finished answer. `memory` is JSON text. */
export type FinishedAnswer = {
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
  append(place: RunPlace, event: NewEvent): AgentEvent;
  addMessage(message: MessageRow): MessageRow;
  /** Stores the last event of an answer, and the agent's message if there is one. */
  close(place: RunPlace, ending: FinishedAnswer): AgentEvent;
  /** The streamed text of a run. */
  textOf(place: RunPlace): string;
};

function statements(db: Database) {
  type Named = Record<string, string | number | null>;
  return {
    nextSeq: db
      .prepare<Named, number>(
        'UPDATE conversation SET last_seq = last_seq + 1 WHERE id = @id RETURNING last_seq',
      )
      .pluck(),
    addEvent: db.prepare<EventRow>(
      `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
       VALUES (@conversation_id, @seq, @id, @run_id, @type, @data, @created_at)`,
    ),
    addMessage: db.prepare<MessageRow>(
      `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id,
         finish_reason, memory, guest, seq, created_at)
       VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id,
         @finish_reason, @memory, @guest, @seq, @created_at)`,
    ),
    listPieces: db
      .prepare<RunPlace, string>(
        `SELECT data FROM agent_event
         WHERE conversation_id = @conversationId AND run_id = @runId AND type = 'agent_response' ORDER BY seq`,
      )
      .pluck(),
  };
}

export function createJournal(deps: { db: Database; clock: Clock; random: Random }): Journal {
  const { db, clock, random } = deps;
  const sql = statements(db);

  const append = ({ conversationId, runId }: RunPlace, { type, data }: NewEvent): AgentEvent => {
    const row: EventRow = {
      id: newId('evt', random),
      seq: sql.nextSeq.get({ id: conversationId }) ?? 0,
      type,
      data: JSON.stringify(data),
      conversation_id: conversationId,
      run_id: runId,
      created_at: clock.now(),
    };
    sql.addEvent.run(row);
    return fromEvent(row);
  };

  const addMessage = (message: MessageRow): MessageRow => {
    sql.addMessage.run(message);
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
      sql.listPieces
        .all({ conversationId, runId })
        .map((data) => JSON.parse(data) as { text_offset: number; delta: string })
        .reduce((text, { text_offset, delta }) => text.slice(0, text_offset) + delta, ''),
  };
}
