import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { startLoop } from '../base/loop.js';
import { type Database, write } from '../base/store.js';

/** What a message to Discord is about; each kind has one deliverer. */
export type OutboxKind =
  | 'purchase'
  | 'purchase_notice'
  | 'rig'
  | 'notice'
  | 'proposal'
  | 'case'
  | 'talk_trouble';

/** Rows are put by feature stores inside the transaction of the state they announce. */
export type OutboxStore = {
  put(kind: OutboxKind, subject: string): void;
  due(limit: number): Promise<{ kind: OutboxKind; subject: string; revision: number; attempts: number }[]>;
  /** Removes the row unless something new was put since `revision`. */
  done(kind: OutboxKind, subject: string, revision: number): Promise<void>;
  retryAt(kind: OutboxKind, subject: string, dueAt: number): Promise<void>;
  /** As `retryAt`, for what has not failed. */
  postpone(kind: OutboxKind, subject: string, dueAt: number): Promise<void>;
};

export function createOutboxStore(db: Database, clock: Clock): OutboxStore {
  const put = db.prepare(
    `INSERT INTO outbox (kind, subject, revision, due_at) VALUES (?, ?, 1, ?)
     ON CONFLICT (kind, subject) DO UPDATE SET revision = revision + 1, attempts = 0, due_at = excluded.due_at`,
  );
  const due = db.prepare(
    'SELECT kind, subject, revision, attempts FROM outbox WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?',
  );
  const done = db.prepare('DELETE FROM outbox WHERE kind = ? AND subject = ? AND revision = ?');
  const retry = db.prepare(
    'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE kind = ? AND subject = ?',
  );
  const postpone = db.prepare('UPDATE outbox SET due_at = ? WHERE kind = ? AND subject = ?');
  return {
    put: (kind, subject) => void put.run(kind, subject, clock.now()),
    due: async (limit) => due.all(clock.now(), limit) as Awaited<ReturnType<OutboxStore['due']>>,
    done: async (kind, subject, revision) => write(db, () => void done.run(kind, subject, revision)),
    retryAt: async (kind, subject, dueAt) => write(db, () => void retry.run(dueAt, kind, subject)),
    postpone: async (kind, subject, dueAt) => write(db, () => void postpone.run(dueAt, kind, subject)),
  };
}

/**
 * Draws the subject as it stands now and brings it to Discord. Must be repeatable: an edit is by nature, a
 * new message by its nonce. Resolves when nothing is left to do, also when the place is gone; with a number when it
 * can wait so many ms, because the place takes no more just now.
 */
export type Deliver = (subject: string) => Promise<unknown>;

const slowestRetryMs = 5 * 60_000;

/** The one worker that empties the outbox, oldest first. */
export function startOutbox(options: {
  store: OutboxStore;
  deliver: Readonly<Record<OutboxKind, Deliver>>;
  clock: Clock;
  log: Log;
  everyMs?: number;
}) {
  const { store, deliver, clock, log, everyMs = 250 } = options;
  return startLoop({
    name: 'outbox',
    everyMs,
    clock,
    log,
    async round(signal) {
      for (const { kind, subject, revision, attempts } of await store.due(20)) {
        if (signal.aborted) return;
        try {
          const laterMs = await deliver[kind](subject);
          if (typeof laterMs === 'number') await store.postpone(kind, subject, clock.now() + laterMs);
          else await store.done(kind, subject, revision);
        } catch (error) {
          log.warn(
            { kind, subject, attempts, err: error },
            'Discord did not take a message; it is sent again',
          );
          await store.retryAt(kind, subject, clock.now() + Math.min(slowestRetryMs, 1000 * 2 ** attempts));
        }
      }
      return undefined;
    },
  });
}
