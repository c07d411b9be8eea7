import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { type Loop, startLoop } from '../../base/loop.js';
import type { Database } from '../../base/store.js';
import type { Blobs } from './blobs.js';
import { createIsNamed } from './named.js';

const everyMs = 10 * 60_000;

/**
 * Removes uploads older than a day, and their files unless a rig uses them. The file goes first, so after a crash
 * in between the row is found again.
 */
export function startUploadExpiry(deps: { db: Database; blobs: Blobs; clock: Clock; log: Log }): Loop {
  const { db, blobs, clock, log } = deps;
  const isNamed = createIsNamed(db, clock.now);
  const listExpired = db.prepare<{ now: number }, { id: string; sha256: string }>(
    'SELECT id, sha256 FROM upload WHERE expires_at <= @now',
  );
  const forget = db.prepare<{ id: string }>('DELETE FROM upload WHERE id = @id');
  return startLoop({
    name: 'expired uploads',
    everyMs,
    clock,
    log,
    async round(signal) {
      const expired = listExpired.all({ now: clock.now() });
      for (const { id, sha256 } of expired) {
        if (signal.aborted) return undefined;
        await blobs.remove(() => (isNamed(sha256) ? [] : [sha256]));
        forget.run({ id });
      }
      if (expired.length > 0) log.info({ uploads: expired.length }, 'expired uploads removed');
      return undefined;
    },
  });
}
