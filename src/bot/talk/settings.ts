import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { read, type TalkRow } from './rows.js';
import type { KeptTalk } from './talk.js';

/** A member's list of conversations, and what they decide about each. */
export type TalkSettings = {
  /** A member's conversations, most recently used first. */
  listOf(memberId: string, page: { offset: number; limit: number }): Promise<KeptTalk[]>;
  decide(threadId: string, changes: Partial<Pick<KeptTalk, 'title' | 'speakers' | 'payer'>>): Promise<void>;
  setQuiet(threadId: string, isQuiet: boolean): Promise<void>;
};

const sql = {
  list: `SELECT * FROM talk WHERE member_id = @memberId
    ORDER BY updated_at DESC, position DESC LIMIT @limit OFFSET @offset`,
  decide: `UPDATE talk SET title = coalesce(@title, title), speakers = coalesce(@speakers, speakers),
    payer = coalesce(@payer, payer), updated_at = @now WHERE thread_id = @threadId`,
  setQuiet: 'UPDATE talk SET quiet = @quiet WHERE thread_id = @threadId',
};

export function createTalkSettings({ db, clock }: { db: Database; clock: Clock }): TalkSettings {
  return {
    listOf: async (memberId, { offset, limit }) =>
      (await db.all<TalkRow>(sql.list, { memberId, offset, limit })).map(read),
    async decide(threadId, { title = null, speakers = null, payer = null }) {
      await db.run(sql.decide, { threadId, title, speakers, payer, now: clock.now() });
    },
    async setQuiet(threadId, isQuiet) {
      await db.run(sql.setQuiet, { threadId, quiet: Number(isQuiet) });
    },
  };
}
