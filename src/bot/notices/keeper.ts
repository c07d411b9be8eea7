import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';
import { noticeColumns } from './store.js';

const sql = {
  all: `SELECT ${noticeColumns} FROM notice WHERE member_id = @memberId ORDER BY created_at`,
  forget: 'DELETE FROM notice WHERE member_id = @memberId',
};

/** A member's notices, in an export of their data and when they delete it. */
export function createNoticeKeeper(db: Database): Keeper {
  return {
    exportOf: (memberId) => db.all(sql.all, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
