import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import { emptyView, type TalkView } from './view.js';

export type Talk = {
  threadId: string;
  conversationId: string;
  memberId: string;
  /** The run that answers the last words said, or null when nothing was said yet. */
  runId: string | null;
  /** The last event folded into the view. */
  lastSeq: number;
  /** The newest message of a person that was passed on, or the thread's own id. */
  lastHeard: string;
  view: TalkView;
  /** Answers are shown when they are whole, not while they grow. */
  isQuiet: boolean;
  /** Why the thread cannot be written to just now. */
  trouble: 'denied' | 'locked' | null;
};

export type TalkStore = {
  add(talk: Pick<Talk, 'threadId' | 'conversationId' | 'memberId'>): Promise<void>;
  find(threadId: string): Promise<Talk | null>;
  open(): Promise<Talk[]>;
  saveView(threadId: string, lastSeq: number, view: TalkView): Promise<void>;
  setQuiet(threadId: string, isQuiet: boolean): Promise<void>;
  setTrouble(threadId: string, trouble: Talk['trouble']): Promise<void>;
  /** Threads with answers that could not be shown, of which the member has not heard; each is given once. */
  takeUntold(memberId: string): Promise<Talk[]>;
  running(threadId: string, runId: string): Promise<void>;
  heard(threadId: string, messageId: string): Promise<void>;
  /** The thread is gone: nothing more is shown there. */
  end(threadId: string): Promise<void>;
  exportOf(memberId: string): Promise<Talk[]>;
  /** Inside another's transaction. */
  forget(memberId: string): void;
};

type Row = {
  thread_id: string;
  conversation_id: string;
  member_id: string;
  run_id: string | null;
  last_seq: number;
  last_heard: string;
  view: string;
  quiet: number;
  trouble: Talk['trouble'];
};

const read = (row: Row): Talk => ({
  threadId: row.thread_id,
  conversationId: row.conversation_id,
  memberId: row.member_id,
  runId: row.run_id,
  lastSeq: row.last_seq,
  lastHeard: row.last_heard,
  view: { ...emptyView, ...(JSON.parse(row.view) as Partial<TalkView>) },
  isQuiet: row.quiet === 1,
  trouble: row.trouble,
});

export function createTalkStore({ db, clock }: { db: Database; clock: Clock }): TalkStore {
  const insert = db.prepare(
    `INSERT INTO talk (thread_id, conversation_id, member_id, state, last_seq, last_heard, view, created_at)
     VALUES (?, ?, ?, 'open', 0, ?, ?, ?) ON CONFLICT DO NOTHING`,
  );
  const select = db.prepare("SELECT * FROM talk WHERE thread_id = ? AND state = 'open'");
  const all = db.prepare("SELECT * FROM talk WHERE state = 'open'");
  const save = db.prepare('UPDATE talk SET last_seq = ?, view = ? WHERE thread_id = ?');
  const heard = db.prepare(
    'UPDATE talk SET last_heard = ? WHERE thread_id = ? AND CAST(last_heard AS INTEGER) < CAST(? AS INTEGER)',
  );
  const running = db.prepare('UPDATE talk SET run_id = ? WHERE thread_id = ?');
  const quiet = db.prepare('UPDATE talk SET quiet = ? WHERE thread_id = ?');
  const trouble = db.prepare('UPDATE talk SET trouble = ?, told = 0 WHERE thread_id = ?');
  const untold = db.prepare(
    'UPDATE talk SET told = 1 WHERE member_id = ? AND trouble IS NOT NULL AND told = 0 RETURNING *',
  );
  const end = db.prepare("UPDATE talk SET state = 'ended' WHERE thread_id = ?");
  const ofMember = db.prepare('SELECT * FROM talk WHERE member_id = ? ORDER BY created_at');
  const forget = db.prepare('DELETE FROM talk WHERE member_id = ?');
  return {
    exportOf: async (memberId) => (ofMember.all(memberId) as Row[]).map(read),
    forget: (memberId) => void forget.run(memberId),
    async add({ threadId, conversationId, memberId }) {
      write(db, () =>
        insert.run(threadId, conversationId, memberId, threadId, JSON.stringify(emptyView), clock.now()),
      );
    },
    async find(threadId) {
      const row = select.get(threadId) as Row | undefined;
      return row ? read(row) : null;
    },
    open: async () => (all.all() as Row[]).map(read),
    async saveView(threadId, lastSeq, view) {
      write(db, () => save.run(lastSeq, JSON.stringify(view), threadId));
    },
    async setQuiet(threadId, isQuiet) {
      write(db, () => quiet.run(Number(isQuiet), threadId));
    },
    async setTrouble(threadId, reason) {
      write(db, () => trouble.run(reason, threadId));
    },
    takeUntold: async (memberId) => write(db, () => (untold.all(memberId) as Row[]).map(read)),
    async running(threadId, runId) {
      write(db, () => running.run(runId, threadId));
    },
    async heard(threadId, messageId) {
      write(db, () => heard.run(messageId, threadId, messageId));
    },
    async end(threadId) {
      write(db, () => end.run(threadId));
    },
  };
}
