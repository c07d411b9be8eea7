import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';

/** A member's answered interactions, exported without their webhook tokens. */
export function createInteractionKeeper(db: Database): Keeper {
  const ofMember = db.prepare<{ memberId: string }, { id: string; createdAt: number }>(
    `SELECT id, created_at AS createdAt FROM interaction WHERE member_id = @memberId AND state = 'answered'
     ORDER BY created_at`,
  );
  const forget = db.prepare('DELETE FROM interaction WHERE member_id = @memberId');
  return {
    exportOf: async (memberId) => ofMember.all({ memberId }),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
