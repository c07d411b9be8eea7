import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';
import type { EndReason } from '../../client/session.js';
import type { SessionVaults } from './vault.js';

/** A linked wallet. `ended` is why its session is over, null while it is open. Times in ms. */
export type LinkedWallet = {
  address: string;
  userId: string;
  label: string | null;
  isPrimary: boolean;
  linkedAt: number;
  ended: EndReason | null;
};

/** A wallet with the session from its proof. */
export type SignedIn = { address: string; userId: string; jar: Jar };

/** Which wallets a member has linked, and which one is the primary. */
export type WalletStore = {
  /** All wallets of a member, the primary first, then by age. */
  list(memberId: string): Promise<LinkedWallet[]>;
  /** One wallet; without an address the primary. */
  find(memberId: string, address?: string): Promise<LinkedWallet | null>;
  ownerOf(address: string): string | null;
  /**
   * Adds a wallet or signs it in again. It becomes the primary unless `keepPrimary`. For use inside another store's
   * transaction. @throws AppError `wallet_linked_elsewhere`
   */
  put(memberId: string, wallet: SignedIn, keepPrimary?: boolean): void;
  /** Moves a wallet to another member, inside another store's transaction. */
  handOver(from: string, to: string, wallet: SignedIn, keepPrimary: boolean): void;
  /** Makes a wallet the primary. Null when the member has no such wallet. */
  use(memberId: string, address: string): Promise<LinkedWallet | null>;
  /** Null removes the label. */
  label(memberId: string, address: string, label: string | null): Promise<LinkedWallet | null>;
  /** Deletes a wallet and its cookies; the oldest remaining one becomes the primary. */
  remove(memberId: string, address: string): Promise<LinkedWallet | null>;
};

type Row = Omit<LinkedWallet, 'isPrimary'> & { isPrimary: number };
type OfMember = { memberId: string };
type OfWallet = { memberId: string; address: string };

const view = (row: Row): LinkedWallet => ({ ...row, isPrimary: row.isPrimary === 1 });

function createReader(db: Database) {
  const columns = `address, user_id AS userId, label, is_primary AS isPrimary, linked_at AS linkedAt, ended`;
  const list = db.prepare<OfMember, Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = @memberId ORDER BY is_primary DESC, linked_at, address`,
  );
  const one = db.prepare<OfWallet, Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = @memberId AND address = @address`,
  );
  const primary = db.prepare<OfMember, Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = @memberId AND is_primary = 1`,
  );
  const owner = db
    .prepare<{ address: string }, string>('SELECT member_id FROM wallet WHERE address = @address')
    .pluck();
  return {
    list: (memberId: string): LinkedWallet[] => list.all({ memberId }).map(view),
    find(memberId: string, address?: string): LinkedWallet | null {
      const row = address === undefined ? primary.get({ memberId }) : one.get({ memberId, address });
      return row ? view(row) : null;
    },
    ownerOf: (address: string): string | null => owner.get({ address }) ?? null,
  };
}

export function createWalletStore(deps: {
  db: Database;
  clock: Clock;
  vaults: Pick<SessionVaults, 'seal'>;
}): WalletStore {
  const { db, clock, vaults } = deps;
  const { list, find, ownerOf } = createReader(db);
  const noPrimary = db.prepare(
    'UPDATE wallet SET is_primary = 0 WHERE member_id = @memberId AND is_primary = 1',
  );
  const makePrimary = db.prepare(
    'UPDATE wallet SET is_primary = 1 WHERE member_id = @memberId AND address = @address',
  );
  const promoteOldest = db.prepare(
    `UPDATE wallet SET is_primary = 1 WHERE member_id = @memberId
       AND NOT EXISTS (SELECT 1 FROM wallet WHERE member_id = @memberId AND is_primary = 1)
       AND address = (SELECT address FROM wallet WHERE member_id = @memberId ORDER BY linked_at, address LIMIT 1)`,
  );
  const setLabel = db.prepare(
    'UPDATE wallet SET label = @label WHERE member_id = @memberId AND address = @address',
  );
  const remove = db.prepare('DELETE FROM wallet WHERE member_id = @memberId AND address = @address');
  const insert = db.prepare(
    `INSERT INTO wallet (member_id, address, user_id, is_primary, jar, sealed_for, version, linked_at)
     VALUES (@memberId, @address, @userId, 1, @jar, 'wallet', @now, @now)
     ON CONFLICT (member_id, address) DO UPDATE SET user_id = excluded.user_id, is_primary = 1,
       jar = excluded.jar, sealed_for = excluded.sealed_for, ended = NULL, claimed_until = NULL,
       version = version + 1`,
  );

  const put: WalletStore['put'] = (memberId, { address, userId, jar }, keepPrimary = false) => {
    const other = ownerOf(address);
    if (other && other !== memberId) throw new AppError('wallet_linked_elsewhere');
    const primary = keepPrimary ? find(memberId) : null;
    noPrimary.run({ memberId });
    const sealed = vaults.seal(memberId, address, jar);
    // Versions start at the current time, so a wallet that is linked again never reuses an old version.
    insert.run({ memberId, address, userId, jar: sealed, now: clock.now() });
    if (primary && primary.address !== address) {
      noPrimary.run({ memberId });
      makePrimary.run({ memberId, address: primary.address });
    }
  };

  return {
    list: async (memberId) => list(memberId),
    find: async (memberId, address) => find(memberId, address),
    ownerOf,
    put,
    handOver(from, to, wallet, keepPrimary) {
      remove.run({ memberId: from, address: wallet.address });
      promoteOldest.run({ memberId: from });
      put(to, wallet, keepPrimary);
    },
    use: async (memberId, address) =>
      write(db, () => {
        if (!find(memberId, address)) return null;
        noPrimary.run({ memberId });
        makePrimary.run({ memberId, address });
        return find(memberId, address);
      }),
    label: async (memberId, address, label) =>
      write(db, () => {
        setLabel.run({ memberId, address, label });
        return find(memberId, address);
      }),
    remove: async (memberId, address) =>
      write(db, () => {
        const wallet = find(memberId, address);
        remove.run({ memberId, address });
        promoteOldest.run({ memberId });
        return wallet;
      }),
  };
}
