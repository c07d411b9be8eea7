import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { Jar } from '../../client/jar.js';

export type LinkedWallet = { address: string; userId: string; linkedAt: number };

export type SessionStore = {
  find(memberId: string): Promise<LinkedWallet | null>;
  /** The cookies, opened only now: a restart with many sessions must not open them all. */
  load(memberId: string): Promise<{ jar: Jar; version: number } | null>;
  save(memberId: string, jar: Jar, version: number): Promise<boolean>;
  drop(memberId: string, version: number): Promise<void>;
  /** Puts a member's session in place of the one before. For use inside another store's transaction. */
  put(memberId: string, wallet: { address: string; userId: string; jar: Jar }): void;
  ownerOf(address: string): string | null;
};

const place = (memberId: string) => `session/${memberId}/jar`;

export function createSessionStore({
  db,
  seal,
  clock,
}: {
  db: Database;
  seal: Seal;
  clock: Clock;
}): SessionStore {
  const select = db.prepare('SELECT * FROM session WHERE member_id = ?');
  const owner = db.prepare('SELECT member_id FROM session WHERE address = ?').pluck();
  const update = db.prepare(
    'UPDATE session SET jar = ?, version = version + 1 WHERE member_id = ? AND version = ?',
  );
  const remove = db.prepare('DELETE FROM session WHERE member_id = ? AND version = ?');
  const insert = db.prepare(
    `INSERT INTO session (member_id, address, user_id, jar, version, linked_at) VALUES (?, ?, ?, ?, 1, ?)
     ON CONFLICT (member_id) DO UPDATE SET address = excluded.address, user_id = excluded.user_id,
       jar = excluded.jar, version = version + 1, linked_at = excluded.linked_at`,
  );
  type Row = { address: string; user_id: string; jar: Buffer; version: number; linked_at: number };
  const row = (memberId: string) => select.get(memberId) as Row | undefined;
  const ownerOf = (address: string) => (owner.get(address) as string | undefined) ?? null;

  return {
    ownerOf,
    async find(memberId) {
      const found = row(memberId);
      return found ? { address: found.address, userId: found.user_id, linkedAt: found.linked_at } : null;
    },
    async load(memberId) {
      const found = row(memberId);
      if (!found) return null;
      return { jar: JSON.parse(seal.open(found.jar, place(memberId))) as Jar, version: found.version };
    },
    async save(memberId, jar, version) {
      const sealed = seal.seal(JSON.stringify(jar), place(memberId));
      return write(db, () => update.run(sealed, memberId, version).changes === 1);
    },
    async drop(memberId, version) {
      write(db, () => remove.run(memberId, version));
    },
    put(memberId, { address, userId, jar }) {
      const other = ownerOf(address);
      if (other && other !== memberId) throw new AppError('wallet_linked_elsewhere');
      insert.run(memberId, address, userId, seal.seal(JSON.stringify(jar), place(memberId)), clock.now());
    },
  };
}
