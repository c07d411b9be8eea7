import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';
import type { ReadRig, RigRow } from './rows.js';

const sql = {
  all: 'SELECT * FROM rig_job WHERE member_id = @memberId ORDER BY created_at',
  forget: 'DELETE FROM rig_job WHERE member_id = @memberId',
};

/** A member's rigs, in an export of their data and when they delete it. */
export function createRigKeeper({ db, read }: { db: Database; read: ReadRig }): Keeper {
  return {
    exportOf: async (memberId) => (await db.all<RigRow>(sql.all, { memberId })).map(read),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
