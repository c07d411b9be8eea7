import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';

/** A member's answered interactions, exported without their webhook tokens. */
export function createInteractionKeeper(db: Database): Keeper {
  return {
    exportOf: (memberId) => db.all(sql.ofMember, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}

const sql = {
  ofMember: `SELECT id, created_at AS createdAt FROM interaction WHERE member_id = @memberId AND state = 'answered'
    ORDER BY created_at`,
  forget: 'DELETE FROM interaction WHERE member_id = @memberId',
};
