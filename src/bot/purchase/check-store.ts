import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Purchase } from './purchase.js';
import type { createRowReader, PurchaseRow } from './row.js';

/** When each purchase is next read from the service. */
export type PurchaseChecks = {
  due(limit: number): Promise<Purchase[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Makes a member's followed purchases due now. */
  resumeMember(memberId: string): Promise<void>;
  /** Whether a followed purchase of the member waits for money. */
  hasOpen(memberId: string): Promise<boolean>;
  /** Stops following purchases whose wallet is gone. */
  detachWallet(memberId: string): Promise<void>;
};

const sql = {
  due: 'SELECT * FROM purchase WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit',
  later: 'UPDATE purchase SET next_check_at = @at WHERE id = @id AND next_check_at IS NOT NULL',
  resumeMember: `UPDATE purchase SET next_check_at = @now
    WHERE member_id = @memberId AND next_check_at IS NOT NULL`,
  open: `SELECT 1 AS found FROM purchase WHERE member_id = @memberId
    AND state IN ('requires_payment', 'processing') AND next_check_at IS NOT NULL LIMIT 1`,
  detachWallet: 'UPDATE purchase SET next_check_at = NULL WHERE member_id = @memberId',
};

export function createPurchaseChecks(deps: {
  db: Database;
  clock: Clock;
  read: ReturnType<typeof createRowReader>;
}): PurchaseChecks {
  const { db, clock, read } = deps;
  return {
    due: async (limit) => (await db.all<PurchaseRow>(sql.due, { now: clock.now(), limit })).map(read),
    async checkAgainAt(id, at) {
      await db.run(sql.later, { id, at });
    },
    async resumeMember(memberId) {
      await db.run(sql.resumeMember, { memberId, now: clock.now() });
    },
    hasOpen: async (memberId) => (await db.get(sql.open, { memberId })) !== undefined,
    async detachWallet(memberId) {
      await db.run(sql.detachWallet, { memberId });
    },
  };
}
