import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';

/** How long streamed pieces are kept for reconnecting clients; the answer itself stays. */
const keepMs = 7 * 86_400_000;
const everyMs = 60_000;

/**
 * Deletes streamed events of old answers, a hundred answers a minute; answers, proposals and failures stay. A replay
 * from before reports a gap.
 * @returns a function that does so when it is time
 */
export function createThinEvents({ db, clock }: { db: Database; clock: Clock }): () => void {
  const mark = db.prepare<{ before: number }, { id: string; conversationId: string }>(
    `UPDATE run SET thinned = 1 WHERE id IN (SELECT id FROM run
       WHERE thinned = 0 AND finished_at IS NOT NULL AND finished_at < @before ORDER BY finished_at LIMIT 100)
     RETURNING id, conversation_id AS conversationId`,
  );
  const remove = db.prepare<{ id: string; conversationId: string }>(
    `DELETE FROM agent_event WHERE conversation_id = @conversationId AND run_id = @id
       AND type IN ('agent_response', 'agent_progress')`,
  );
  let nextAt = 0;
  return () => {
    const now = clock.now();
    if (now < nextAt) return;
    write(db, () => {
      for (const run of mark.all({ before: now - keepMs })) remove.run(run);
    });
    nextAt = now + everyMs;
  };
}
