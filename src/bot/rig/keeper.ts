import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';
import type { ReadRig, RigRow } from './rows.js';

/** A member's rigs, in an export of their data and when they delete it. */
export function createRigKeeper({ db, read }: { db: Database; read: ReadRig }): Keeper {
  const all = db.prepare<{ memberId: string }, RigRow>(
    'SELECT * FROM rig_job WHERE member_id = @memberId ORDER BY created_at',
  );
  const forget = db.prepare('DELETE FROM rig_job WHERE member_id = @memberId');
  return {
    exportOf: async (memberId) => all.all({ memberId }).map(read),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
