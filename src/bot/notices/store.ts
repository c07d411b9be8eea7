import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';

/** Events about which the member is always notified. */
export type NoticeKind =
  | 'linked'
  | 'reused'
  | 'logged_out_everywhere'
  /** To the current member: someone else proved the wallet. */
  | 'takeover_asked'
  | 'takeover_lost'
  /** To the member who asked for it. */
  | 'takeover_won'
  | 'takeover_refused'
  /** A moderator unlinked a wallet. */
  | 'unlinked'
  /** Discord refunded a purchase: all its credits were removed, or only the unspent ones. */
  | 'purchase_returned'
  | 'purchase_returned_spent'
  /** A rig has ended, but the message that showed it was deleted. `address` is its id. */
  | 'rig_unseen';

export type Notice = {
  id: string;
  memberId: string;
  kind: NoticeKind;
  address: string;
  /** When the announced change happens, in ms. */
  refersAt: number | null;
  createdAt: number;
};

/** Notices to members, until Discord has accepted them. */
export type NoticeStore = {
  /** Idempotent by id. */
  put(t: Transaction, notice: Omit<Notice, 'createdAt'>): Promise<void>;
  tell(notice: Omit<Notice, 'createdAt'>): Promise<void>;
  /** Adds a notice for every session that ended because of a reused token, once each. */
  noteReused(): Promise<void>;
  /** A notice that was not sent as a direct message yet. */
  find(id: string): Promise<Notice | null>;
  /** The member accepts no direct messages, so it goes below their next answer. */
  notePending(id: string): Promise<void>;
  /** The oldest notices that no direct message could deliver. */
  pendingOf(memberId: string): Promise<Notice[]>;
  /** Discord accepted it. Idempotent. */
  noteNotified(id: string): Promise<void>;
};

const mostAtOnce = 5;

export const noticeColumns = `id, member_id AS memberId, kind, address, refers_at AS refersAt,
  created_at AS createdAt`;

const sql = {
  insert: `INSERT INTO notice (id, member_id, kind, address, refers_at, created_at)
    VALUES (@id, @memberId, @kind, @address, @refersAt, @createdAt) ON CONFLICT (id) DO NOTHING`,
  select: `SELECT ${noticeColumns} FROM notice WHERE id = @id AND state = 'new'`,
  pendingOf: `SELECT ${noticeColumns} FROM notice WHERE member_id = @memberId AND state = 'pending'
    ORDER BY created_at LIMIT ${mostAtOnce}`,
  notePending: "UPDATE notice SET state = 'pending' WHERE id = @id AND state = 'new'",
  noteNotified: "UPDATE notice SET state = 'notified' WHERE id = @id",
  reused: `SELECT 'reused/' || address || '/' || version AS id, member_id AS memberId, address FROM wallet
    WHERE ended = 'reused' AND NOT EXISTS
      (SELECT 1 FROM notice WHERE id = 'reused/' || wallet.address || '/' || wallet.version)`,
};

export function createNoticeStore(deps: { db: Database; clock: Clock; outbox: OutboxStore }): NoticeStore {
  const { db, clock, outbox } = deps;
  const put: NoticeStore['put'] = async (t, notice) => {
    const isNew = (await t.run(sql.insert, { ...notice, createdAt: clock.now() })) === 1;
    if (isNew) await outbox.put(t, 'notice', notice.id);
  };
  return {
    put,
    tell: (notice) => db.transaction((t) => put(t, notice)),
    async noteReused() {
      const found = await db.all<Pick<Notice, 'id' | 'memberId' | 'address'>>(sql.reused);
      if (found.length === 0) return;
      await db.transaction(async (t) => {
        for (const session of found) await put(t, { ...session, kind: 'reused', refersAt: null });
      });
    },
    find: async (id) => (await db.get<Notice>(sql.select, { id })) ?? null,
    async notePending(id) {
      await db.run(sql.notePending, { id });
    },
    pendingOf: (memberId) => db.all(sql.pendingOf, { memberId }),
    async noteNotified(id) {
      await db.run(sql.noteNotified, { id });
    },
  };
}
