import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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

export function createPurchaseChecks(deps: {
  db: Database;
  clock: Clock;
  read: ReturnType<typeof createRowReader>;
}): PurchaseChecks {
  const { db, clock, read } = deps;
  const due = db.prepare<{ now: number; limit: number }, PurchaseRow>(
    'SELECT * FROM purchase WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit',
  );
  const later = db.prepare<{ id: string; at: number }>(
    'UPDATE purchase SET next_check_at = @at WHERE id = @id AND next_check_at IS NOT NULL',
  );
  const resumeMember = db.prepare<{ memberId: string; now: number }>(
    'UPDATE purchase SET next_check_at = @now WHERE member_id = @memberId AND next_check_at IS NOT NULL',
  );
  const open = db.prepare<{ memberId: string }>(
    `SELECT 1 FROM purchase WHERE member_id = @memberId AND state IN ('requires_payment', 'processing')
       AND next_check_at IS NOT NULL LIMIT 1`,
  );
  const detachWallet = db.prepare<{ memberId: string }>(
    'UPDATE purchase SET next_check_at = NULL WHERE member_id = @memberId',
  );
  return {
    due: async (limit) => due.all({ now: clock.now(), limit }).map(read),
    async checkAgainAt(id, at) {
      write(db, () => later.run({ id, at }));
    },
    async resumeMember(memberId) {
      write(db, () => resumeMember.run({ memberId, now: clock.now() }));
    },
    hasOpen: async (memberId) => open.get({ memberId }) !== undefined,
    async detachWallet(memberId) {
      write(db, () => detachWallet.run({ memberId }));
    },
  };
}
