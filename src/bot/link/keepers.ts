import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';
import { attemptColumns, type LinkAttempt } from './attempts.js';
import { type Takeover, takeoverColumns } from './takeover.js';

/** A member's link attempts, in an export of their data and when they delete it. */
export function createAttemptKeeper(db: Database): Keeper {
  const all = db.prepare<{ memberId: string }, LinkAttempt>(
    `SELECT ${attemptColumns} FROM link_attempt WHERE member_id = @memberId ORDER BY created_at`,
  );
  const forget = db.prepare('DELETE FROM link_attempt WHERE member_id = @memberId');
  return {
    exportOf: async (memberId) => all.all({ memberId }),
    forget: (memberId) => void forget.run({ memberId }),
  };
}

/** Takeovers on either side, exported without the other member's id. */
export function createTakeoverKeeper(db: Database): Keeper {
  const all = db.prepare<{ memberId: string }, Takeover>(
    `SELECT ${takeoverColumns} FROM takeover WHERE from_member = @memberId OR to_member = @memberId
     ORDER BY created_at`,
  );
  const forgetAsked = db.prepare('DELETE FROM takeover WHERE to_member = @memberId');
  const forgetOwner = db.prepare("UPDATE takeover SET from_member = '' WHERE from_member = @memberId");
  return {
    exportOf: async (memberId) =>
      all.all({ memberId }).map(({ fromMember: _, toMember, ...rest }) => ({
        ...rest,
        asked: toMember === memberId,
      })),
    forget(memberId) {
      forgetAsked.run({ memberId });
      forgetOwner.run({ memberId });
    },
  };
}
