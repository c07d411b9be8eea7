import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { OutboxStore } from '../delivery/outbox.js';
import type { Talk, TroubleRecord } from './talk.js';

/** Why answers cannot be shown in a thread, and whether the owner was notified. */
export type Troubles = {
  /** Stores a problem and queues the notice to the owner. For use inside another store's transaction. */
  put(threadId: string, trouble: Talk['trouble']): void;
  set(threadId: string, trouble: Talk['trouble']): Promise<void>;
  /** A thread's problem that its owner wasn't notified about. */
  findPending(threadId: string): Promise<TroubleRecord | null>;
  /** All problems that the member wasn't notified about. */
  pendingOf(memberId: string): Promise<TroubleRecord[]>;
  /** Discord accepted the notice about this problem; a newer one of the thread stays pending. Idempotent. */
  noteNotified(trouble: Pick<TroubleRecord, 'threadId' | 'since'>): Promise<void>;
};

export function createTroubles(deps: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}): Troubles {
  const { db, clock, outbox } = deps;
  const update = db.prepare(
    'UPDATE talk SET trouble = @trouble, trouble_at = @at, is_notified = 0 WHERE thread_id = @threadId',
  );
  const columns = 'thread_id AS threadId, member_id AS memberId, trouble, coalesce(trouble_at, 0) AS since';
  const findPending = db.prepare<{ threadId: string }, TroubleRecord>(
    `SELECT ${columns} FROM talk WHERE thread_id = @threadId AND trouble IS NOT NULL AND is_notified = 0`,
  );
  const pendingOf = db.prepare<{ memberId: string }, TroubleRecord>(
    `SELECT ${columns} FROM talk WHERE member_id = @memberId AND trouble IS NOT NULL AND is_notified = 0`,
  );
  const noteNotified = db.prepare(
    'UPDATE talk SET is_notified = 1 WHERE thread_id = @threadId AND coalesce(trouble_at, 0) = @since',
  );

  const put: Troubles['put'] = (threadId, trouble) => {
    update.run({ threadId, trouble, at: trouble === null ? null : clock.now() });
    if (trouble !== null) outbox.put('talk_trouble', threadId);
  };

  return {
    put,
    async set(threadId, trouble) {
      write(db, () => put(threadId, trouble));
    },
    findPending: async (threadId) => findPending.get({ threadId }) ?? null,
    pendingOf: async (memberId) => pendingOf.all({ memberId }),
    async noteNotified({ threadId, since }) {
      write(db, () => noteNotified.run({ threadId, since }));
    },
  };
}
