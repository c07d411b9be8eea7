import type { Database, Queries, Transaction } from '../../base/db/database.js';
import type { Content } from './intake.js';

/** A message for the agent. `id`: the Discord message id, as idempotency key. */
export type Words = {
  id: string;
  authorId: string;
  /** The author's name in the server; empty when it isn't known. */
  authorName: string;
  content: Content;
};

/** Queued messages by conversation, oldest first. `TalkStore` drops them when a conversation ends. */
export type WaitingStore = {
  /** False when the queue is full. Idempotent. */
  put(conversationId: string, words: Words): Promise<boolean>;
  first(conversationId: string): Promise<Words | null>;
  isFull(conversationId: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** The thread in which a message waits, or null. */
  threadOf(id: string): Promise<string | null>;
  change(id: string, content: Content): Promise<void>;
  /** Drops all messages. @returns how many there were */
  drop(conversationId: string): Promise<number>;
  /** Threads with queued messages. */
  threads(): Promise<string[]>;
  exportOf(memberId: string): Promise<unknown[]>;
  /** Before the conversations are deleted. */
  forget(t: Transaction, memberId: string): Promise<void>;
};

/** Queue limit per conversation. */
export const mostWaiting = 5;

type Row = { message_id: string; author_id: string; author_name: string; content: string };

const read = (row: Row): Words => ({
  id: row.message_id,
  authorId: row.author_id,
  authorName: row.author_name,
  content: JSON.parse(row.content) as Content,
});

const sql = {
  insert: `INSERT INTO talk_waiting (conversation_id, message_id, author_id, author_name, content)
    VALUES (@conversationId, @id, @authorId, @authorName, @content) ON CONFLICT (message_id) DO NOTHING`,
  known: 'SELECT 1 AS found FROM talk_waiting WHERE message_id = @id',
  count: 'SELECT count(*) AS waiting FROM talk_waiting WHERE conversation_id = @conversationId',
  threadOf: `SELECT thread_id AS id FROM talk JOIN talk_waiting USING (conversation_id) WHERE message_id = @id`,
  first: 'SELECT * FROM talk_waiting WHERE conversation_id = @conversationId ORDER BY sequence LIMIT 1',
  change: 'UPDATE talk_waiting SET content = @content WHERE message_id = @id',
  remove: 'DELETE FROM talk_waiting WHERE message_id = @id',
  drop: 'DELETE FROM talk_waiting WHERE conversation_id = @conversationId',
  threads: `SELECT DISTINCT thread_id AS id FROM talk JOIN talk_waiting USING (conversation_id)
    ORDER BY thread_id`,
  ofMember: 'SELECT conversation_id, content FROM talk_waiting WHERE author_id = @memberId ORDER BY sequence',
  forget: `DELETE FROM talk_waiting WHERE author_id = @memberId
    OR conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)`,
};

async function isFull(q: Queries, conversationId: string): Promise<boolean> {
  const { waiting } = (await q.get<{ waiting: number }>(sql.count, { conversationId })) ?? { waiting: 0 };
  return waiting >= mostWaiting;
}

export function createWaitingStore(db: Database): WaitingStore {
  return {
    put: (conversationId, { id, authorId, authorName, content }) =>
      db.transaction(async (t) => {
        if (await t.get(sql.known, { id })) return true;
        if (await isFull(t, conversationId)) return false;
        await t.run(sql.insert, {
          conversationId,
          id,
          authorId,
          authorName,
          content: JSON.stringify(content),
        });
        return true;
      }),
    async first(conversationId) {
      const row = await db.get<Row>(sql.first, { conversationId });
      return row ? read(row) : null;
    },
    isFull: (conversationId) => isFull(db, conversationId),
    threadOf: async (id) => (await db.get<{ id: string }>(sql.threadOf, { id }))?.id ?? null,
    async change(id, content) {
      await db.run(sql.change, { id, content: JSON.stringify(content) });
    },
    async remove(id) {
      await db.run(sql.remove, { id });
    },
    drop: (conversationId) => db.run(sql.drop, { conversationId }),
    threads: async () => (await db.all<{ id: string }>(sql.threads)).map(({ id }) => id),
    exportOf: (memberId) => db.all(sql.ofMember, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
