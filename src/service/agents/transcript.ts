import type { Database } from '../../base/store.js';
import type { Message } from '../../contract/agents.js';
import type { EventSource } from '../subscription.js';
import type { ConversationRows } from './conversation-rows.js';
import { type EventRow, fromEvent, fromMessage, type MessageRow } from './row.js';

/** The messages of a conversation. */
export type ConversationTranscript = {
  listMessages(conversationId: string, afterSeq: number, limit: number): Promise<Message[]>;
  /** Events after `seq` in order. @throws AppError `not_found` when the user has no such conversation */
  eventsAfter: EventSource['after'];
};

export function createConversationTranscript({
  db,
  rows,
}: {
  db: Database;
  rows: ConversationRows;
}): ConversationTranscript {
  type Page = { conversationId: string; seq: number; limit: number };
  const messages = db.prepare<Page, MessageRow>(
    'SELECT * FROM message WHERE conversation_id = @conversationId AND seq > @seq ORDER BY seq LIMIT @limit',
  );
  const events = db.prepare<Page, EventRow>(
    'SELECT * FROM agent_event WHERE conversation_id = @conversationId AND seq > @seq ORDER BY seq LIMIT @limit',
  );
  const count = db
    .prepare<Omit<Page, 'limit'>, number>(
      'SELECT count(*) FROM agent_event WHERE conversation_id = @conversationId AND seq > @seq',
    )
    .pluck();
  return {
    listMessages: async (conversationId, seq, limit) =>
      messages.all({ conversationId, seq, limit }).map(fromMessage),
    eventsAfter: async (userId, conversationId, seq, limit) => {
      const { last_seq } = rows.owned(userId, conversationId);
      const ahead = seq > last_seq;
      const from = ahead ? last_seq : seq;
      const page = events.all({ conversationId, seq: from, limit }).map(fromEvent);
      const first = page[0]?.seq ?? last_seq + 1;
      const total = page.length < limit ? page.length : (count.get({ conversationId, seq: from }) ?? 0);
      return { fromSeq: first - 1, events: page, total, gap: ahead || first > from + 1 };
    },
  };
}
