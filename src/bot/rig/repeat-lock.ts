import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';

/** Lets one of several quick presses repeat a rig, because each rig costs credits. */
export type RepeatLock = {
  /** False when it was taken less than `restMs` ago. */
  take(id: string, restMs: number): Promise<boolean>;
  /** Releases it after a failure. */
  release(id: string): Promise<void>;
};

const sql = {
  take: 'UPDATE rig_job SET again_at = @now WHERE id = @id AND (again_at IS NULL OR again_at <= @until)',
  release: 'UPDATE rig_job SET again_at = NULL WHERE id = @id',
};

export function createRepeatLock({ db, clock }: { db: Database; clock: Clock }): RepeatLock {
  return {
    async take(id, restMs) {
      const now = clock.now();
      return (await db.run(sql.take, { id, now, until: now - restMs })) === 1;
    },
    async release(id) {
      await db.run(sql.release, { id });
    },
  };
}
