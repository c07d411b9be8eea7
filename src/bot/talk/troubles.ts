import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { Talk, TroubleRecord } from './talk.js';

/** Why answers cannot be shown in a thread, and whether the owner was notified. */
export type Troubles = {
  /** Stores a problem and queues the notice to the owner. */
  put(t: Transaction, threadId: string, trouble: Talk['trouble']): Promise<void>;
  set(threadId: string, trouble: Talk['trouble']): Promise<void>;
  /** A thread's problem that its owner wasn't notified about. */
  findPending(threadId: string): Promise<TroubleRecord | null>;
  /** All problems that the member wasn't notified about. */
  pendingOf(memberId: string): Promise<TroubleRecord[]>;
  /** Discord accepted the notice about this problem; a newer one of the thread stays pending. Idempotent. */
  noteNotified(trouble: Pick<TroubleRecord, 'threadId' | 'since'>): Promise<void>;
};

const columns = 'thread_id AS threadId, member_id AS memberId, trouble, coalesce(trouble_at, 0) AS since';

const sql = {
  update: 'UPDATE talk SET trouble = @trouble, trouble_at = @at, is_notified = 0 WHERE thread_id = @threadId',
  findPending: `SELECT ${columns} FROM talk
    WHERE thread_id = @threadId AND trouble IS NOT NULL AND is_notified = 0`,
  pendingOf: `SELECT ${columns} FROM talk
    WHERE member_id = @memberId AND trouble IS NOT NULL AND is_notified = 0 ORDER BY position`,
  noteNotified: `UPDATE talk SET is_notified = 1
    WHERE thread_id = @threadId AND coalesce(trouble_at, 0) = @since`,
};

export function createTroubles(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}): Troubles {
  const { db, clock, outbox } = deps;
  const put: Troubles['put'] = async (t, threadId, trouble) => {
    await t.run(sql.update, { threadId, trouble, at: trouble === null ? null : clock.now() });
    if (trouble !== null) await outbox.put(t, 'talk_trouble', threadId);
  };

  return {
    put,
    set: (threadId, trouble) => db.transaction((t) => put(t, threadId, trouble)),
    findPending: async (threadId) => (await db.get<TroubleRecord>(sql.findPending, { threadId })) ?? null,
    pendingOf: (memberId) => db.all(sql.pendingOf, { memberId }),
    async noteNotified({ threadId, since }) {
      await db.run(sql.noteNotified, { threadId, since });
    },
  };
}
