import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';

/** How long streamed pieces are kept for reconnecting clients; the answer itself stays. */
const keepMs = 7 * 86_400_000;
const everyMs = 60_000;

const sql = {
  mark: `UPDATE run SET thinned = 1 WHERE id IN (SELECT id FROM run
      WHERE thinned = 0 AND finished_at IS NOT NULL AND finished_at < @before ORDER BY finished_at LIMIT 100)
    RETURNING id, conversation_id AS conversationId`,
  remove: `DELETE FROM agent_event WHERE conversation_id = @conversationId AND run_id = @id
    AND type IN ('agent_response', 'agent_progress')`,
};

/**
 * Deletes streamed events of old answers, a hundred answers a minute; answers, proposals and failures stay. A replay
 * from before reports a gap. Every process does so: each answer is marked and thinned in one transaction.
 * @returns a function that does so when it is time
 */
export function createThinEvents({ db, clock }: { db: Database; clock: Clock }): () => Promise<void> {
  let nextAt = 0;
  return async () => {
    const now = clock.now();
    if (now < nextAt) return;
    await db.transaction(async (t) => {
      type Old = { id: string; conversationId: string };
      for (const { id, conversationId } of await t.all<Old>(sql.mark, { before: now - keepMs }))
        await t.run(sql.remove, { id, conversationId });
    });
    nextAt = now + everyMs;
  };
}
