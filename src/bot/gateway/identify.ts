import type { WebSocketOptions } from 'discord.js';
import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { createLanes } from '../lanes.js';
import type { GatewayInfo } from './info.js';

type Throttler = Awaited<ReturnType<NonNullable<WebSocketOptions['buildIdentifyThrottler']>>>;

/** Discord takes one new session in five seconds for each slot; a little more, because messages take time. */
const intervalMs = 5_250;

const sql = {
  take: `INSERT INTO gateway_start (slot, next_at) VALUES (@slot, @nextAt)
    ON CONFLICT (slot) DO UPDATE SET next_at = excluded.next_at WHERE gateway_start.next_at <= @now
    RETURNING slot`,
  nextAt: 'SELECT next_at AS "nextAt" FROM gateway_start WHERE slot = @slot',
  budget: 'SELECT remaining, resets_at AS "resetsAt" FROM gateway_budget WHERE id = 1',
  renew: `INSERT INTO gateway_budget (id, remaining, resets_at) VALUES (1, @remaining, @resetsAt)
    ON CONFLICT (id) DO UPDATE SET remaining = excluded.remaining, resets_at = excluded.resets_at`,
  spend: 'UPDATE gateway_budget SET remaining = remaining - 1 WHERE id = 1',
} as const;

/**
 * Lets the shards of all processes start sessions as Discord allows: `max_concurrency` at once, each slot once in five
 * seconds, and no more a day than Discord's last report allows.
 */
export function createIdentifyThrottler(deps: {
  db: Database;
  clock: Clock;
  info: () => Promise<GatewayInfo>;
}): Throttler {
  const { db, clock, info } = deps;
  const slots = createLanes();

  /** @returns when to try again; null when the session may start now */
  const tryStart = (slot: number, { session_start_limit: limit }: GatewayInfo): Promise<number | null> =>
    db.transaction(async (t) => {
      const now = clock.now();
      const known = await t.get<{ remaining: number; resetsAt: number }>(sql.budget);
      if (!known || known.resetsAt <= now) {
        const resetsAt = now + Math.max(limit.reset_after, intervalMs);
        await t.run(sql.renew, { remaining: limit.remaining, resetsAt });
      } else if (known.remaining <= 0) return known.resetsAt;
      const taken = await t.get(sql.take, { slot, now, nextAt: now + intervalMs });
      if (taken) await t.run(sql.spend);
      else return (await t.get<{ nextAt: number }>(sql.nextAt, { slot }))?.nextAt ?? now;
      return null;
    });

  return {
    async waitForIdentify(shard, signal) {
      const report = await info();
      const slot = shard % report.session_start_limit.max_concurrency;
      await slots.run(String(slot), async () => {
        for (let at = await tryStart(slot, report); at !== null; at = await tryStart(slot, report))
          await clock.sleep(Math.max(50, at - clock.now()), signal);
      });
    },
  };
}
