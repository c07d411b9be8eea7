import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';
import { type Notice, noticeColumns } from './store.js';

/** A member's notices, in an export of their data and when they delete it. */
export function createNoticeKeeper(db: Database): Keeper {
  const all = db.prepare<{ memberId: string }, Notice>(
    `SELECT ${noticeColumns} FROM notice WHERE member_id = @memberId ORDER BY created_at`,
  );
  const forget = db.prepare('DELETE FROM notice WHERE member_id = @memberId');
  return {
    exportOf: async (memberId) => all.all({ memberId }),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
