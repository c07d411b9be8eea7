import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';
import { attemptColumns } from './attempts.js';
import { type Takeover, takeoverColumns } from './takeover.js';

const sql = {
  attempts: `SELECT ${attemptColumns} FROM link_attempt WHERE member_id = @memberId ORDER BY created_at`,
  forgetAttempts: 'DELETE FROM link_attempt WHERE member_id = @memberId',
  takeovers: `SELECT ${takeoverColumns} FROM takeover WHERE from_member = @memberId OR to_member = @memberId
    ORDER BY created_at`,
  forgetAsked: 'DELETE FROM takeover WHERE to_member = @memberId',
  forgetOwner: "UPDATE takeover SET from_member = '' WHERE from_member = @memberId",
};

/** A member's link attempts, in an export of their data and when they delete it. */
export function createAttemptKeeper(db: Database): Keeper {
  return {
    exportOf: (memberId) => db.all(sql.attempts, { memberId }),
    async forget(t, memberId) {
      await t.run(sql.forgetAttempts, { memberId });
    },
  };
}

/** Takeovers on either side, exported without the other member's id. */
export function createTakeoverKeeper(db: Database): Keeper {
  return {
    exportOf: async (memberId) =>
      (await db.all<Takeover>(sql.takeovers, { memberId })).map(({ fromMember: _, toMember, ...rest }) => ({
        ...rest,
        asked: toMember === memberId,
      })),
    async forget(t, memberId) {
      await t.run(sql.forgetAsked, { memberId });
      await t.run(sql.forgetOwner, { memberId });
    },
  };
}
