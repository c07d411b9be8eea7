import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';
import { read, type TalkRow } from './rows.js';

/** A member's conversations, in an export of their data and when they delete it. */
export function createTalkKeeper(db: Database): Keeper {
  const all = db.prepare<{ memberId: string }, TalkRow>(
    'SELECT * FROM talk WHERE member_id = @memberId ORDER BY created_at',
  );
  const forget = db.prepare('DELETE FROM talk WHERE member_id = @memberId');
  return {
    exportOf: async (memberId) =>
      all.all({ memberId }).map((row) => ({
        ...read(row),
        asked: row.asked === null ? null : (JSON.parse(row.asked) as unknown),
      })),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
