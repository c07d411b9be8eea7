import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Blobs } from '../storage/blobs.js';

const everyMs = 10 * 60_000;
/** Longer than any request takes from storing its files to recording who uses them. */
const orphanedAfterMs = 3_600_000;

const sql = {
  listExpired: 'SELECT id FROM upload WHERE expires_at <= @now',
  forget: 'DELETE FROM upload WHERE id = @id',
  listOld: `SELECT id FROM generation WHERE finished_at IS NOT NULL AND finished_at < @before
    ORDER BY finished_at LIMIT 500`,
  removeOld: 'DELETE FROM generation WHERE id = @id AND finished_at < @before',
  listOrphans: `SELECT DISTINCT used_by AS user FROM file_use WHERE since < @before
    AND NOT EXISTS (SELECT 1 FROM generation WHERE generation.id = file_use.used_by)
    AND NOT EXISTS (SELECT 1 FROM upload WHERE upload.id = file_use.used_by)`,
};

/**
 * Removes uploads older than a day, what a crash left of requests that were never accepted, rigs that finished more than
 * `keepDays` ago, and all files that nothing uses any more. What rigs cost stays in the ledger. Every process does so:
 * each removal is one transaction, and a file is removed by the one that claims it.
 */
export function startFileExpiry(deps: {
  db: Database;
  blobs: Blobs;
  clock: Clock;
  log: Log;
  keepDays?: number | undefined;
}): Loop {
  const { db, blobs, clock, log, keepDays } = deps;

  const removeOldRigs = async (days: number): Promise<number> => {
    const before = clock.now() - days * 86_400_000;
    let removed = 0;
    for (const { id } of await db.all<{ id: string }>(sql.listOld, { before }))
      await db.transaction(async (t) => {
        removed += await t.run(sql.removeOld, { id, before });
        await blobs.drop(t, id);
      });
    return removed;
  };

  return startLoop({
    name: 'expired files',
    everyMs,
    clock,
    log,
    async round() {
      const now = clock.now();
      const expired = await db.all<{ id: string }>(sql.listExpired, { now });
      for (const { id } of expired)
        await db.transaction(async (t) => {
          await t.run(sql.forget, { id });
          await blobs.drop(t, id);
        });
      const orphans = await db.all<{ user: string }>(sql.listOrphans, { before: now - orphanedAfterMs });
      for (const { user } of orphans) await db.transaction((t) => blobs.drop(t, user));
      const rigs = keepDays === undefined ? 0 : await removeOldRigs(keepDays);
      await blobs.removeUnused();
      if (rigs > 0) log.info({ rigs, keepDays }, 'old rigs removed');
      if (expired.length > 0) log.info({ uploads: expired.length }, 'expired uploads removed');
      return undefined;
    },
  });
}
