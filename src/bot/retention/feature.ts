import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import type { BotContext } from '../context.js';
import type { BotFeature } from '../feature.js';

const everyMs = 3_600_000;
const sql = { forget: 'DELETE FROM audit WHERE at < @before' };

/** Deletes entries of the audit log after `AUDIT_KEEP_DAYS`. Off without it. */
export function createRetentionFeature({ config, db, clock, log }: BotContext) {
  const { auditKeepDays: days } = config;
  if (days === undefined) return { flows: {} } satisfies BotFeature;
  const round = () => forgetOldAudit({ db, clock, log }, days);
  return { flows: {}, rounds: [{ name: 'retention', everyMs, round }] } satisfies BotFeature;
}

/** Deletes what is older than `days`. */
export async function forgetOldAudit(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  days: number,
): Promise<void> {
  const entries = await db.run(sql.forget, { before: clock.now() - days * 86_400_000 });
  if (entries > 0) log.info({ entries, days }, 'old entries of the audit log removed');
}
