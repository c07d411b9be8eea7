/** The SQL of `settlement`: an intent moves, and its payments are added and removed. @internal */
export const settlementSql = {
  nextReceipt: `INSERT INTO receipt_counter (merchant, last) VALUES (@merchant, 1)
    ON CONFLICT (merchant) DO UPDATE SET last = receipt_counter.last + 1 RETURNING last AS number`,
  findUnmatched: `SELECT 1 AS found FROM payment WHERE signature = @signature AND part = @part
    AND standing = 'unmatched' AND commitment = 'finalized'`,
  listUnfinal: `SELECT signature FROM payment WHERE commitment = 'confirmed' AND paid_at < @paidBefore
      AND (dropped_at IS NULL OR dropped_at > @droppedAfter)
    GROUP BY signature ORDER BY min(paid_at) LIMIT @limit`,

  move: `UPDATE intent SET status = @status, exception = @exception, settled_at = @settledAt, settled_by = @settledBy,
      receipt_number = @receiptNumber, last_checked_at = @lastCheckedAt, next_check_at = @nextCheckAt,
      reserved_amount = CASE WHEN @waits = 1 THEN reserved_amount END
    WHERE id = @id AND status = @from`,
  addPayment: `INSERT INTO payment
      (signature, part, intent_id, standing, payer, amount, mint, slot, commitment, paid_at, seen_at)
    VALUES (@signature, @part, @intentId, @standing, @payer, @amount, @mint, @slot, @commitment, @paidAt, @now)
    ON CONFLICT (signature, part) DO UPDATE SET
      intent_id = coalesce(payment.intent_id, excluded.intent_id),
      standing = CASE WHEN payment.standing = 'unmatched' THEN excluded.standing
        WHEN payment.dropped_at IS NOT NULL AND payment.standing = 'returned' THEN 'counts'
        ELSE payment.standing END,
      returned = CASE WHEN payment.dropped_at IS NOT NULL AND payment.standing = 'returned' THEN '0'
        ELSE payment.returned END,
      amount = excluded.amount, slot = excluded.slot, dropped_at = NULL,
      commitment = CASE WHEN payment.commitment = 'finalized' THEN payment.commitment
        ELSE excluded.commitment END
    WHERE payment.intent_id IS NOT DISTINCT FROM excluded.intent_id
      OR (payment.intent_id IS NULL AND payment.standing <> 'returned')`,
  /** The payer is known now; a surplus opens its own review case. */
  closeClaimed: `DELETE FROM review
    WHERE signature = @signature AND part = @part AND reason = 'unmatched' AND decision IS NULL`,

  /** Only a payment that is not final can be dropped by a fork. */
  dropPayment: `DELETE FROM payment
    WHERE intent_id = @id AND signature = @signature AND commitment = 'confirmed'`,
  markDropped: `UPDATE payment SET dropped_at = coalesce(dropped_at, @now)
    WHERE intent_id = @id AND signature = @signature AND commitment = 'confirmed'`,
  listHolders: `SELECT DISTINCT intent_id AS id FROM payment
    WHERE signature = @signature AND intent_id IS NOT NULL`,
  dropUnmatched: `DELETE FROM payment
    WHERE intent_id IS NULL AND signature = @signature AND commitment = 'confirmed'`,
};
