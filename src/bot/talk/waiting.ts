import { type Database, write } from '../../base/store.js';
import type { Content } from './intake.js';

/** A message for the agent. `id`: the Discord message id, as idempotency key. */
export type Words = { id: string; authorId: string; content: Content };

/** Queued messages by conversation, oldest first. `TalkStore` drops them when a conversation ends. */
export type WaitingStore = {
  /** False when the queue is full. Idempotent. */
  put(conversationId: string, words: Words): Promise<boolean>;
  first(conversationId: string): Promise<Words | null>;
  isFull(conversationId: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Drops all messages. @returns how many there were */
  drop(conversationId: string): Promise<number>;
  /** Threads with queued messages. */
  threads(): Promise<string[]>;
  exportOf(memberId: string): Promise<unknown[]>;
  /** Inside another store's transaction, before the conversations are deleted. */
  forget(memberId: string): void;
};

/** Queue limit per conversation. */
export const mostWaiting = 5;

type Row = { message_id: string; author_id: string; content: string };

const read = (row: Row): Words => ({
  id: row.message_id,
  authorId: row.author_id,
  content: JSON.parse(row.content) as Content,
});

export function createWaitingStore(db: Database): WaitingStore {
  const insert = db.prepare(
    `INSERT INTO talk_waiting (conversation_id, message_id, author_id, content) VALUES (@conversationId, @id, @authorId, @content)
     ON CONFLICT DO NOTHING`,
  );
  const known = db.prepare('SELECT 1 FROM talk_waiting WHERE message_id = @id');
  const count = db
    .prepare<{ conversationId: string }, number>(
      'SELECT count(*) FROM talk_waiting WHERE conversation_id = @conversationId',
    )
    .pluck();
  const first = db.prepare<{ conversationId: string }, Row>(
    'SELECT * FROM talk_waiting WHERE conversation_id = @conversationId ORDER BY sequence LIMIT 1',
  );
  const remove = db.prepare('DELETE FROM talk_waiting WHERE message_id = @id');
  const drop = db.prepare('DELETE FROM talk_waiting WHERE conversation_id = @conversationId');
  const threads = db
    .prepare<[], string>(
      'SELECT DISTINCT thread_id FROM talk JOIN talk_waiting USING (conversation_id) ORDER BY thread_id',
    )
    .pluck();
  const ofMember = db.prepare(
    'SELECT conversation_id, content FROM talk_waiting WHERE author_id = @memberId ORDER BY sequence',
  );
  const forget = db.prepare(
    `DELETE FROM talk_waiting WHERE author_id = @memberId
       OR conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)`,
  );
  const isFull = (conversationId: string): boolean => (count.get({ conversationId }) ?? 0) >= mostWaiting;
  return {
    put: async (conversationId, { id, authorId, content }) =>
      write(db, () => {
        if (known.get({ id })) return true;
        if (isFull(conversationId)) return false;
        insert.run({ conversationId, id, authorId, content: JSON.stringify(content) });
        return true;
      }),
    async first(conversationId) {
      const row = first.get({ conversationId });
      return row ? read(row) : null;
    },
    isFull: async (conversationId) => isFull(conversationId),
    async remove(id) {
      write(db, () => remove.run({ id }));
    },
    drop: async (conversationId) => write(db, () => drop.run({ conversationId }).changes),
    threads: async () => threads.all(),
    exportOf: async (memberId) => ofMember.all({ memberId }),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
