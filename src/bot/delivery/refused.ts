import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Queue } from '../../base/queue/queue.js';
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
  /**
   * Drops deliveries that Discord still refused after this time, when their member has nothing left to be told.
   * @returns how many
   */
  giveUp(keepMs: number): Promise<number>;
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

const columns = `r.kind, r.subject, r.channel_id AS channelId, r.reason, r.since,
  r.notified_key AS notifiedKey, o.revision`;
const joined = 'FROM refused_delivery r JOIN outbox o ON o.kind = r.kind AND o.subject = r.subject';

const sql = {
  insert: `INSERT INTO refused_delivery (kind, subject, channel_id, reason, since, tried_at)
    VALUES (@kind, @subject, @channelId, @reason, @now, @now)
    ON CONFLICT (kind, subject) DO UPDATE SET channel_id = excluded.channel_id, reason = excluded.reason,
      tried_at = excluded.tried_at`,
  select: `SELECT ${columns} ${joined} WHERE r.kind = @kind AND r.subject = @subject`,
  pendingNotices: `SELECT ${columns} ${joined} WHERE (r.since <= @before OR r.reason = 'locked')
    AND (r.notified_revision IS NULL OR r.notified_revision < o.revision) ORDER BY r.since LIMIT 10`,
  noteNotified: `UPDATE refused_delivery SET notified_revision = @revision,
    notified_key = coalesce(@key, notified_key), member_id = coalesce(@memberId, member_id),
    is_pending = coalesce(@isPending, is_pending)
    WHERE kind = @kind AND subject = @subject`,
  pendingOf: `SELECT ${columns} ${joined} WHERE r.member_id = @memberId AND r.is_pending = 1 LIMIT 5`,
  pendingShown: `UPDATE refused_delivery SET is_pending = 0
    WHERE kind = @kind AND subject = @subject AND notified_key IS NOT DISTINCT FROM @notifiedKey`,
  // The last try counts, not the time now: what a stopped bot did not try may be accepted again.
  old: `SELECT r.kind, r.subject ${joined} WHERE r.tried_at - r.since >= @keepMs AND r.is_pending = 0
    AND r.notified_revision >= o.revision AND o.lease IS NULL`,
  drop: 'DELETE FROM refused_delivery WHERE kind = @kind AND subject = @subject',
  waiting: 'SELECT kind, subject, channel_id AS channelId, tried_at AS triedAt FROM refused_delivery',
  bringForward: 'UPDATE outbox SET due_at = @dueAt, attempts = 0 WHERE kind = @kind AND subject = @subject',
};

type Waiting = { kind: string; subject: string; channelId: string; triedAt: number };

/**
 * Deliveries that wait for Discord to take them again.
 * @param options.queue of the outbox
 */
export function createRefusedStore(options: {
  db: Database;
  queue: Pick<Queue<OutboxKind>, 'release' | 'remove'>;
  clock: Clock;
}): RefusedStore {
  const { db, queue, clock } = options;
  return {
    keep: (delivery, { channelId, reason }) =>
      db.transaction(async (t) => {
        const { kind, subject, attempts } = delivery;
        const now = clock.now();
        await t.run(sql.insert, { kind, subject, channelId, reason, now });
        await queue.release(t, delivery, { dueAt: now + retryMs(reason, attempts) });
        return (await t.get<RefusedDelivery>(sql.select, { kind, subject })) as RefusedDelivery;
      }),
    pendingNotices: () => db.all(sql.pendingNotices, { before: clock.now() - noticeAfterMs }),
    async noteNotified({ kind, subject, revision }, notice) {
      const { memberId = null, key = null } = notice ?? {};
      const isPending = notice ? Number(notice.isPending) : null;
      await db.run(sql.noteNotified, { kind, subject, revision, memberId, key, isPending });
    },
    pendingOf: (memberId) => db.all(sql.pendingOf, { memberId }),
    async notePendingShown({ kind, subject, notifiedKey }) {
      await db.run(sql.pendingShown, { kind, subject, notifiedKey });
    },
    giveUp: (keepMs) =>
      db.transaction(async (t) => {
        const old = await t.all<Pick<RefusedDelivery, 'kind' | 'subject'>>(sql.old, { keepMs });
        for (const row of old) {
          await queue.remove(t, row);
          await t.run(sql.drop, row);
        }
        return old.length;
      }),
    async retry(isBack) {
      const back = (await db.all<Waiting>(sql.waiting)).filter(({ channelId }) => isBack(channelId));
      if (back.length === 0) return 0;
      const now = clock.now();
      await db.transaction(async (t) => {
        for (const { kind, subject, triedAt } of back)
          await t.run(sql.bringForward, { kind, subject, dueAt: Math.max(now, triedAt + restMs) });
      });
      return back.length;
    },
  };
}
