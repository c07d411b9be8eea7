import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
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
  /** Those that are followed. */
  open(): Promise<Talk[]>;
  /** The threads of a member's conversations that have not ended, also idle ones. */
  openOf(memberId: string): Promise<string[]>;
  /** Marks conversations that were not used since `before` (ms) as idle, some at a time. @returns their threads */
  putToRest(before: number): Promise<string[]>;
  /** Follows an idle conversation again. */
  wake(threadId: string): Promise<void>;
  /** Reopens it, in the same thread or in a new, empty one. */
  reopen(
    talk: KeptTalk,
    place?: Pick<KeptTalk, 'threadId' | 'guildId' | 'channelId' | 'locale'>,
  ): Promise<void>;
  /** Closes a conversation and drops its queued messages. */
  end(threadId: string, trouble?: Trouble): Promise<void>;
};

const sql = {
  insert: `INSERT INTO talk (thread_id, guild_id, conversation_id, member_id, state, last_seq, last_heard, view, title, channel_id,
      upload_limit, locale, speakers, payer, quiet, created_at, updated_at)
    VALUES (@threadId, @guildId, @conversationId, @memberId, 'open', @lastSeq, @heard, @view, @title, @channelId, @uploadLimit,
      @locale, @speakers, @payer, @quiet, @now, @now) ON CONFLICT DO NOTHING`,
  insertWaiting: `INSERT INTO talk_waiting (conversation_id, message_id, author_id, author_name, content)
    VALUES (@conversationId, @id, @authorId, @authorName, @content)`,
  byThread: 'SELECT * FROM talk WHERE thread_id = @threadId',
  byConversation: 'SELECT * FROM talk WHERE conversation_id = @conversationId',
  open: "SELECT * FROM talk WHERE state = 'open' ORDER BY position",
  openOf:
    "SELECT thread_id AS id FROM talk WHERE member_id = @memberId AND state <> 'ended' ORDER BY position",
  putToRest: `UPDATE talk SET state = 'idle' WHERE thread_id IN (SELECT thread_id FROM talk
      WHERE state = 'open' AND updated_at < @before
        AND NOT EXISTS (SELECT 1 FROM talk_waiting WHERE talk_waiting.conversation_id = talk.conversation_id)
      ORDER BY updated_at LIMIT 25)
    RETURNING thread_id AS id`,
  wake: "UPDATE talk SET state = 'open', updated_at = @now WHERE thread_id = @threadId AND state = 'idle'",
  reopen: `UPDATE talk SET state = 'open', thread_id = @to, guild_id = @guildId, channel_id = @channelId, locale = @locale,
      last_heard = @heard, view = @view, trouble = NULL, is_notified = 0, updated_at = @now
    WHERE conversation_id = @conversationId`,
  end: "UPDATE talk SET state = 'ended' WHERE thread_id = @threadId",
  remove: 'DELETE FROM talk WHERE thread_id = @threadId',
  dropWaiting: `DELETE FROM talk_waiting
    WHERE conversation_id = (SELECT conversation_id FROM talk WHERE thread_id = @threadId)`,
};

export function createTalkStore(deps: {
  db: Database;
  clock: Clock;
  troubles: Pick<Troubles, 'put'>;
}): TalkStore {
  const { db, clock, troubles } = deps;
  const one = (row: TalkRow | undefined): KeptTalk | null => (row ? read(row) : null);
  const findAny = async (threadId: string): Promise<KeptTalk | null> =>
    one(await db.get(sql.byThread, { threadId }));

  return {
    add: (talk, first) =>
      db.transaction(async (t) => {
        const { isQuiet = false, lastHeard: heard = talk.threadId, lastSeq = 0, ...row } = talk;
        const quiet = Number(isQuiet);
        await t.run(sql.insert, {
          ...row,
          heard,
          lastSeq,
          quiet,
          view: JSON.stringify(emptyView),
          now: clock.now(),
        });
        if (!first) return;
        const words = { ...first, content: JSON.stringify(first.content) };
        await t.run(sql.insertWaiting, { ...words, conversationId: talk.conversationId });
      }),
    remove: (threadId) =>
      db.transaction(async (t) => {
        await t.run(sql.dropWaiting, { threadId });
        await t.run(sql.remove, { threadId });
      }),
    async find(threadId) {
      const talk = await findAny(threadId);
      return talk?.isOpen ? talk : null;
    },
    findAny,
    findBy: async (conversationId) => one(await db.get(sql.byConversation, { conversationId })),
    open: async () => (await db.all<TalkRow>(sql.open)).map(read),
    openOf: async (memberId) => (await db.all<{ id: string }>(sql.openOf, { memberId })).map(({ id }) => id),
    putToRest: async (before) =>
      (await db.all<{ id: string }>(sql.putToRest, { before })).map(({ id }) => id),
    async wake(threadId) {
      await db.run(sql.wake, { threadId, now: clock.now() });
    },
    async reopen(talk, place) {
      const { conversationId, threadId } = talk;
      const { threadId: to, guildId, channelId, locale } = place ?? talk;
      const view = JSON.stringify(place ? movedView(talk) : talk.view);
      // Messages from the time the conversation was closed are not answered.
      const heard = to === threadId ? snowflakeAt(clock.now()) : to;
      const there = { conversationId, to, guildId, channelId, locale, view, heard };
      await db.run(sql.reopen, { ...there, now: clock.now() });
    },
    end: (threadId, trouble) =>
      db.transaction(async (t) => {
        await t.run(sql.dropWaiting, { threadId });
        await t.run(sql.end, { threadId });
        if (trouble) await troubles.put(t, threadId, trouble);
      }),
  };
}
