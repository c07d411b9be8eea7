import type { Clock } from '../../base/clock.js';
import type { Database, Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Jar } from '../../client/jar.js';
import type { EndReason } from '../../client/session.js';
import type { FeatureHooks } from '../feature.js';
import type { SessionVaults } from './vault.js';

/** A linked wallet. `ended` is why its session is over, null while it is open. Times in ms. */
export type LinkedWallet = {
  address: string;
  userId: string;
  label: string | null;
  isPrimary: boolean;
  linkedAt: number;
  ended: EndReason | null;
  /** Their conversations from before they linked it do not belong to its account yet. */
  hasVisited?: true;
};

/** A wallet with the session from its proof. */
export type SignedIn = { address: string; userId: string; jar: Jar };

/** Which wallets a member has linked, and which one is the primary. */
export type WalletStore = {
  /** All wallets of a member, the primary first, then by age. */
  list(memberId: string): Promise<LinkedWallet[]>;
  /** One wallet; without an address the primary. */
  find(memberId: string, address?: string): Promise<LinkedWallet | null>;
  ownerOf(q: Queries, address: string): Promise<string | null>;
  /**
   * Adds a wallet or signs it in again. It becomes the primary unless `keepPrimary`. For use inside another store's
   * transaction. @throws AppError `wallet_linked_elsewhere`
   */
  put(t: Transaction, memberId: string, wallet: SignedIn, keepPrimary?: boolean): Promise<void>;
  /** Moves a wallet to another member, inside another store's transaction. */
  handOver(
    t: Transaction,
    members: { from: string; to: string },
    wallet: SignedIn,
    keepPrimary: boolean,
  ): Promise<void>;
  /** Makes a wallet the primary. Null when the member has no such wallet. */
  use(memberId: string, address: string): Promise<LinkedWallet | null>;
  /** Null removes the label. */
  label(memberId: string, address: string, label: string | null): Promise<LinkedWallet | null>;
  /** Deletes a wallet and its cookies; the oldest remaining one becomes the primary. */
  remove(memberId: string, address: string): Promise<LinkedWallet | null>;
};

type Row = Omit<LinkedWallet, 'isPrimary' | 'hasVisited'> & { isPrimary: number; visited: number };

const view = ({ visited, ...row }: Row): LinkedWallet => ({
  ...row,
  isPrimary: row.isPrimary === 1,
  ...(visited === 1 && { hasVisited: true }),
});

const columns = `address, user_id AS userId, label, is_primary AS isPrimary, linked_at AS linkedAt, ended,
  CASE WHEN EXISTS (SELECT 1 FROM visitor WHERE visitor.member_id = wallet.member_id) THEN 1 ELSE 0 END AS visited`;

const sql = {
  list: `SELECT ${columns} FROM wallet WHERE member_id = @memberId ORDER BY is_primary DESC, linked_at, address`,
  one: `SELECT ${columns} FROM wallet WHERE member_id = @memberId AND address = @address`,
  primary: `SELECT ${columns} FROM wallet WHERE member_id = @memberId AND is_primary = 1`,
  owner: 'SELECT member_id AS owner FROM wallet WHERE address = @address',
  noPrimary: 'UPDATE wallet SET is_primary = 0 WHERE member_id = @memberId AND is_primary = 1',
  makePrimary: 'UPDATE wallet SET is_primary = 1 WHERE member_id = @memberId AND address = @address',
  promoteOldest: `UPDATE wallet SET is_primary = 1 WHERE member_id = @memberId
    AND NOT EXISTS (SELECT 1 FROM wallet WHERE member_id = @memberId AND is_primary = 1)
    AND address = (SELECT address FROM wallet WHERE member_id = @memberId ORDER BY linked_at, address LIMIT 1)`,
  setLabel: 'UPDATE wallet SET label = @label WHERE member_id = @memberId AND address = @address',
  remove: 'DELETE FROM wallet WHERE member_id = @memberId AND address = @address',
  insert: `INSERT INTO wallet (member_id, address, user_id, is_primary, jar, sealed_for, version, linked_at)
    VALUES (@memberId, @address, @userId, 1, @jar, 'wallet', @now, @now)
    ON CONFLICT (member_id, address) DO UPDATE SET user_id = excluded.user_id, is_primary = 1,
      jar = excluded.jar, sealed_for = excluded.sealed_for, ended = NULL, claimed_until = NULL,
      version = wallet.version + 1`,
};

async function find(q: Queries, memberId: string, address?: string): Promise<LinkedWallet | null> {
  const row = await (address === undefined
    ? q.get<Row>(sql.primary, { memberId })
    : q.get<Row>(sql.one, { memberId, address }));
  return row ? view(row) : null;
}

const ownerOf: WalletStore['ownerOf'] = async (q, address) =>
  (await q.get<{ owner: string }>(sql.owner, { address }))?.owner ?? null;

export function createWalletStore(deps: {
  db: Database;
  clock: Clock;
  vaults: Pick<SessionVaults, 'seal'>;
  /** The member has a wallet more, or less. */
  onFigures?: FeatureHooks['onFigures'];
}): WalletStore {
  const { db, clock, vaults, onFigures = async () => undefined } = deps;

  const put: WalletStore['put'] = async (t, memberId, { address, userId, jar }, keepPrimary = false) => {
    const other = await ownerOf(t, address);
    if (other && other !== memberId) throw new AppError('wallet_linked_elsewhere');
    const primary = keepPrimary ? await find(t, memberId) : null;
    await t.run(sql.noPrimary, { memberId });
    const sealed = vaults.seal(memberId, address, jar);
    // Versions start at the current time, so a wallet that is linked again never reuses an old version.
    await t.run(sql.insert, { memberId, address, userId, jar: sealed, now: clock.now() });
    if (primary && primary.address !== address) {
      await t.run(sql.noPrimary, { memberId });
      await t.run(sql.makePrimary, { memberId, address: primary.address });
    }
    await onFigures(t, memberId);
  };

  return {
    list: async (memberId) => (await db.all<Row>(sql.list, { memberId })).map(view),
    find: (memberId, address) => find(db, memberId, address),
    ownerOf,
    put,
    async handOver(t, { from, to }, wallet, keepPrimary) {
      await t.run(sql.remove, { memberId: from, address: wallet.address });
      await t.run(sql.promoteOldest, { memberId: from });
      await onFigures(t, from);
      await put(t, to, wallet, keepPrimary);
    },
    use: (memberId, address) =>
      db.transaction(async (t) => {
        if (!(await find(t, memberId, address))) return null;
        await t.run(sql.noPrimary, { memberId });
        await t.run(sql.makePrimary, { memberId, address });
        return find(t, memberId, address);
      }),
    label: (memberId, address, label) =>
      db.transaction(async (t) => {
        await t.run(sql.setLabel, { memberId, address, label });
        return find(t, memberId, address);
      }),
    remove: (memberId, address) =>
      db.transaction(async (t) => {
        const wallet = await find(t, memberId, address);
        await t.run(sql.remove, { memberId, address });
        await t.run(sql.promoteOldest, { memberId });
        await onFigures(t, memberId);
        return wallet;
      }),
  };
}
