import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Queue } from '../../base/queue/queue.js';
import { type StopReason, startWorker, type Worker } from '../../base/queue/worker.js';
import { type Database, write } from '../../base/store.js';
import { createOutboxQueue, type Delivery, type OutboxKind } from './outbox-queue.js';
import { DeliveryRefused } from './refusal.js';
import type { RefusedStore } from './refused.js';

export type { OutboxKind } from './outbox-queue.js';

/** Messages and edits that Discord has to show, as subjects: each is drawn when it is delivered. */
export type OutboxStore = {
  readonly queue: Queue<OutboxKind>;
  /**
   * Adds a subject, inside the transaction of the state it announces. One that Discord refuses keeps its pause,
   * however often it changes.
   */
  put(kind: OutboxKind, subject: string): void;
  /** Removes a delivered subject, unless it was put again meanwhile. */
  delivered(delivery: Delivery): Promise<void>;
  /** When the row that has waited longest was put, in ms, or null. Rows that Discord refuses wait for a permission, so they don't count. */
  oldestSince(): number | null;
};

export function createOutboxStore(db: Database, clock: Clock): OutboxStore {
  type Subject = { kind: string; subject: string };
  const queue = createOutboxQueue(db, clock);
  const isRefused = db.prepare<Subject>(
    'SELECT 1 FROM refused_delivery WHERE kind = @kind AND subject = @subject',
  );
  const accept = db.prepare<Subject>(
    'DELETE FROM refused_delivery WHERE kind = @kind AND subject = @subject',
  );
  const oldest = db
    .prepare<[], number | null>(
      `SELECT min(since) FROM outbox WHERE NOT EXISTS (
         SELECT 1 FROM refused_delivery r WHERE r.kind = outbox.kind AND r.subject = outbox.subject)`,
    )
    .pluck();
  return {
    queue,
    put: (kind, subject) =>
      queue.put({
        kind,
        subject,
        groupId: groupOf(kind, subject),
        keepsPause: isRefused.get({ kind, subject }) !== undefined,
      }),
    delivered: async (delivery) =>
      write(db, () => {
        const { kind, subject } = delivery;
        if (queue.finish(delivery)) accept.run({ kind, subject });
      }),
    oldestSince: () => oldest.get() ?? null,
  };
}

/** Cards are edited in any order; new messages of a kind are sent one after the other, in the order they were put. */
const groupOf = (kind: OutboxKind, subject: string): string =>
  kind === 'purchase' || kind === 'rig' ? `${kind}/${subject}` : kind;

/**
 * Draws the subject in its current state and sends it to Discord. Must be idempotent: an edit is by nature, a new
 * message by its nonce. Resolves when nothing is left to do, also when the channel is gone. Resolves with a number of
 * ms to wait when the channel accepts no more for now.
 * @throws DeliveryRefused when Discord may take it later; the row then waits for that
 */
export type Deliver = (subject: string) => Promise<unknown>;

const slowestRetryMs = 5 * 60_000;
/** Limit of concurrent deliveries, so that one that hangs delays no other. */
const atOnce = 8;
/** A delivery that takes longer is given up and tried again later. */
const timeoutMs = 30_000;

/** The one worker that empties the outbox, oldest first, several rows at a time. */
export function startOutbox(options: {
  store: OutboxStore;
  /** Where rows wait that Discord refuses. */
  refused: Pick<RefusedStore, 'keep'>;
  deliver: Readonly<Record<OutboxKind, Deliver>>;
  clock: Clock;
  log: Log;
  everyMs?: number;
}): Worker {
  const { store, refused, deliver, clock, log, everyMs = 250 } = options;
  const { queue } = store;

  const fail = async (delivery: Delivery, error: unknown): Promise<void> => {
    const { kind, subject, attempts } = delivery;
    if (error instanceof DeliveryRefused) {
      await refused.keep(delivery, error);
      const { channelId: channel, reason } = error;
      const next = 'waiting for the permission, thread or server to come back';
      return log.warn({ kind, subject, channel, reason, attempts }, `Discord refuses a message; ${next}`);
    }
    log.warn({ kind, subject, attempts, err: error }, 'a message could not be delivered; it will be retried');
    const pauseMs = Math.min(slowestRetryMs, 1000 * 2 ** (attempts - 1));
    queue.release(delivery, { dueAt: clock.now() + pauseMs });
  };

  const work = async (delivery: Delivery, signal: AbortSignal): Promise<void> => {
    const { kind, subject } = delivery;
    const bring = deliver[kind];
    if (!bring) {
      log.warn({ kind, subject }, 'message dropped: no feature delivers this kind');
      return store.delivered(delivery);
    }
    try {
      const laterMs = await unlessStopped(bring(subject), signal);
      if (typeof laterMs === 'number')
        queue.release(delivery, { dueAt: clock.now() + laterMs, uncounted: true });
      else await store.delivered(delivery);
    } catch (error) {
      const reason: StopReason | undefined = signal.reason;
      if (reason === 'shutdown') queue.release(delivery, { uncounted: true });
      else if (reason !== 'lost') await fail(delivery, error);
    }
  };

  // Only one process at a time writes this database, so the process that held these leases has ended.
  for (const delivery of queue.expired(Number.POSITIVE_INFINITY))
    queue.release(delivery, { uncounted: true });

  return startWorker({
    name: 'outbox',
    queue,
    pools: [{ slots: atOnce, perGroup: 1, timeoutMs }],
    work,
    recover: async (delivery) => void queue.release(delivery, { uncounted: true }),
    everyMs,
    clock,
    log,
  });
}

/** Rejects as soon as the delivery has to stop, because a request to Discord cannot be aborted. */
async function unlessStopped(delivered: Promise<unknown>, signal: AbortSignal): Promise<unknown> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = () => reject(new Error(`not delivered: ${signal.reason}`));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([delivered, stopped]);
}
