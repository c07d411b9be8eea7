import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { OutboxStore } from '../outbox.js';
import { movedView, one, type Row, read, snowflakeAt } from './rows.js';
import { emptyView, type TalkView } from './view.js';
import type { Words } from './waiting.js';

/**
 * Why answers aren't shown in a thread. `denied`: the bot can't write there at the moment; `removed`: someone deletes its
 * messages; `locked` and `gone` end the conversation.
 */
export type Trouble = 'denied' | 'removed' | 'locked' | 'gone';

export type Talk = {
  threadId: string;
  conversationId: string;
  memberId: string;
  /** The run that answers the last message; null before the first one. */
  runId: string | null;
  /** The sequence number of the last event in the view. */
  lastSeq: number;
  /** The newest message forwarded to the agent, or the thread's own id. */
  lastHeard: string;
  view: TalkView;
  /** Quiet mode: answers are shown only when complete. */
  isQuiet: boolean;
  trouble: Trouble | null;
};

/** A problem the member may not have been told about. */
export type TroubleRecord = Pick<Talk, 'threadId' | 'memberId'> & {
  trouble: Trouble;
  since: number;
};

/** Who may speak to the agent in a conversation. */
export const speakers = ['owner', 'named', 'everybody'] as const;
export type Speakers = (typeof speakers)[number];

/** Who pays for proposals; the owner always pays for answers. */
export const payers = ['owner', 'presser'] as const;
export type Payer = (typeof payers)[number];

/** A conversation with its owner's settings. */
export type KeptTalk = Talk & {
  title: string;
  /** The parent channel of its thread. */
  channelId: string;
  /** Discord's upload limit there, bytes. */
  uploadLimit: number;
  speakers: Speakers;
  payer: Payer;
  isOpen: boolean;
  updatedAt: number;
};

export type NewTalk = Omit<KeptTalk, keyof Talk | 'isOpen' | 'updatedAt'> &
  Pick<Talk, 'threadId' | 'conversationId' | 'memberId'>;

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
  /** A member's conversations, most recently used first. */
  listOf(memberId: string, page: { offset: number; limit: number }): Promise<KeptTalk[]>;
  decide(threadId: string, changes: Partial<Pick<KeptTalk, 'title' | 'speakers' | 'payer'>>): Promise<void>;
  /** Reopens it, in the same thread or in a new, empty one. */
  reopen(talk: KeptTalk, place?: Pick<KeptTalk, 'threadId' | 'channelId'>): Promise<void>;
  saveView(threadId: string, lastSeq: number, view: TalkView): Promise<void>;
  setQuiet(threadId: string, isQuiet: boolean): Promise<void>;
  /** Stores a problem and queues the notice to the owner, in one transaction. */
  setTrouble(threadId: string, trouble: Talk['trouble']): Promise<void>;
  /** A thread's problem that its owner wasn't told about. */
  findUntold(threadId: string): Promise<TroubleRecord | null>;
  troubleTold(threadId: string): Promise<void>;
  /** Threads whose unshown answers the member wasn't told about; each is returned once. */
  takeUntold(memberId: string): Promise<Talk[]>;
  /** Records that the agent has this message and which run answers it. */
  running(threadId: string, runId: string, asked?: Words): Promise<void>;
  /** The last message sent to the agent. */
  lastAsked(threadId: string): Promise<Words | null>;
  heard(threadId: string, messageId: string): Promise<void>;
  /** Closes a conversation and drops its queued messages. */
  end(threadId: string, trouble?: Trouble): Promise<void>;
  exportOf(memberId: string): Promise<KeptTalk[]>;
  /** Inside another store's transaction. */
  forget(memberId: string): void;
};

export function createTalkStore(options: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}): TalkStore {
  const { db, clock, outbox } = options;
  const insert = db.prepare(
    `INSERT INTO talk (thread_id, conversation_id, member_id, state, last_seq, last_heard, view, title, channel_id,
       upload_limit, speakers, payer, created_at, updated_at)
     VALUES (@threadId, @conversationId, @memberId, 'open', 0, @threadId, @view, @title, @channelId, @uploadLimit,
       @speakers, @payer, @now, @now) ON CONFLICT DO NOTHING`,
  );
  const select = db.prepare("SELECT * FROM talk WHERE thread_id = ? AND state = 'open'");
  const selectAny = db.prepare('SELECT * FROM talk WHERE thread_id = ?');
  const selectBy = db.prepare('SELECT * FROM talk WHERE conversation_id = ?');
  const list = db.prepare(
    'SELECT * FROM talk WHERE member_id = ? ORDER BY updated_at DESC, rowid DESC LIMIT ? OFFSET ?',
  );
  const decide = db.prepare(
    `UPDATE talk SET title = coalesce(@title, title), speakers = coalesce(@speakers, speakers),
       payer = coalesce(@payer, payer), updated_at = @now WHERE thread_id = @threadId`,
  );
  const reopen = db.prepare(
    `UPDATE talk SET state = 'open', thread_id = @to, channel_id = @channelId, last_heard = @heard, view = @view,
       trouble = NULL, told = 0, updated_at = @now WHERE conversation_id = @conversationId`,
  );
  const all = db.prepare("SELECT * FROM talk WHERE state = 'open'");
  const save = db.prepare('UPDATE talk SET last_seq = ?, view = ? WHERE thread_id = ?');
  const heard = db.prepare(
    'UPDATE talk SET last_heard = ? WHERE thread_id = ? AND CAST(last_heard AS INTEGER) < CAST(? AS INTEGER)',
  );
  const running = db.prepare(
    'UPDATE talk SET run_id = @runId, asked = coalesce(@asked, asked), updated_at = @now WHERE thread_id = @threadId',
  );
  const selectAsked = db
    .prepare<[string], string | null>('SELECT asked FROM talk WHERE thread_id = ?')
    .pluck();
  const insertWaiting = db.prepare(
    'INSERT INTO talk_waiting (conversation_id, message_id, author_id, content) VALUES (?, ?, ?, ?)',
  );
  const remove = db.prepare('DELETE FROM talk WHERE thread_id = ?');
  const quiet = db.prepare('UPDATE talk SET quiet = ? WHERE thread_id = ?');
  const trouble = db.prepare('UPDATE talk SET trouble = ?, trouble_at = ?, told = 0 WHERE thread_id = ?');
  const findUntold = db.prepare(
    'SELECT * FROM talk WHERE thread_id = ? AND trouble IS NOT NULL AND told = 0',
  );
  const told = db.prepare('UPDATE talk SET told = 1 WHERE thread_id = ?');
  const untold = db.prepare(
    'UPDATE talk SET told = 1 WHERE member_id = ? AND trouble IS NOT NULL AND told = 0 RETURNING *',
  );
  const end = db.prepare("UPDATE talk SET state = 'ended' WHERE thread_id = ?");
  const dropWaiting = db.prepare(
    'DELETE FROM talk_waiting WHERE conversation_id = (SELECT conversation_id FROM talk WHERE thread_id = ?)',
  );
  const ofMember = db.prepare('SELECT * FROM talk WHERE member_id = ? ORDER BY created_at');
  const forget = db.prepare('DELETE FROM talk WHERE member_id = ?');
  const keepTrouble = (threadId: string, reason: Talk['trouble']) => {
    trouble.run(reason, reason === null ? null : clock.now(), threadId);
    if (reason !== null) outbox.put('talk_trouble', threadId);
  };
  return {
    exportOf: async (memberId) =>
      (ofMember.all(memberId) as Row[]).map((row) => ({
        ...read(row),
        asked: row.asked === null ? null : (JSON.parse(row.asked) as unknown),
      })),
    forget: (memberId) => void forget.run(memberId),
    async add(talk, first) {
      write(db, () => {
        insert.run({ ...talk, view: JSON.stringify(emptyView), now: clock.now() });
        if (!first) return;
        const { id, authorId, content } = first;
        insertWaiting.run(talk.conversationId, id, authorId, JSON.stringify(content));
      });
    },
    async remove(threadId) {
      write(db, () => {
        dropWaiting.run(threadId);
        remove.run(threadId);
      });
    },
    find: async (threadId) => one(select.get(threadId)),
    findAny: async (threadId) => one(selectAny.get(threadId)),
    findBy: async (conversationId) => one(selectBy.get(conversationId)),
    listOf: async (memberId, { offset, limit }) => (list.all(memberId, limit, offset) as Row[]).map(read),
    async decide(threadId, { title = null, speakers = null, payer = null }) {
      write(db, () => decide.run({ threadId, title, speakers, payer, now: clock.now() }));
    },
    async reopen(talk, place) {
      const { conversationId, threadId } = talk;
      const { threadId: to, channelId } = place ?? talk;
      const view = JSON.stringify(place ? movedView(talk) : talk.view);
      // Messages from the time the conversation was closed are not answered.
      const heard = to === threadId ? snowflakeAt(clock.now()) : to;
      write(db, () => reopen.run({ conversationId, to, channelId, view, heard, now: clock.now() }));
    },
    open: async () => (all.all() as Row[]).map(read),
    async saveView(threadId, lastSeq, view) {
      write(db, () => save.run(lastSeq, JSON.stringify(view), threadId));
    },
    async setQuiet(threadId, isQuiet) {
      write(db, () => quiet.run(Number(isQuiet), threadId));
    },
    async setTrouble(threadId, reason) {
      write(db, () => keepTrouble(threadId, reason));
    },
    async findUntold(threadId) {
      const row = findUntold.get(threadId) as Row | undefined;
      if (!row?.trouble) return null;
      const { trouble, trouble_at: since, member_id: memberId } = row;
      return { threadId, memberId, trouble, since: since ?? 0 };
    },
    async troubleTold(threadId) {
      write(db, () => told.run(threadId));
    },
    takeUntold: async (memberId) => write(db, () => (untold.all(memberId) as Row[]).map(read)),
    async running(threadId, runId, words) {
      const asked = words ? JSON.stringify(words) : null;
      write(db, () => running.run({ runId, asked, now: clock.now(), threadId }));
    },
    async lastAsked(threadId) {
      const asked = selectAsked.get(threadId);
      return asked ? (JSON.parse(asked) as Words) : null;
    },
    async heard(threadId, messageId) {
      write(db, () => heard.run(messageId, threadId, messageId));
    },
    async end(threadId, reason) {
      write(db, () => {
        dropWaiting.run(threadId);
        end.run(threadId);
        if (reason) keepTrouble(threadId, reason);
      });
    },
  };
}
