import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { newId, type Random } from '../../base/ids.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent, Usage } from '../../contract/events.js';
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
  usage: Usage;
  attachments?: readonly Attachment[];
  memory?: string | null;
};

/** Messages and events of a conversation, in order. */
export type Journal = {
  /** Gives an event the next sequence number of its conversation. */
  append(t: Transaction, place: RunPlace, event: NewEvent): Promise<AgentEvent>;
  /** The same for several events, in few statements. */
  appendAll(t: Transaction, place: RunPlace, events: readonly NewEvent[]): Promise<AgentEvent[]>;
  addMessage(t: Transaction, message: MessageRow): Promise<void>;
  /** Stores the last event of an answer, and the agent's message if there is one. */
  close(t: Transaction, place: RunPlace, ending: FinishedAnswer): Promise<AgentEvent>;
  /** The streamed text of a run. */
  textOf(q: Queries, place: RunPlace): Promise<string>;
};

const sql = {
  lastSeq: 'UPDATE conversation SET last_seq = last_seq + @count WHERE id = @id RETURNING last_seq AS seq',
  addMessage: `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id,
      finish_reason, memory, guest, speaker_id, speaker_name, seq, created_at)
    VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id,
      @finish_reason, @memory, @guest, @speaker_id, @speaker_name, @seq, @created_at)`,
  listPieces: `SELECT data FROM agent_event
    WHERE conversation_id = @conversationId AND run_id = @runId AND type = 'agent_response' ORDER BY seq`,
};

/** Few different statements, because each is prepared once. */
const eventsAtOnce = [64, 16, 4, 1] as const;
const inserts = new Map(eventsAtOnce.map((count) => [count, insertOf(count)]));

function insertOf(count: number): string {
  const rows = Array.from(
    { length: count },
    (_, at) => `(@conversation_id, @seq${at}, @id${at}, @run_id, @type${at}, @data${at}, @created_at)`,
  );
  return `INSERT INTO agent_event (conversation_id, seq, id, run_id, type, data, created_at)
    VALUES ${rows.join(', ')}`;
}

async function addEvents(t: Transaction, rows: readonly EventRow[]): Promise<void> {
  for (let from = 0; from < rows.length; ) {
    const count = eventsAtOnce.find((size) => size <= rows.length - from)!;
    const added = rows.slice(from, from + count);
    const { conversation_id, run_id, created_at } = added[0]!;
    const values = added.flatMap(({ seq, id, type, data }, at) => [
      [`seq${at}`, seq],
      [`id${at}`, id],
      [`type${at}`, type],
      [`data${at}`, data],
    ]);
    await t.run(inserts.get(count)!, { conversation_id, run_id, created_at, ...Object.fromEntries(values) });
    from += count;
  }
}

export function createJournal({ clock, random }: { clock: Clock; random: Random }): Journal {
  const appendAll: Journal['appendAll'] = async (t, { conversationId, runId }, events) => {
    const count = events.length;
    const last = await t.get<{ seq: number }>(sql.lastSeq, { id: conversationId, count });
    const rows = events.map(
      ({ type, data }, at): EventRow => ({
        id: newId('evt', random),
        seq: (last?.seq ?? 0) - count + 1 + at,
        type,
        data: JSON.stringify(data),
        conversation_id: conversationId,
        run_id: runId,
        created_at: clock.now(),
      }),
    );
    await addEvents(t, rows);
    return rows.map(fromEvent);
  };
  const append: Journal['append'] = async (t, place, event) => (await appendAll(t, place, [event]))[0]!;

  const addMessage: Journal['addMessage'] = async (t, message) => {
    await t.run(sql.addMessage, message);
  };

  return {
    append,
    appendAll,
    addMessage,
    async close(t, place, { answerId, text, reason, usage, attachments = [], memory = null }) {
      const shown = { message_id: answerId, text, finish_reason: reason, usage };
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
          speaker_id: null,
          speaker_name: null,
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
