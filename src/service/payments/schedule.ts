import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { IntentStatus } from '../../contract/payments.js';

/** Which intents are checked by their reference, and when. */
export type Schedule = {
  /** Intents due for a check, longest waiting first. */
  listDue(limit: number): Promise<string[]>;
  postpone(id: string, untilMs: number): Promise<void>;
  /** Whether any purchase is waiting for payment. */
  hasOpen(): Promise<boolean>;
};

const hourMs = 3_600_000;
/** How long after its expiry an intent is checked. The watcher has no such limit. */
const claimableMs = 30 * 24 * hourMs;

/**
 * When the reference of an intent is checked again: at its expiry, every ten seconds while a payment becomes final,
 * and with growing intervals for 30 days after that, in case the watcher missed something.
 * @returns ms, or null for never
 */
export function nextReferenceCheckAt(status: IntentStatus, expiresAt: number, now: number): number | null {
  if (status === 'requires_payment') return expiresAt;
  if (status === 'processing') return now + 10_000;
  const sinceExpiryMs = Math.max(0, now - expiresAt);
  if (!['expired', 'canceled', 'partially_paid'].includes(status) || sinceExpiryMs >= claimableMs)
    return null;
  return now + Math.max(hourMs, sinceExpiryMs);
}

const sql = {
  listDue: 'SELECT id FROM intent WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit',
  postpone: 'UPDATE intent SET next_check_at = @untilMs WHERE id = @id AND next_check_at IS NOT NULL',
  findOpen: `SELECT 1 AS found FROM intent WHERE status IN ('requires_payment', 'processing')
    OR (status = 'partially_paid' AND expires_at > @now) LIMIT 1`,
};

export function createSchedule({ db, clock }: { db: Database; clock: Clock }): Schedule {
  return {
    listDue: async (limit) =>
      (await db.all<{ id: string }>(sql.listDue, { now: clock.now(), limit })).map(({ id }) => id),
    async postpone(id, untilMs) {
      await db.run(sql.postpone, { id, untilMs });
    },
    hasOpen: async () => (await db.get(sql.findOpen, { now: clock.now() })) !== undefined,
  };
}
