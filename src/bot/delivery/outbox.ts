import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import type { Queue } from '../../base/queue/queue.js';
import { type StopReason, startWorker, type Worker } from '../../base/queue/worker.js';
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
  put(t: Transaction, kind: OutboxKind, subject: string): Promise<void>;
  /** Removes a delivered subject, unless it was put again meanwhile. One whose lease was lost is delivered again. */
  delivered(delivery: Delivery): Promise<void>;
  /**
   * Delivers a subject again: a message sent after the lease was lost may have replaced the one that its next holder
   * sent. Does nothing where the subject waits for a delivery anyway.
   */
  deliverAgain(delivery: Delivery): Promise<void>;
  /**
   * Gives a delivery back, to be tried at `dueAt` or at once.
   * @param options.uncounted for one that has not failed
   */
  release(delivery: Delivery, options: { dueAt?: number; uncounted?: boolean }): Promise<void>;
  /** At the start of a process, releases what the one before it was delivering. */
  takeOver(): Promise<void>;
  /** When the row that has waited longest was put, in ms, or null. Rows that Discord refuses wait for a permission, so they don't count. */
  oldestSince(): Promise<number | null>;
};

const sql = {
  isWaiting: 'SELECT 1 AS found FROM outbox WHERE kind = @kind AND subject = @subject AND lease IS NULL',
  isRefused: 'SELECT 1 AS found FROM refused_delivery WHERE kind = @kind AND subject = @subject',
  accept: 'DELETE FROM refused_delivery WHERE kind = @kind AND subject = @subject',
  oldest: `SELECT min(since) AS since FROM outbox WHERE NOT EXISTS (
    SELECT 1 FROM refused_delivery r WHERE r.kind = outbox.kind AND r.subject = outbox.subject)`,
};

export function createOutboxStore(db: Database, clock: Clock): OutboxStore {
  const queue = createOutboxQueue(db, clock);
  const release: OutboxStore['release'] = async (delivery, options) => {
    await queue.release(db, delivery, options);
  };
  const queued = (t: Transaction, kind: OutboxKind, subject: string, keepsPause: boolean) =>
    queue.put(t, { kind, subject, groupId: groupOf(kind, subject), keepsPause });
  const put: OutboxStore['put'] = async (t, kind, subject) => {
    const isRefused = (await t.get(sql.isRefused, { kind, subject })) !== undefined;
    await queued(t, kind, subject, isRefused);
  };
  /** Nothing new happened, so a delivery that is under way keeps its attempts and with them its backoff. */
  const putUnlessWaiting = async (t: Transaction, { kind, subject }: Delivery): Promise<void> => {
    if (!(await t.get(sql.isWaiting, { kind, subject }))) await queued(t, kind, subject, true);
  };
  return {
    queue,
    put,
    delivered: (delivery) =>
      db.transaction(async (t) => {
        const { kind, subject } = delivery;
        if (await queue.finish(t, delivery)) await t.run(sql.accept, { kind, subject });
        else await putUnlessWaiting(t, delivery);
      }),
    deliverAgain: (delivery) => db.transaction((t) => putUnlessWaiting(t, delivery)),
    release,
    async takeOver() {
      // On PostgreSQL another process may be delivering them, so there their leases expire.
      if (db.engine !== 'sqlite') return;
      for (const delivery of await queue.expired(Number.MAX_SAFE_INTEGER))
        await release(delivery, { uncounted: true });
    },
    oldestSince: async () => (await db.get<{ since: number | null }>(sql.oldest))?.since ?? null,
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
    await store.release(delivery, { dueAt: clock.now() + pauseMs });
  };

  const work = async (delivery: Delivery, signal: AbortSignal): Promise<void> => {
    const { kind, subject } = delivery;
    const bring = deliver[kind];
    if (!bring) {
      log.warn({ kind, subject }, 'message dropped: no feature delivers this kind');
      return store.delivered(delivery);
    }
    const bringing = bring(subject);
    try {
      const laterMs = await unlessStopped(bringing, signal);
      if (typeof laterMs === 'number')
        await store.release(delivery, { dueAt: clock.now() + laterMs, uncounted: true });
      else await store.delivered(delivery);
    } catch (error) {
      const reason: StopReason | undefined = signal.reason;
      if (reason === 'lost' || reason === 'timeout') void repeatOnceSent(delivery, bringing);
      if (reason === 'shutdown') await store.release(delivery, { uncounted: true });
      else if (reason !== 'lost') await fail(delivery, error);
    }
  };

  /** A delivery that was given up may still arrive, after a newer one. */
  const repeatOnceSent = async (delivery: Delivery, bringing: Promise<unknown>): Promise<void> => {
    const { kind, subject } = delivery;
    await bringing.catch(() => undefined);
    await store.deliverAgain(delivery).catch((error) => {
      log.warn({ kind, subject, err: error }, 'a message that arrived late could not be queued again');
    });
  };

  let isTakenOver = false;
  const takeOver = async (): Promise<void> => {
    if (isTakenOver) return;
    await store.takeOver();
    isTakenOver = true;
  };

  return startWorker({
    name: 'outbox',
    queue: store.queue,
    pools: [{ slots: atOnce, perGroup: 1, timeoutMs }],
    work,
    recover: (delivery) => store.release(delivery, { uncounted: true }),
    prepare: takeOver,
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
