import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';
import type { EndReason, Vault } from '../../client/session.js';
import { createVaults } from './vault.js';

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

export type SessionStore = {
  /** All wallets of a member, the primary first, then by age. */
  list(memberId: string): Promise<LinkedWallet[]>;
  /** One wallet; without an address the primary. */
  find(memberId: string, address?: string): Promise<LinkedWallet | null>;
  ownerOf(address: string): string | null;
  /** The most recently linked wallet that is signed in, of any member. */
  anyOpen(): Promise<{ memberId: string; address: string } | null>;
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
  /** Deletes all wallets of a member, inside another store's transaction. */
  forget(memberId: string): void;
  vaultOf(memberId: string, address: string): Vault;
  /** Sessions whose last refresh has no known outcome and no process working on it. */
  listOwed(limit: number): Promise<{ memberId: string; address: string }[]>;
};

type Row = Omit<LinkedWallet, 'isPrimary'> & { isPrimary: number };

export function createSessionStore(deps: { db: Database; seal: Seal; clock: Clock }): SessionStore {
  const { db, seal, clock } = deps;
  const columns = `address, user_id AS userId, label, is_primary AS isPrimary, linked_at AS linkedAt, ended`;
  const listAll = db.prepare<[string], Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = ? ORDER BY is_primary DESC, linked_at, address`,
  );
  const findOne = db.prepare<[string, string], Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = ? AND address = ?`,
  );
  const findPrimary = db.prepare<[string], Row>(
    `SELECT ${columns} FROM wallet WHERE member_id = ? AND is_primary = 1`,
  );
  const owner = db.prepare<[string], string>('SELECT member_id FROM wallet WHERE address = ?').pluck();
  const noPrimary = db.prepare('UPDATE wallet SET is_primary = 0 WHERE member_id = ? AND is_primary = 1');
  const makePrimary = db.prepare('UPDATE wallet SET is_primary = 1 WHERE member_id = ? AND address = ?');
  const promoteOldest = db.prepare(
    `UPDATE wallet SET is_primary = 1 WHERE member_id = @memberId
       AND NOT EXISTS (SELECT 1 FROM wallet WHERE member_id = @memberId AND is_primary = 1)
       AND address = (SELECT address FROM wallet WHERE member_id = @memberId ORDER BY linked_at, address LIMIT 1)`,
  );
  const setLabel = db.prepare('UPDATE wallet SET label = ? WHERE member_id = ? AND address = ?');
  const remove = db.prepare('DELETE FROM wallet WHERE member_id = ? AND address = ?');
  const removeAll = db.prepare('DELETE FROM wallet WHERE member_id = ?');
  const insert = db.prepare(
    `INSERT INTO wallet (member_id, address, user_id, is_primary, jar, sealed_for, version, linked_at)
     VALUES (@memberId, @address, @userId, 1, @jar, 'wallet', @now, @now)
     ON CONFLICT (member_id, address) DO UPDATE SET user_id = excluded.user_id, is_primary = 1,
       jar = excluded.jar, sealed_for = excluded.sealed_for, ended = NULL, claimed_until = NULL,
       version = version + 1`,
  );
  const listOwed = db.prepare<[number, number], { memberId: string; address: string }>(
    `SELECT member_id AS memberId, address FROM wallet WHERE claimed_until <= ?
     ORDER BY claimed_until LIMIT ?`,
  );
  const newestOpen = db.prepare<[], { memberId: string; address: string }>(
    'SELECT member_id AS memberId, address FROM wallet WHERE ended IS NULL ORDER BY linked_at DESC LIMIT 1',
  );
  const vaults = createVaults({ db, seal, clock });
  const view = (row: Row): LinkedWallet => ({ ...row, isPrimary: row.isPrimary === 1 });
  const read = (memberId: string, address?: string): LinkedWallet | null => {
    const row = address === undefined ? findPrimary.get(memberId) : findOne.get(memberId, address);
    return row ? view(row) : null;
  };
  const ownerOf = (address: string) => owner.get(address) ?? null;
  const put: SessionStore['put'] = (memberId, { address, userId, jar }, keepPrimary = false) => {
    const other = ownerOf(address);
    if (other && other !== memberId) throw new AppError('wallet_linked_elsewhere');
    const primary = keepPrimary ? read(memberId) : null;
    noPrimary.run(memberId);
    const sealed = vaults.seal(memberId, address, jar);
    // Versions start at the current time, so a wallet that is linked again never reuses an old version.
    insert.run({ memberId, address, userId, jar: sealed, now: clock.now() });
    if (primary && primary.address !== address) {
      noPrimary.run(memberId);
      makePrimary.run(memberId, primary.address);
    }
  };

  return {
    ownerOf,
    anyOpen: async () => newestOpen.get() ?? null,
    list: async (memberId) => listAll.all(memberId).map(view),
    find: async (memberId, address) => read(memberId, address),
    put,
    handOver(from, to, wallet, keepPrimary) {
      remove.run(from, wallet.address);
      promoteOldest.run({ memberId: from });
      put(to, wallet, keepPrimary);
    },
    use: async (memberId, address) =>
      write(db, () => {
        if (!read(memberId, address)) return null;
        noPrimary.run(memberId);
        makePrimary.run(memberId, address);
        return read(memberId, address);
      }),
    label: async (memberId, address, label) =>
      write(db, () => {
        setLabel.run(label, memberId, address);
        return read(memberId, address);
      }),
    remove: async (memberId, address) =>
      write(db, () => {
        const wallet = read(memberId, address);
        remove.run(memberId, address);
        promoteOldest.run({ memberId });
        return wallet;
      }),
    forget: (memberId) => void removeAll.run(memberId),
    vaultOf: vaults.open,
    listOwed: async (limit) => listOwed.all(clock.now(), limit),
  };
}
