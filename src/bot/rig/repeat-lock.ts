import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

/** Lets one of several quick presses repeat a rig, because each rig costs credits. */
export type RepeatLock = {
  /** False when it was taken less than `restMs` ago. */
  take(id: string, restMs: number): Promise<boolean>;
  /** Releases it after a failure. */
  release(id: string): Promise<void>;
};

export function createRepeatLock({ db, clock }: { db: Database; clock: Clock }): RepeatLock {
  const take = db.prepare(
    'UPDATE rig_job SET again_at = @now WHERE id = @id AND (again_at IS NULL OR again_at <= @now - @restMs)',
  );
  const release = db.prepare('UPDATE rig_job SET again_at = NULL WHERE id = @id');
  return {
    take: async (id, restMs) => write(db, () => take.run({ id, restMs, now: clock.now() }).changes === 1),
    async release(id) {
      write(db, () => release.run({ id }));
    },
  };
}
