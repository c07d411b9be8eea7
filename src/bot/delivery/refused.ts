import type { Clock } from '../../base/clock.js';
import type { Queue } from '../../base/queue/queue.js';
import { type Database, write } from '../../base/store.js';
import type { Delivery, OutboxKind } from './outbox-queue.js';
import type { DeliveryRefused, RefusalReason } from './refusal.js';

/** An outbox row that Discord refuses to show for now. */
export type RefusedDelivery = {
  kind: string;
  subject: string;
  channelId: string;
  reason: RefusalReason;
  /** When Discord first refused it. */
  since: number;
  /** The key of the last notice that its member got instead. */
  notifiedKey: string | null;
  /** Moves with every change of the subject. */
  revision: number;
};

export type RefusedStore = {
  /** Stores a refusal and the time of its next retry. @returns the refused delivery */
  keep(delivery: Delivery, refusal: DeliveryRefused): Promise<RefusedDelivery>;
  /** Refusals that changed since their member was notified, and are old enough for a notice. */
  pendingNotices(): Promise<RefusedDelivery[]>;
  /**
   * The member got the notice with this key, or it is pending because they accept no direct messages. Without
   * `notice`, none was needed.
   */
  noteNotified(
    row: RefusedDelivery,
    notice?: { memberId: string; key: string; isPending: boolean },
  ): Promise<void>;
  /** Refusals whose notice is pending. */
  pendingOf(memberId: string): Promise<RefusedDelivery[]>;
  /** The notice of this row reached its member; a newer one stays pending. Idempotent. */
  notePendingShown(row: RefusedDelivery): Promise<void>;
  /** Makes the refused deliveries of these channels due now. @returns how many */
  retry(isBack: (channelId: string) => boolean): Promise<number>;
};

/** Discord bans an address after 10,000 refusals in ten minutes, so a refused row is tried seldom. */
const firstRetryMs = 15_000;
const slowestRetryMs = 3_600_000;
/** Only an event about the thread unlocks it; this is the net below that. */
const lockedRetryMs = 24 * 3_600_000;
/** A flood of events tries a row no more often than this. */
const restMs = 2_000;
const noticeAfterMs = 60_000;

const retryMs = (reason: RefusalReason, attempts: number): number =>
  reason === 'locked' ? lockedRetryMs : Math.min(slowestRetryMs, firstRetryMs * 2 ** (attempts - 1));

/**
 * Deliveries that wait for Discord to take them again.
 * @param options.queue of the outbox
 */
export function createRefusedStore(options: {
  db: Database;
  queue: Pick<Queue<OutboxKind>, 'release'>;
  clock: Clock;
}): RefusedStore {
  const { db, queue, clock } = options;
  const columns = `r.kind, r.subject, r.channel_id AS channelId, r.reason, r.since,
    r.notified_key AS notifiedKey, o.revision`;
  const joined = `FROM refused_delivery r JOIN outbox o ON o.kind = r.kind AND o.subject = r.subject`;
  const insert = db.prepare(
    `INSERT INTO refused_delivery (kind, subject, channel_id, reason, since, tried_at)
     VALUES (@kind, @subject, @channelId, @reason, @now, @now)
     ON CONFLICT (kind, subject) DO UPDATE SET channel_id = excluded.channel_id, reason = excluded.reason,
       tried_at = excluded.tried_at`,
  );
  const select = db.prepare<{ kind: string; subject: string }, RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE r.kind = @kind AND r.subject = @subject`,
  );
  const pendingNotices = db.prepare<{ before: number }, RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE (r.since <= @before OR r.reason = 'locked')
       AND (r.notified_revision IS NULL OR r.notified_revision < o.revision) ORDER BY r.since LIMIT 10`,
  );
  const noteNotified = db.prepare(
    `UPDATE refused_delivery SET notified_revision = @revision, notified_key = coalesce(@key, notified_key),
       member_id = coalesce(@memberId, member_id), is_pending = coalesce(@isPending, is_pending)
     WHERE kind = @kind AND subject = @subject`,
  );
  const pendingOf = db.prepare<{ memberId: string }, RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE r.member_id = @memberId AND r.is_pending = 1 LIMIT 5`,
  );
  const pendingShown = db.prepare(
    `UPDATE refused_delivery SET is_pending = 0
     WHERE kind = @kind AND subject = @subject AND notified_key IS @notifiedKey`,
  );
  const waiting = db.prepare<[], { kind: string; subject: string; channelId: string; triedAt: number }>(
    'SELECT kind, subject, channel_id AS channelId, tried_at AS triedAt FROM refused_delivery',
  );
  const bringForward = db.prepare(
    'UPDATE outbox SET due_at = @dueAt, attempts = 0 WHERE kind = @kind AND subject = @subject',
  );

  return {
    keep: async (delivery, { channelId, reason }) =>
      write(db, () => {
        const { kind, subject, attempts } = delivery;
        const now = clock.now();
        insert.run({ kind, subject, channelId, reason, now });
        queue.release(delivery, { dueAt: now + retryMs(reason, attempts) });
        return select.get({ kind, subject }) as RefusedDelivery;
      }),
    pendingNotices: async () => pendingNotices.all({ before: clock.now() - noticeAfterMs }),
    async noteNotified({ kind, subject, revision }, notice) {
      const { memberId = null, key = null } = notice ?? {};
      const isPending = notice ? Number(notice.isPending) : null;
      write(db, () => noteNotified.run({ kind, subject, revision, memberId, key, isPending }));
    },
    pendingOf: async (memberId) => pendingOf.all({ memberId }),
    async notePendingShown({ kind, subject, notifiedKey }) {
      write(db, () => pendingShown.run({ kind, subject, notifiedKey }));
    },
    async retry(isBack) {
      const back = waiting.all().filter(({ channelId }) => isBack(channelId));
      if (back.length === 0) return 0;
      const now = clock.now();
      write(db, () => {
        for (const { kind, subject, triedAt } of back)
          bringForward.run({ kind, subject, dueAt: Math.max(now, triedAt + restMs) });
      });
      return back.length;
    },
  };
}
