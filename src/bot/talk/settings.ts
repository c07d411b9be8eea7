import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import { read, type TalkRow } from './rows.js';
import type { KeptTalk } from './talk.js';

/** A member's list of conversations, and what they decide about each. */
export type TalkSettings = {
  /** A member's conversations, most recently used first. */
  listOf(memberId: string, page: { offset: number; limit: number }): Promise<KeptTalk[]>;
  decide(threadId: string, changes: Partial<Pick<KeptTalk, 'title' | 'speakers' | 'payer'>>): Promise<void>;
  setQuiet(threadId: string, isQuiet: boolean): Promise<void>;
};

export function createTalkSettings({ db, clock }: { db: Database; clock: Clock }): TalkSettings {
  const list = db.prepare<{ memberId: string; offset: number; limit: number }, TalkRow>(
    `SELECT * FROM talk WHERE member_id = @memberId
     ORDER BY updated_at DESC, rowid DESC LIMIT @limit OFFSET @offset`,
  );
  const decide = db.prepare(
    `UPDATE talk SET title = coalesce(@title, title), speakers = coalesce(@speakers, speakers),
       payer = coalesce(@payer, payer), updated_at = @now WHERE thread_id = @threadId`,
  );
  const setQuiet = db.prepare('UPDATE talk SET quiet = @quiet WHERE thread_id = @threadId');

  return {
    listOf: async (memberId, { offset, limit }) => list.all({ memberId, offset, limit }).map(read),
    async decide(threadId, { title = null, speakers = null, payer = null }) {
      write(db, () => decide.run({ threadId, title, speakers, payer, now: clock.now() }));
    },
    async setQuiet(threadId, isQuiet) {
      write(db, () => setQuiet.run({ threadId, quiet: Number(isQuiet) }));
    },
  };
}
