import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';
import type { SealedColumn } from '../key-ring.js';
import type { SessionStore, SignedIn } from '../session/store.js';
import { type TakeoverState, takeoverMachine } from './machine.js';
import type { NoticeKind, NoticeStore } from './notice.js';

/** A wallet of `fromMember` that `toMember` proved to hold. It moves at `movesAt` (ms) unless refused or withdrawn. */
export type Takeover = {
  id: string;
  address: string;
  fromMember: string;
  toMember: string;
  state: TakeoverState;
  createdAt: number;
  movesAt: number;
};

/** `asked_lately`: by the same member, within the takeover delay. */
export type Asked = 'asked' | 'asked_already' | 'asked_lately';

export type TakeoverStore = {
  /**
   * Inside another store's transaction. A wallet has one pending takeover at a time, and a member must wait before
   * asking again, because every request notifies the current member and makes them sign.
   */
  ask(takeover: { id: string; from: string; to: string; movesAt: number }, wallet: SignedIn): Asked;
  /**
   * The current member signed with the wallet: refuses the pending takeover. Inside another store's transaction.
   * @returns the refused member's session, to end at the service
   */
  refuse(address: string, owner: string): Jar | null;
  /** Pending takeovers by this member or of their wallets. */
  waitingOf(memberId: string): Promise<Takeover[]>;
  due(limit: number): Promise<Takeover[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Moves the wallet once, unless a third member has it by now. False when the takeover is no longer pending. */
  move(takeover: Takeover, keepPrimary: boolean): Promise<boolean>;
  /** Withdraws the request. @returns its session, null when the takeover is no longer pending */
  withdraw(takeover: Takeover): Promise<Jar | null>;
  /** Takeovers on either side, without the other member's id. */
  exportOf(memberId: string): Promise<(Omit<Takeover, 'fromMember' | 'toMember'> & { asked: boolean })[]>;
  forget(memberId: string): void;
};

type Row = Takeover & { userId: string; jar: Buffer };

export function createTakeoverStore(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  sessions: SessionStore;
  notices: NoticeStore;
}): TakeoverStore {
  const { db, seal, clock, sessions, notices } = deps;
  const columns = `id, address, from_member AS fromMember, to_member AS toMember, state, created_at AS createdAt,
    moves_at AS movesAt`;
  const insert = db.prepare(
    `INSERT INTO takeover (id, address, from_member, to_member, user_id, state, jar, created_at, moves_at)
     VALUES (@id, @address, @from, @to, @userId, 'waiting', @jar, @now, @movesAt) ON CONFLICT DO NOTHING`,
  );
  const secrets = 'user_id AS userId, jar';
  const byAddress = db.prepare<[string], Row>(
    `SELECT ${columns}, ${secrets} FROM takeover WHERE address = ? AND state = 'waiting'`,
  );
  const byId = db.prepare<[string], Row>(
    `SELECT ${columns}, ${secrets} FROM takeover WHERE id = ? AND state = 'waiting'`,
  );
  const lately = db.prepare<[string, string, number]>(
    `SELECT 1 FROM takeover WHERE address = ? AND to_member = ? AND state != 'waiting' AND created_at > ?`,
  );
  const waiting = db.prepare<[string, string], Takeover>(
    `SELECT ${columns} FROM takeover WHERE state = 'waiting' AND (from_member = ? OR to_member = ?) ORDER BY moves_at`,
  );
  const due = db.prepare<[number, number], Takeover>(
    `SELECT ${columns} FROM takeover WHERE state = 'waiting' AND moves_at <= ? ORDER BY moves_at LIMIT ?`,
  );
  const decide = db.prepare("UPDATE takeover SET state = ?, jar = NULL WHERE id = ? AND state = 'waiting'");
  const later = db.prepare("UPDATE takeover SET moves_at = ? WHERE id = ? AND state = 'waiting'");
  const all = db.prepare<[string, string], Takeover>(
    `SELECT ${columns} FROM takeover WHERE from_member = ? OR to_member = ? ORDER BY created_at`,
  );
  const forgetAsked = db.prepare('DELETE FROM takeover WHERE to_member = ?');
  const forgetOwner = db.prepare("UPDATE takeover SET from_member = '' WHERE from_member = ?");

  const jarOf = ({ id, jar }: Row): Jar => JSON.parse(seal.open(jar, place(id))) as Jar;
  const end = (row: Row, to: TakeoverState): Jar => {
    takeoverMachine.check('waiting', to);
    decide.run(to, row.id);
    return jarOf(row);
  };
  const tell = (
    { id, address }: Takeover,
    memberId: string,
    kind: NoticeKind,
    refersAt: number | null = null,
  ) => notices.put({ id: `${kind}/${id}`, memberId, kind, address, refersAt });

  return {
    ask({ id, from, to, movesAt }, { address, userId, jar }) {
      const now = clock.now();
      if (lately.get(address, to, now - (movesAt - now)) !== undefined) return 'asked_lately';
      const sealed = seal.seal(JSON.stringify(jar), place(id));
      const asked = { id, address, from, to, userId, jar: sealed, now, movesAt };
      if (insert.run(asked).changes === 0) return 'asked_already';
      notices.put({
        id: `takeover_asked/${id}`,
        memberId: from,
        kind: 'takeover_asked',
        address,
        refersAt: movesAt,
      });
      return 'asked';
    },
    refuse(address, owner) {
      const row = byAddress.get(address);
      if (!row) return null;
      if (row.toMember === owner) return end(row, 'withdrawn'); // the wallet was free, and they linked it directly
      tell(row, row.toMember, 'takeover_refused');
      return end(row, 'refused');
    },
    waitingOf: async (memberId) => waiting.all(memberId, memberId),
    due: async (limit) => due.all(clock.now(), limit),
    async checkAgainAt(id, at) {
      write(db, () => later.run(at, id));
    },
    move: async ({ id }, keepPrimary) =>
      write(db, () => {
        const row = byId.get(id);
        if (!row) return false;
        const { address, userId, fromMember, toMember } = row;
        const owner = sessions.ownerOf(address);
        if (owner !== null && owner !== fromMember && owner !== toMember) {
          tell(row, toMember, 'takeover_refused');
          end(row, 'refused');
          return false;
        }
        const wallet = { address, userId, jar: end(row, 'moved') };
        if (owner === fromMember) tell(row, fromMember, 'takeover_lost');
        sessions.handOver(fromMember, toMember, wallet, keepPrimary);
        tell(row, toMember, 'takeover_won');
        return true;
      }),
    withdraw: async ({ id }) =>
      write(db, () => {
        const row = byId.get(id);
        return row ? end(row, 'withdrawn') : null;
      }),
    exportOf: async (memberId) =>
      all.all(memberId, memberId).map(({ fromMember: _, toMember, ...rest }) => ({
        ...rest,
        asked: toMember === memberId,
      })),
    forget(memberId) {
      forgetAsked.run(memberId);
      forgetOwner.run(memberId);
    },
  };
}

const place = (id: string) => `takeover/${id}/jar`;
export const sealedClaims: SealedColumn = {
  table: 'takeover',
  column: 'jar',
  place: ({ id = '' }) => place(id),
};
