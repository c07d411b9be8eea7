import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';
import { read, type TalkRow } from './rows.js';

const sql = {
  all: 'SELECT * FROM talk WHERE member_id = @memberId ORDER BY created_at',
  forget: 'DELETE FROM talk WHERE member_id = @memberId',
};

/** A member's conversations, in an export of their data and when they delete it. */
export function createTalkKeeper(db: Database): Keeper {
  return {
    exportOf: async (memberId) =>
      (await db.all<TalkRow>(sql.all, { memberId })).map((row) => ({
        ...read(row),
        asked: row.asked === null ? null : (JSON.parse(row.asked) as unknown),
      })),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
