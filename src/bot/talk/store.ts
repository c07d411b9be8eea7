import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import { movedView, read, snowflakeAt, type TalkRow } from './rows.js';
import type { KeptTalk, NewTalk, Talk, Trouble } from './talk.js';
import type { Troubles } from './troubles.js';
import { emptyView } from './view.js';
import type { Words } from './waiting.js';

/** Conversations and their threads, from opening to end. */
export type TalkStore = {
  /** Stores a new conversation and, in the same transaction, queues its first message. */
  add(talk: NewTalk, first?: Words): Promise<void>;
  /** Removes a conversation that could not be opened, with its queued messages. */
  remove(threadId: string): Promise<void>;
  /** An open conversation. */
  find(threadId: string): Promise<KeptTalk | null>;
  /** Open or ended. */
  findAny(threadId: string): Promise<KeptTalk | null>;
  findBy(conversationId: string): Promise<KeptTalk | null>;
  open(): Promise<Talk[]>;
  /** Reopens it, in the same thread or in a new, empty one. */
  reopen(talk: KeptTalk, place?: Pick<KeptTalk, 'threadId' | 'channelId' | 'locale'>): Promise<void>;
  /** Closes a conversation and drops its queued messages. */
  end(threadId: string, trouble?: Trouble): Promise<void>;
};

export function createTalkStore(deps: {
  db: Database;
  clock: Clock;
  troubles: Pick<Troubles, 'put'>;
}): TalkStore {
  const { db, clock, troubles } = deps;
  const insert = db.prepare(
    `INSERT INTO talk (thread_id, conversation_id, member_id, state, last_seq, last_heard, view, title, channel_id,
       upload_limit, locale, speakers, payer, created_at, updated_at)
     VALUES (@threadId, @conversationId, @memberId, 'open', 0, @threadId, @view, @title, @channelId, @uploadLimit,
       @locale, @speakers, @payer, @now, @now) ON CONFLICT DO NOTHING`,
  );
  const insertWaiting = db.prepare(
    `INSERT INTO talk_waiting (conversation_id, message_id, author_id, content)
     VALUES (@conversationId, @id, @authorId, @content)`,
  );
  const byThread = db.prepare<{ threadId: string }, TalkRow>(
    'SELECT * FROM talk WHERE thread_id = @threadId',
  );
  const byConversation = db.prepare<{ conversationId: string }, TalkRow>(
    'SELECT * FROM talk WHERE conversation_id = @conversationId',
  );
  const open = db.prepare<[], TalkRow>("SELECT * FROM talk WHERE state = 'open'");
  const reopen = db.prepare(
    `UPDATE talk SET state = 'open', thread_id = @to, channel_id = @channelId, locale = @locale, last_heard = @heard,
       view = @view, trouble = NULL, is_notified = 0, updated_at = @now WHERE conversation_id = @conversationId`,
  );
  const end = db.prepare("UPDATE talk SET state = 'ended' WHERE thread_id = @threadId");
  const remove = db.prepare('DELETE FROM talk WHERE thread_id = @threadId');
  const dropWaiting = db.prepare(
    `DELETE FROM talk_waiting
     WHERE conversation_id = (SELECT conversation_id FROM talk WHERE thread_id = @threadId)`,
  );
  const one = (row: TalkRow | undefined): KeptTalk | null => (row ? read(row) : null);
  const findAny = (threadId: string): KeptTalk | null => one(byThread.get({ threadId }));

  return {
    async add(talk, first) {
      write(db, () => {
        insert.run({ ...talk, view: JSON.stringify(emptyView), now: clock.now() });
        if (!first) return;
        const { id, authorId, content } = first;
        const { conversationId } = talk;
        insertWaiting.run({ conversationId, id, authorId, content: JSON.stringify(content) });
      });
    },
    async remove(threadId) {
      write(db, () => {
        dropWaiting.run({ threadId });
        remove.run({ threadId });
      });
    },
    async find(threadId) {
      const talk = findAny(threadId);
      return talk?.isOpen ? talk : null;
    },
    findAny: async (threadId) => findAny(threadId),
    findBy: async (conversationId) => one(byConversation.get({ conversationId })),
    open: async () => open.all().map(read),
    async reopen(talk, place) {
      const { conversationId, threadId } = talk;
      const { threadId: to, channelId, locale } = place ?? talk;
      const view = JSON.stringify(place ? movedView(talk) : talk.view);
      // Messages from the time the conversation was closed are not answered.
      const heard = to === threadId ? snowflakeAt(clock.now()) : to;
      write(db, () => reopen.run({ conversationId, to, channelId, locale, view, heard, now: clock.now() }));
    },
    async end(threadId, trouble) {
      write(db, () => {
        dropWaiting.run({ threadId });
        end.run({ threadId });
        if (trouble) troubles.put(threadId, trouble);
      });
    },
  };
}
