import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { OutboxStore } from '../outbox.js';

/** Events about a wallet that its member is always told. */
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

export type NoticeStore = {
  /** For use inside another store's transaction. Idempotent by id. */
  put(notice: Omit<Notice, 'createdAt'>): void;
  tell(notice: Omit<Notice, 'createdAt'>): Promise<void>;
  /** Adds a notice for every session that ended because of a reused token, once each. */
  noteReused(): Promise<void>;
  /** A notice that was not sent as a direct message yet. */
  find(id: string): Promise<Notice | null>;
  /** Marks it as told, or as undeliverable because the member accepts no direct messages. */
  done(id: string, how: 'told' | 'closed'): Promise<void>;
  /** Notices that no direct message could deliver; each is returned once. */
  takeUntold(memberId: string): Promise<Notice[]>;
  exportOf(memberId: string): Promise<Notice[]>;
  forget(memberId: string): void;
};

const mostAtOnce = 5;

export function createNoticeStore(deps: { db: Database; clock: Clock; outbox: OutboxStore }): NoticeStore {
  const { db, clock, outbox } = deps;
  const columns = `id, member_id AS memberId, kind, address, refers_at AS refersAt, created_at AS createdAt`;
  const insert = db.prepare(
    `INSERT INTO notice (id, member_id, kind, address, refers_at, created_at)
     VALUES (@id, @memberId, @kind, @address, @refersAt, @createdAt) ON CONFLICT (id) DO NOTHING`,
  );
  const select = db.prepare<[string], Notice>(`SELECT ${columns} FROM notice WHERE id = ? AND state = 'new'`);
  const move = db.prepare('UPDATE notice SET state = ? WHERE id = ?');
  const untold = db.prepare<[string], Notice>(
    `UPDATE notice SET state = 'told' WHERE id IN
       (SELECT id FROM notice WHERE member_id = ? AND state = 'closed' ORDER BY created_at LIMIT ${mostAtOnce})
     RETURNING ${columns}`,
  );
  const hasUntold = db
    .prepare<[string], number>("SELECT 1 FROM notice WHERE member_id = ? AND state = 'closed' LIMIT 1")
    .pluck();
  const reused = db.prepare<[], { id: string; memberId: string; address: string }>(
    `SELECT 'reused/' || address || '/' || version AS id, member_id AS memberId, address FROM wallet
     WHERE ended = 'reused' AND NOT EXISTS
       (SELECT 1 FROM notice WHERE id = 'reused/' || wallet.address || '/' || wallet.version)`,
  );
  const all = db.prepare<[string], Notice>(
    `SELECT ${columns} FROM notice WHERE member_id = ? ORDER BY created_at`,
  );
  const forget = db.prepare('DELETE FROM notice WHERE member_id = ?');

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
    find: async (id) => select.get(id) ?? null,
    async done(id, how) {
      write(db, () => move.run(how, id));
    },
    takeUntold: async (memberId) =>
      hasUntold.get(memberId) === 1 ? write(db, () => untold.all(memberId)) : [],
    exportOf: async (memberId) => all.all(memberId),
    forget: (memberId) => void forget.run(memberId),
  };
}
