import type { Database } from '../../base/store.js';

/** The SQL of `settlement`: an intent moves, and its payments are added and removed. @internal */
export const createSettlementStatements = (db: Database) => ({
  ...changeStatements(db),
  ...dropStatements(db),
  lastReceipt: db.prepare<[], { number: number }>(
    'SELECT coalesce(max(receipt_number), 0) AS number FROM intent',
  ),
  findUnmatched: db.prepare(
    `SELECT 1 FROM payment WHERE signature = @signature AND part = @part AND standing = 'unmatched'
       AND commitment = 'finalized'`,
  ),
  listUnfinal: db
    .prepare<{ paidBefore: number; droppedAfter: number; limit: number }, string>(
      `SELECT DISTINCT signature FROM payment WHERE commitment = 'confirmed' AND paid_at < @paidBefore
         AND (dropped_at IS NULL OR dropped_at > @droppedAfter)
       ORDER BY paid_at LIMIT @limit`,
    )
    .pluck(),
});

const changeStatements = (db: Database) => ({
  move: db.prepare(
    `UPDATE intent SET status = @status, exception = @exception, settled_at = @settledAt, settled_by = @settledBy,
       receipt_number = @receiptNumber, last_checked_at = @lastCheckedAt, next_check_at = @nextCheckAt,
       reserved_amount = CASE WHEN @waits THEN reserved_amount END
     WHERE id = @id AND status = @from`,
  ),
  addPayment: db.prepare(
    `INSERT INTO payment
       (signature, part, intent_id, standing, payer, amount, mint, slot, commitment, paid_at, seen_at)
     VALUES (@signature, @part, @intentId, @standing, @payer, @amount, @mint, @slot, @commitment, @paidAt, @now)
     ON CONFLICT (signature, part) DO UPDATE SET
       intent_id = coalesce(intent_id, excluded.intent_id),
       standing = CASE WHEN standing = 'unmatched' THEN excluded.standing
         WHEN dropped_at IS NOT NULL AND standing = 'returned' THEN 'counts' ELSE standing END,
       returned = CASE WHEN dropped_at IS NOT NULL AND standing = 'returned' THEN '0' ELSE returned END,
       amount = excluded.amount, slot = excluded.slot, dropped_at = NULL,
       commitment = CASE WHEN commitment = 'finalized' THEN commitment ELSE excluded.commitment END
     WHERE intent_id IS excluded.intent_id OR (intent_id IS NULL AND standing <> 'returned')`,
  ),
  /** The payer is known now; a surplus opens its own review case. */
  closeClaimed: db.prepare(
    `DELETE FROM review
     WHERE signature = @signature AND part = @part AND reason = 'unmatched' AND decision IS NULL`,
  ),
});

/** Only a payment that is not final can be dropped by a fork. */
const dropStatements = (db: Database) => ({
  dropPayment: db.prepare(
    `DELETE FROM payment WHERE intent_id = @id AND signature = @signature AND commitment = 'confirmed'`,
  ),
  markDropped: db.prepare(
    `UPDATE payment SET dropped_at = coalesce(dropped_at, @now)
     WHERE intent_id = @id AND signature = @signature AND commitment = 'confirmed'`,
  ),
  listHolders: db
    .prepare<{ signature: string }, string>(
      'SELECT DISTINCT intent_id FROM payment WHERE signature = @signature AND intent_id IS NOT NULL',
    )
    .pluck(),
  dropUnmatched: db.prepare(
    `DELETE FROM payment WHERE intent_id IS NULL AND signature = @signature AND commitment = 'confirmed'`,
  ),
});
