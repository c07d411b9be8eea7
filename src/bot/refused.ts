import type { Clock } from '../base/clock.js';
import { type Database, write } from '../base/store.js';
import type { OutboxKind } from './outbox.js';
import type { DeliveryRefused, RefusalReason } from './refusal.js';

/** An outbox row that Discord refuses to show for now. */
export type RefusedDelivery = {
  kind: OutboxKind;
  subject: string;
  channelId: string;
  reason: RefusalReason;
  /** When Discord first refused it. */
  since: number;
  /** What its member was last told instead. */
  told: string | null;
  /** Moves with every change of the subject. */
  revision: number;
};

type Row = Pick<RefusedDelivery, 'kind' | 'subject'>;

export type RefusedStore = {
  /** Keeps a refusal and when its row is tried again. @returns how often it was refused */
  keep(row: Row & { attempts: number }, refusal: DeliveryRefused): Promise<RefusedDelivery>;
  /** Those that changed since their member was told, and have waited long enough for it. */
  untold(): Promise<RefusedDelivery[]>;
  /** The member was told `told`, or takes no direct messages (`closed`); without `member` there was nothing to tell. */
  noteTold(
    row: RefusedDelivery,
    member?: { memberId: string; told: string; how: 'told' | 'closed' },
  ): Promise<void>;
  /** What could be told nowhere: given out once. */
  takeOwed(memberId: string): Promise<RefusedDelivery[]>;
  /** Has what waits for one of these channels tried again now. */
  retry(isBack: (channelId: string) => boolean): Promise<number>;
};

/** Discord bans an address after 10,000 refusals in ten minutes, so a refused row is tried seldom. */
const firstRetryMs = 15_000;
const slowestRetryMs = 3_600_000;
/** Only an event about the thread unlocks it; this is the net below that. */
const lockedRetryMs = 24 * 3_600_000;
/** A flood of events tries a row no more often than this. */
const restMs = 2_000;
const untoldMs = 60_000;

const retryMs = (reason: RefusalReason, attempts: number): number =>
  reason === 'locked' ? lockedRetryMs : Math.min(slowestRetryMs, firstRetryMs * 2 ** attempts);

/** Deliveries that wait for Discord to take them again. */
export function createRefusedStore({ db, clock }: { db: Database; clock: Clock }): RefusedStore {
  const columns = `r.kind, r.subject, r.channel_id AS channelId, r.reason, r.since, r.told, o.revision`;
  const joined = `FROM refused_delivery r JOIN outbox o ON o.kind = r.kind AND o.subject = r.subject`;
  const insert = db.prepare(
    `INSERT INTO refused_delivery (kind, subject, channel_id, reason, since, tried_at)
     VALUES (@kind, @subject, @channelId, @reason, @now, @now)
     ON CONFLICT (kind, subject) DO UPDATE SET channel_id = excluded.channel_id, reason = excluded.reason,
       tried_at = excluded.tried_at`,
  );
  const postpone = db.prepare(
    'UPDATE outbox SET attempts = attempts + 1, due_at = ? WHERE kind = ? AND subject = ?',
  );
  const select = db.prepare<[string, string], RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE r.kind = ? AND r.subject = ?`,
  );
  const untold = db.prepare<[number], RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE (r.since <= ? OR r.reason = 'locked')
       AND (r.told_revision IS NULL OR r.told_revision < o.revision) ORDER BY r.since LIMIT 10`,
  );
  const noteTold = db.prepare(
    `UPDATE refused_delivery SET told_revision = @revision, told = coalesce(@told, told),
       member_id = coalesce(@memberId, member_id), owed = coalesce(@owed, owed)
     WHERE kind = @kind AND subject = @subject`,
  );
  const owed = db.prepare<[string], RefusedDelivery>(
    `SELECT ${columns} ${joined} WHERE r.member_id = ? AND r.owed = 1 LIMIT 5`,
  );
  const paid = db.prepare('UPDATE refused_delivery SET owed = 0 WHERE member_id = ? AND owed = 1');
  const waiting = db.prepare<[], { kind: string; subject: string; channelId: string; triedAt: number }>(
    'SELECT kind, subject, channel_id AS channelId, tried_at AS triedAt FROM refused_delivery',
  );
  const bringForward = db.prepare(
    'UPDATE outbox SET due_at = ?, attempts = 0 WHERE kind = ? AND subject = ?',
  );

  return {
    keep: async ({ kind, subject, attempts }, { channelId, reason }) =>
      write(db, () => {
        const now = clock.now();
        insert.run({ kind, subject, channelId, reason, now });
        postpone.run(now + retryMs(reason, attempts), kind, subject);
        return select.get(kind, subject) as RefusedDelivery;
      }),
    untold: async () => untold.all(clock.now() - untoldMs),
    async noteTold({ kind, subject, revision }, member) {
      const { memberId = null, told = null, how } = member ?? {};
      const owed = how === undefined ? null : Number(how === 'closed');
      write(db, () => noteTold.run({ kind, subject, revision, memberId, told, owed }));
    },
    takeOwed: async (memberId) => {
      const found = owed.all(memberId);
      if (found.length > 0) write(db, () => paid.run(memberId));
      return found;
    },
    async retry(isBack) {
      const back = waiting.all().filter(({ channelId }) => isBack(channelId));
      if (back.length === 0) return 0;
      const now = clock.now();
      write(db, () => {
        for (const { kind, subject, triedAt } of back)
          bringForward.run(Math.max(now, triedAt + restMs), kind, subject);
      });
      return back.length;
    },
  };
}
