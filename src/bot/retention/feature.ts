import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import type { BotContext } from '../context.js';
import { createRefusedStore } from '../delivery/refused.js';
import type { BotFeature } from '../feature.js';

const everyMs = 3_600_000;
const dayMs = 86_400_000;
const sql = { forget: 'DELETE FROM audit WHERE at < @before' };

/**
 * Deletes entries of the audit log after `AUDIT_KEEP_DAYS` (off without it), and gives up messages that Discord has
 * refused for `CARD_KEEP_DAYS`.
 */
export function createRetentionFeature(
  deps: Pick<BotContext, 'db' | 'outbox' | 'clock' | 'log'> & {
    config: Pick<BotContext['config'], 'auditKeepDays' | 'cardKeepDays'>;
  },
) {
  const { db, outbox, clock, log } = deps;
  const { auditKeepDays, cardKeepDays } = deps.config;
  const refused = createRefusedStore({ db, queue: outbox.queue, clock });
  const round = async () => {
    if (auditKeepDays !== undefined) await forgetOldAudit({ db, clock, log }, auditKeepDays);
    const messages = await refused.giveUp(cardKeepDays * dayMs);
    if (messages > 0)
      log.info({ messages, days: cardKeepDays }, 'messages given up that Discord kept refusing');
  };
  return { flows: {}, rounds: [{ name: 'retention', everyMs, round }] } satisfies BotFeature;
}

/** Deletes what is older than `days`. */
async function forgetOldAudit(
  { db, clock, log }: { db: Database; clock: Clock; log: Log },
  days: number,
): Promise<void> {
  const entries = await db.run(sql.forget, { before: clock.now() - days * dayMs });
  if (entries > 0) log.info({ entries, days }, 'old entries of the audit log removed');
}
