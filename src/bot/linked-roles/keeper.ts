import type { Database } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { Keeper } from '../feature.js';
import { outboxKind } from './store.js';

const sql = {
  has: 'SELECT 1 AS found FROM role_connection WHERE member_id = @memberId',
  exported: 'SELECT connected_at AS connectedAt, told FROM role_connection WHERE member_id = @memberId',
  leave: 'UPDATE role_connection SET is_leaving = 1 WHERE member_id = @memberId',
  erase: 'DELETE FROM role_connection WHERE member_id = @memberId',
};

/** @param deps.canTell false without a client secret: then only the row can be deleted */
export function createConnectionKeeper(deps: {
  db: Database;
  outbox: Pick<OutboxStore, 'put'>;
  canTell: boolean;
}): Keeper {
  const { db, outbox, canTell } = deps;
  return {
    exportOf: (memberId) => db.all(sql.exported, { memberId }),
    async forget(t, memberId) {
      if (!canTell) return void (await t.run(sql.erase, { memberId }));
      if ((await t.get(sql.has, { memberId })) === undefined) return;
      // The tokens stay until Discord was told: without them, it could not be.
      await t.run(sql.leave, { memberId });
      await outbox.put(t, outboxKind, memberId);
    },
  };
}
