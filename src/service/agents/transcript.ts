import type { Database } from '../../base/db/database.js';
import type { Message } from '../../contract/agents.js';
import type { EventSource } from '../subscription.js';
import type { ConversationRows } from './conversation-rows.js';
import { type EventRow, fromEvent, fromMessage, type MessageRow } from './row.js';

/** The messages of a conversation. */
export type ConversationTranscript = {
  listMessages(conversationId: string, afterSeq: number, limit: number): Promise<Message[]>;
  /** Events after `seq` in order. @throws AppError `not_found` when the user has no such conversation */
  eventsAfter: EventSource['after'];
  lastSeqs: EventSource['lastSeqs'];
};

const ofConversation = 'conversation_id = @conversationId AND seq > @seq';
const sql = {
  messages: `SELECT * FROM message WHERE ${ofConversation} ORDER BY seq LIMIT @limit`,
  events: `SELECT * FROM agent_event WHERE ${ofConversation} ORDER BY seq LIMIT @limit`,
  lastSeqs: 'SELECT id, last_seq AS seq FROM conversation WHERE id IN @ids',
  count: `SELECT count(*) AS count FROM agent_event WHERE ${ofConversation}`,
};

export function createConversationTranscript({
  db,
  rows,
}: {
  db: Database;
  rows: ConversationRows;
}): ConversationTranscript {
  return {
    listMessages: async (conversationId, seq, limit) =>
      (await db.all<MessageRow>(sql.messages, { conversationId, seq, limit })).map(fromMessage),
    async lastSeqs(ids) {
      const rows = await db.all<{ id: string; seq: number }>(sql.lastSeqs, { ids });
      return new Map(rows.map(({ id, seq }) => [id, seq]));
    },
    eventsAfter: async (userId, conversationId, seq, limit) => {
      const { last_seq } = await rows.owned(db, userId, conversationId);
      const ahead = seq > last_seq;
      const from = ahead ? last_seq : seq;
      const page = (await db.all<EventRow>(sql.events, { conversationId, seq: from, limit })).map(fromEvent);
      const first = page[0]?.seq ?? last_seq + 1;
      const isWhole = page.length < limit;
      const counted = isWhole
        ? undefined
        : await db.get<{ count: number }>(sql.count, { conversationId, seq: from });
      const total = counted?.count ?? page.length;
      return { fromSeq: first - 1, events: page, total, gap: ahead || first > from + 1 };
    },
  };
}
