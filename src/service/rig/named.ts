import type { Database } from '../../base/store.js';

/** Whether a generation or a usable upload refers to a blob; all other blobs may be removed. */
export function createIsNamed(db: Database, now: () => number): (sha256: string) => boolean {
  const isNamed = db
    .prepare<[{ sha256: string; now: number }], number>(
      `SELECT EXISTS (SELECT 1 FROM generation
           WHERE model = @sha256 OR instr(images, @sha256) > 0 OR instr(output, @sha256) > 0)
         OR EXISTS (SELECT 1 FROM upload WHERE sha256 = @sha256 AND expires_at > @now)`,
    )
    .pluck();
  return (sha256) => isNamed.get({ sha256, now: now() }) === 1;
}
