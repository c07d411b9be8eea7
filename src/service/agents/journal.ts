import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { newId, type Random } from '../../base/ids.js';
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

/** Messages and events of a conversation, in order. */
export type Journal = {
  /** Gives an event the next sequence number of its conversation. */
  append(t: Transaction, place: RunPlace, event: NewEvent): Promise<AgentEvent>;
  addMessage(t: Transaction, message: MessageRow): Promise<void>;
  /** Stores the last event of an answer, and the agent's message if there is one. */
  close(t: Transaction, place: RunPlace, ending: FinishedAnswer): Promise<AgentEvent>;
  /** The streamed text of a run. */
  textOf(q: Queries, place: RunPlace): Promise<string>;
};

const sql = {
  nextSeq: 'UPDATE conversation SET last_seq = last_seq + 1 WHERE id = @id RETURNING last_seq AS seq',
  addEvent: `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
    VALUES (@conversation_id, @seq, @id, @run_id, @type, @data, @created_at)`,
  addMessage: `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id,
      finish_reason, memory, guest, seq, created_at)
    VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id,
      @finish_reason, @memory, @guest, @seq, @created_at)`,
  listPieces: `SELECT data FROM agent_event
    WHERE conversation_id = @conversationId AND run_id = @runId AND type = 'agent_response' ORDER BY seq`,
};

export function createJournal({ clock, random }: { clock: Clock; random: Random }): Journal {
  const append: Journal['append'] = async (t, { conversationId, runId }, { type, data }) => {
    const next = await t.get<{ seq: number }>(sql.nextSeq, { id: conversationId });
    const row: EventRow = {
      id: newId('evt', random),
      seq: next?.seq ?? 0,
      type,
      data: JSON.stringify(data),
      conversation_id: conversationId,
      run_id: runId,
      created_at: clock.now(),
    };
    await t.run(sql.addEvent, row);
    return fromEvent(row);
  };

  const addMessage: Journal['addMessage'] = async (t, message) => {
    await t.run(sql.addMessage, message);
  };

  return {
    append,
    addMessage,
    async close(t, place, { answerId, text, reason, credits, attachments = [], memory = null }) {
      const shown = { message_id: answerId, text, finish_reason: reason, usage: { credits } };
      const data = { ...shown, attachments: [...attachments] };
      const event = await append(t, place, { type: 'agent_complete', data });
      // An answer stopped before its first word leaves no message.
      if (text || reason !== 'canceled')
        await addMessage(t, {
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
    async textOf(q, { conversationId, runId }) {
      const pieces = await q.all<{ data: string }>(sql.listPieces, { conversationId, runId });
      return pieces
        .map(({ data }) => JSON.parse(data) as { text_offset: number; delta: string })
        .reduce((text, { text_offset, delta }) => text.slice(0, text_offset) + delta, '');
    },
  };
}
