import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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
  /** For use inside another store's transaction. Idempotent by id. */
  put(notice: Omit<Notice, 'createdAt'>): void;
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

export function createNoticeStore(deps: { db: Database; clock: Clock; outbox: OutboxStore }): NoticeStore {
  const { db, clock, outbox } = deps;
  const insert = db.prepare(
    `INSERT INTO notice (id, member_id, kind, address, refers_at, created_at)
     VALUES (@id, @memberId, @kind, @address, @refersAt, @createdAt) ON CONFLICT (id) DO NOTHING`,
  );
  const select = db.prepare<{ id: string }, Notice>(
    `SELECT ${noticeColumns} FROM notice WHERE id = @id AND state = 'new'`,
  );
  const pendingOf = db.prepare<{ memberId: string }, Notice>(
    `SELECT ${noticeColumns} FROM notice WHERE member_id = @memberId AND state = 'pending'
     ORDER BY created_at LIMIT ${mostAtOnce}`,
  );
  const notePending = db.prepare("UPDATE notice SET state = 'pending' WHERE id = @id AND state = 'new'");
  const noteNotified = db.prepare("UPDATE notice SET state = 'notified' WHERE id = @id");
  const reused = db.prepare<[], { id: string; memberId: string; address: string }>(
    `SELECT 'reused/' || address || '/' || version AS id, member_id AS memberId, address FROM wallet
     WHERE ended = 'reused' AND NOT EXISTS
       (SELECT 1 FROM notice WHERE id = 'reused/' || wallet.address || '/' || wallet.version)`,
  );

  const put: NoticeStore['put'] = (notice) => {
    if (insert.run({ ...notice, createdAt: clock.now() }).changes === 1) outbox.put('notice', notice.id);
  };
  return {
    put,
    async tell(notice) {
      write(db, () => put(notice));
    },
    async noteReused() {
      const found = reused.all();
      if (found.length === 0) return;
      write(db, () => {
        for (const session of found) put({ ...session, kind: 'reused', refersAt: null });
      });
    },
    find: async (id) => select.get({ id }) ?? null,
    async notePending(id) {
      write(db, () => notePending.run({ id }));
    },
    pendingOf: async (memberId) => pendingOf.all({ memberId }),
    async noteNotified(id) {
      write(db, () => noteNotified.run({ id }));
    },
  };
}
