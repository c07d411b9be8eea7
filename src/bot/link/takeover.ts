import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
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
   * Inside another store's transaction. A wallet has one pending takeover at a time, and a member must wait before
   * asking again, because every request notifies the current member and makes them sign.
   */
  ask(takeover: { id: string; from: string; to: string; movesAt: number }, wallet: SignedIn): TakeoverRequest;
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
};

export const takeoverColumns = `id, address, from_member AS fromMember, to_member AS toMember, state,
  created_at AS createdAt, moves_at AS movesAt`;

type Row = Takeover & { userId: string; jar: Buffer };

export function createTakeoverStore(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  wallets: Pick<WalletStore, 'ownerOf' | 'handOver'>;
  notices: NoticeStore;
}): TakeoverStore {
  const { db, seal, clock, wallets, notices } = deps;
  const insert = db.prepare(
    `INSERT INTO takeover (id, address, from_member, to_member, user_id, state, jar, created_at, moves_at)
     VALUES (@id, @address, @from, @to, @userId, 'waiting', @jar, @now, @movesAt) ON CONFLICT DO NOTHING`,
  );
  const rowColumns = `${takeoverColumns}, user_id AS userId, jar`;
  const byAddress = db.prepare<{ address: string }, Row>(
    `SELECT ${rowColumns} FROM takeover WHERE address = @address AND state = 'waiting'`,
  );
  const byId = db.prepare<{ id: string }, Row>(
    `SELECT ${rowColumns} FROM takeover WHERE id = @id AND state = 'waiting'`,
  );
  const lately = db.prepare<{ address: string; to: string; since: number }>(
    `SELECT 1 FROM takeover
     WHERE address = @address AND to_member = @to AND state != 'waiting' AND created_at > @since`,
  );
  const waiting = db.prepare<{ memberId: string }, Takeover>(
    `SELECT ${takeoverColumns} FROM takeover
     WHERE state = 'waiting' AND (from_member = @memberId OR to_member = @memberId) ORDER BY moves_at`,
  );
  const due = db.prepare<{ now: number; limit: number }, Takeover>(
    `SELECT ${takeoverColumns} FROM takeover WHERE state = 'waiting' AND moves_at <= @now
     ORDER BY moves_at LIMIT @limit`,
  );
  const decide = db.prepare(
    "UPDATE takeover SET state = @to, jar = NULL WHERE id = @id AND state = 'waiting'",
  );
  const later = db.prepare("UPDATE takeover SET moves_at = @at WHERE id = @id AND state = 'waiting'");

  const jarOf = ({ id, jar }: Row): Jar => JSON.parse(seal.open(jar, place(id))) as Jar;
  const end = (row: Row, to: TakeoverState): Jar => {
    takeoverMachine.check('waiting', to);
    decide.run({ to, id: row.id });
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
      if (lately.get({ address, to, since: now - (movesAt - now) }) !== undefined) return 'asked_lately';
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
      const row = byAddress.get({ address });
      if (!row) return null;
      if (row.toMember === owner) return end(row, 'withdrawn'); // the wallet was free, and they linked it directly
      tell(row, row.toMember, 'takeover_refused');
      return end(row, 'refused');
    },
    waitingOf: async (memberId) => waiting.all({ memberId }),
    due: async (limit) => due.all({ now: clock.now(), limit }),
    async checkAgainAt(id, at) {
      write(db, () => later.run({ id, at }));
    },
    move: async ({ id }, keepPrimary) =>
      write(db, () => {
        const row = byId.get({ id });
        if (!row) return false;
        const { address, userId, fromMember, toMember } = row;
        const owner = wallets.ownerOf(address);
        if (owner !== null && owner !== fromMember && owner !== toMember) {
          tell(row, toMember, 'takeover_refused');
          end(row, 'refused');
          return false;
        }
        const wallet = { address, userId, jar: end(row, 'moved') };
        if (owner === fromMember) tell(row, fromMember, 'takeover_lost');
        wallets.handOver(fromMember, toMember, wallet, keepPrimary);
        tell(row, toMember, 'takeover_won');
        return true;
      }),
    withdraw: async ({ id }) =>
      write(db, () => {
        const row = byId.get({ id });
        return row ? end(row, 'withdrawn') : null;
      }),
  };
}

const place = (id: string) => `takeover/${id}/jar`;
export const sealedClaims: SealedColumn = {
  table: 'takeover',
  column: 'jar',
  place: ({ id = '' }) => place(id),
};
