import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type Loop, startLoop } from '../base/loop.js';
import { type Database, write } from '../base/store.js';
import { DeliveryRefused } from './refusal.js';
import type { RefusedStore } from './refused.js';

/** What a message to Discord is about; each kind has one deliverer. */
export type OutboxKind =
  | 'purchase'
  | 'purchase_notice'
  | 'rig'
  | 'notice'
  | 'proposal'
  | 'case'
  | 'talk_trouble';

export type OutboxRow = { kind: OutboxKind; subject: string; revision: number; attempts: number };

/** Rows are put by feature stores inside the transaction of the state they announce. */
export type OutboxStore = {
  /** A row that Discord refuses keeps its pause, however often its subject changes. */
  put(kind: OutboxKind, subject: string): void;
  due(limit: number, except?: readonly string[]): Promise<OutboxRow[]>;
  /** Removes the row unless something new was put since `revision`. */
  done(kind: OutboxKind, subject: string, revision: number): Promise<void>;
  retryAt(kind: OutboxKind, subject: string, dueAt: number): Promise<void>;
  /** As `retryAt`, for what has not failed. */
  postpone(kind: OutboxKind, subject: string, dueAt: number): Promise<void>;
  /** When the row that has waited longest was put, in ms, or null. Rows that Discord refuses wait for a permission, so they don't count. */
  oldestSince(): number | null;
};

export function createOutboxStore(db: Database, clock: Clock): OutboxStore {
  const isRefused =
    'EXISTS (SELECT 1 FROM refused_delivery r WHERE r.kind = outbox.kind AND r.subject = outbox.subject)';
  const put = db.prepare(
    `INSERT INTO outbox (kind, subject, revision, due_at, since) VALUES (@kind, @subject, 1, @now, @now)
     ON CONFLICT (kind, subject) DO UPDATE SET revision = revision + 1,
       attempts = CASE WHEN ${isRefused} THEN attempts ELSE 0 END,
       due_at = CASE WHEN ${isRefused} THEN due_at ELSE excluded.due_at END`,
  );
  const due = db.prepare(
    `SELECT kind, subject, revision, attempts FROM outbox
     WHERE due_at <= ? AND kind NOT IN (SELECT value FROM json_each(?)) ORDER BY due_at, rowid LIMIT ?`,
  );
  const done = db.prepare('DELETE FROM outbox WHERE kind = ? AND subject = ? AND revision = ?');
  const accepted = db.prepare('DELETE FROM refused_delivery WHERE kind = ? AND subject = ?');
  /** What was put anew during a delivery has waited only since then. */
  const restart = db.prepare('UPDATE outbox SET since = due_at WHERE kind = ? AND subject = ?');
  const oldest = db
    .prepare<[], number | null>(`SELECT min(since) FROM outbox WHERE NOT ${isRefused}`)
    .pluck();
  const retry = db.prepare(
    'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE kind = ? AND subject = ?',
  );
  const postpone = db.prepare('UPDATE outbox SET due_at = ? WHERE kind = ? AND subject = ?');
  return {
    put: (kind, subject) => void put.run({ kind, subject, now: clock.now() }),
    due: async (limit, except = []) => due.all(clock.now(), JSON.stringify(except), limit) as OutboxRow[],
    done: async (kind, subject, revision) =>
      write(db, () => {
        if (done.run(kind, subject, revision).changes === 0) restart.run(kind, subject);
        accepted.run(kind, subject);
      }),
    retryAt: async (kind, subject, dueAt) => write(db, () => void retry.run(dueAt, kind, subject)),
    postpone: async (kind, subject, dueAt) => write(db, () => void postpone.run(dueAt, kind, subject)),
    oldestSince: () => oldest.get() ?? null,
  };
}

/**
 * Draws the subject as it stands now and brings it to Discord. Must be repeatable: an edit is by nature, a
 * new message by its nonce. Resolves when nothing is left to do, also when the place is gone; with a number when it
 * can wait so many ms, because the place takes no more just now.
 * @throws DeliveryRefused when Discord may take it later; the row then waits for that
 */
export type Deliver = (subject: string) => Promise<unknown>;

const slowestRetryMs = 5 * 60_000;
/** Deliveries under way together: one that hangs keeps nobody else waiting. */
const atOnce = 8;
/** A delivery that takes longer is given up and tried again later. */
const patienceMs = 30_000;

/** Cards are edited in any order; new messages of a kind come one after the other, as they were put. */
const laneOf = ({ kind, subject }: OutboxRow): string =>
  kind === 'purchase' || kind === 'rig' ? `${kind}/${subject}` : kind;

/** The one worker that empties the outbox, oldest first, several rows at a time. */
export function startOutbox(options: {
  store: OutboxStore;
  /** Where rows wait that Discord refuses. */
  refused: Pick<RefusedStore, 'keep'>;
  deliver: Readonly<Record<OutboxKind, Deliver>>;
  clock: Clock;
  log: Log;
  everyMs?: number;
}): Loop {
  const { store, refused, deliver, clock, log, everyMs = 250 } = options;
  const underway = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const bring = async ({ kind, subject }: OutboxRow): Promise<unknown> => {
    const finished = new AbortController();
    const late = clock.sleep(patienceMs, AbortSignal.any([finished.signal, stopping.signal])).then(() => {
      throw new Error(`not delivered within ${patienceMs / 1000} s`);
    });
    try {
      return await Promise.race([deliver[kind](subject), late]);
    } finally {
      late.catch(() => undefined);
      finished.abort();
    }
  };

  const fail = async ({ kind, subject, attempts }: OutboxRow, error: unknown): Promise<void> => {
    if (error instanceof DeliveryRefused) {
      await refused.keep({ kind, subject, attempts }, error);
      const { channelId: channel, reason } = error;
      const next = 'waiting for the permission, thread or server to come back';
      return log.warn({ kind, subject, channel, reason, attempts }, `Discord refuses a message; ${next}`);
    }
    log.warn({ kind, subject, attempts, err: error }, 'a message could not be delivered; it will be retried');
    await store.retryAt(kind, subject, clock.now() + Math.min(slowestRetryMs, 1000 * 2 ** attempts));
  };

  const settle = async (row: OutboxRow): Promise<void> => {
    const { kind, subject, revision } = row;
    try {
      const laterMs = await bring(row);
      if (typeof laterMs === 'number') await store.postpone(kind, subject, clock.now() + laterMs);
      else await store.done(kind, subject, revision);
    } catch (error) {
      if (!stopping.signal.aborted) await fail(row, error);
    }
  };

  const loop = startLoop({
    name: 'outbox',
    everyMs,
    clock,
    log,
    async round(signal) {
      for (let isDone = false; !isDone && !signal.aborted; ) {
        isDone = true;
        for (const row of await store.due(atOnce * 2 + underway.size, [...underway.keys()])) {
          if (underway.has(laneOf(row))) continue;
          while (underway.size >= atOnce) await Promise.race(underway.values());
          if (signal.aborted) return;
          start(row);
          isDone = false;
        }
      }
      return undefined;
    },
  });

  const start = (row: OutboxRow): void => {
    const lane = laneOf(row);
    const settled = settle(row)
      .catch((error) => log.error({ ...row, err: error }, 'an outbox row could not be settled'))
      .finally(() => {
        underway.delete(lane);
        loop.wake(); // more may wait in this lane
      });
    underway.set(lane, settled);
  };

  return {
    wake: loop.wake,
    async stop() {
      stopping.abort();
      await Promise.all([loop.stop(), ...underway.values()]);
    },
  };
}
