import type { Database } from '../../base/db/database.js';
import type { Keeper } from '../feature.js';

/** Whether a member is asked before a rig holds credits. */
export type Confirmation = {
  asks(memberId: string): Promise<boolean>;
  choose(memberId: string, asks: boolean): Promise<void>;
};

const sql = {
  find: 'SELECT asks FROM rig_confirmation WHERE member_id = @memberId',
  choose: `INSERT INTO rig_confirmation (member_id, asks) VALUES (@memberId, @asks)
    ON CONFLICT (member_id) DO UPDATE SET asks = excluded.asks`,
  forget: 'DELETE FROM rig_confirmation WHERE member_id = @memberId',
};

/** @param byDefault what the operator chose, for members who did not */
export function createConfirmation(deps: { db: Database; byDefault: boolean }): Confirmation & Keeper {
  const { db, byDefault } = deps;
  const find = (memberId: string) => db.get<{ asks: number }>(sql.find, { memberId });
  return {
    async asks(memberId) {
      const chosen = await find(memberId);
      return chosen ? chosen.asks === 1 : byDefault;
    },
    async choose(memberId, asks) {
      await db.run(sql.choose, { memberId, asks: Number(asks) });
    },
    async exportOf(memberId) {
      const chosen = await find(memberId);
      return chosen ? [{ asks: chosen.asks === 1 }] : [];
    },
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
    },
  };
}
