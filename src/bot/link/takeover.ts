import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { Jar } from '../../client/jar.js';
import type { SealedColumn } from '../key-ring.js';
import type { NoticeKind, NoticeStore } from '../notices/store.js';
import type { SignedIn, WalletStore } from '../session/store.js';
import { type TakeoverState, takeoverMachine } from './machine.js';

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
export type TakeoverRequest = 'asked' | 'asked_already' | 'asked_lately';

/** Pending takeovers, from the request to the move. */
export type TakeoverStore = {
  /**
   * A wallet has one pending takeover at a time, and a member must wait before asking again, because every request
   * notifies the current member and makes them sign.
   */
  ask(
    t: Transaction,
    takeover: { id: string; from: string; to: string; movesAt: number },
    wallet: SignedIn,
  ): Promise<TakeoverRequest>;
  /**
   * The current member signed with the wallet: refuses the pending takeover.
   * @returns the refused member's session, to end at the service
   */
  refuse(t: Transaction, address: string, owner: string): Promise<Jar | null>;
  /** Pending takeovers by this member or of their wallets. */
  waitingOf(memberId: string): Promise<Takeover[]>;
  due(limit: number): Promise<Takeover[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Moves the wallet once, unless a third member has it by now. False when the takeover is no longer pending. */
  move(takeover: Takeover, keepPrimary: boolean): Promise<boolean>;
  /** Withdraws the request. @returns its session, null when the takeover is no longer pending */
  withdraw(takeover: Takeover): Promise<Jar | null>;
};

export const takeoverColumns = `id, address, from_member AS fromMember, to_member AS toMember, state,
  created_at AS createdAt, moves_at AS movesAt`;

type Row = Takeover & { userId: string; jar: Buffer };

const rowColumns = `${takeoverColumns}, user_id AS userId, jar`;

const sql = {
  insert: `INSERT INTO takeover (id, address, from_member, to_member, user_id, state, jar, created_at, moves_at)
    VALUES (@id, @address, @from, @to, @userId, 'waiting', @jar, @now, @movesAt) ON CONFLICT DO NOTHING`,
  byAddress: `SELECT ${rowColumns} FROM takeover WHERE address = @address AND state = 'waiting'`,
  byId: `SELECT ${rowColumns} FROM takeover WHERE id = @id AND state = 'waiting'`,
  lately: `SELECT 1 AS found FROM takeover
    WHERE address = @address AND to_member = @to AND state != 'waiting' AND created_at > @since`,
  waiting: `SELECT ${takeoverColumns} FROM takeover
    WHERE state = 'waiting' AND (from_member = @memberId OR to_member = @memberId) ORDER BY moves_at`,
  due: `SELECT ${takeoverColumns} FROM takeover WHERE state = 'waiting' AND moves_at <= @now
    ORDER BY moves_at LIMIT @limit`,
  decide: "UPDATE takeover SET state = @to, jar = NULL WHERE id = @id AND state = 'waiting'",
  later: "UPDATE takeover SET moves_at = @at WHERE id = @id AND state = 'waiting'",
};

export function createTakeoverStore(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  wallets: Pick<WalletStore, 'ownerOf' | 'handOver'>;
  notices: NoticeStore;
}): TakeoverStore {
  const { db, seal, clock, wallets, notices } = deps;

  const jarOf = ({ id, jar }: Row): Jar => JSON.parse(seal.open(jar, place(id))) as Jar;
  const end = async (t: Transaction, row: Row, to: TakeoverState): Promise<Jar> => {
    takeoverMachine.check('waiting', to);
    await t.run(sql.decide, { to, id: row.id });
    return jarOf(row);
  };
  const tell = (t: Transaction, { id, address }: Takeover, memberId: string, kind: NoticeKind) =>
    notices.put(t, { id: `${kind}/${id}`, memberId, kind, address, refersAt: null });

  const move = async (t: Transaction, row: Row, keepPrimary: boolean): Promise<boolean> => {
    const { address, userId, fromMember, toMember } = row;
    const owner = await wallets.ownerOf(t, address);
    if (owner !== null && owner !== fromMember && owner !== toMember) {
      await tell(t, row, toMember, 'takeover_refused');
      await end(t, row, 'refused');
      return false;
    }
    const wallet = { address, userId, jar: await end(t, row, 'moved') };
    if (owner === fromMember) await tell(t, row, fromMember, 'takeover_lost');
    await wallets.handOver(t, { from: fromMember, to: toMember }, wallet, keepPrimary);
    await tell(t, row, toMember, 'takeover_won');
    return true;
  };

  return {
    async ask(t, { id, from, to, movesAt }, { address, userId, jar }) {
      const now = clock.now();
      const since = now - (movesAt - now);
      if ((await t.get(sql.lately, { address, to, since })) !== undefined) return 'asked_lately';
      const sealed = seal.seal(JSON.stringify(jar), place(id));
      const asked = { id, address, from, to, userId, jar: sealed, now, movesAt };
      if ((await t.run(sql.insert, asked)) === 0) return 'asked_already';
      await notices.put(t, {
        id: `takeover_asked/${id}`,
        memberId: from,
        kind: 'takeover_asked',
        address,
        refersAt: movesAt,
      });
      return 'asked';
    },
    async refuse(t, address, owner) {
      const row = await t.get<Row>(sql.byAddress, { address });
      if (!row) return null;
      if (row.toMember === owner) return end(t, row, 'withdrawn'); // the wallet was free, and they linked it directly
      await tell(t, row, row.toMember, 'takeover_refused');
      return end(t, row, 'refused');
    },
    waitingOf: (memberId) => db.all(sql.waiting, { memberId }),
    due: (limit) => db.all(sql.due, { now: clock.now(), limit }),
    async checkAgainAt(id, at) {
      await db.run(sql.later, { id, at });
    },
    move: ({ id }, keepPrimary) =>
      db.transaction(async (t) => {
        const row = await t.get<Row>(sql.byId, { id });
        return row ? move(t, row, keepPrimary) : false;
      }),
    withdraw: ({ id }) =>
      db.transaction(async (t) => {
        const row = await t.get<Row>(sql.byId, { id });
        return row ? end(t, row, 'withdrawn') : null;
      }),
  };
}

const place = (id: string) => `takeover/${id}/jar`;
export const sealedClaims: SealedColumn = {
  table: 'takeover',
  key: ['id'],
  column: 'jar',
  place: ({ id = '' }) => place(id),
};
