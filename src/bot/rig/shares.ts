import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { type Random, randomText } from '../../base/ids.js';

/** Public pages of rigs. A rig has one or none, and a new one has another address. */
export type Shares = {
  /** The token of the page; null while the rig has none. */
  of(rigId: string): Promise<string | null>;
  /** Gives the rig a page. Idempotent. @returns its token */
  publish(rigId: string): Promise<string>;
  /** The page is gone. Idempotent. */
  withdraw(rigId: string): Promise<void>;
};

/** 130 random bits, so that addresses cannot be guessed. */
const tokenLength = 26;

const sql = {
  find: 'SELECT token FROM rig_share WHERE rig_id = @rigId',
  put: `INSERT INTO rig_share (rig_id, token, created_at) VALUES (@rigId, @token, @now)
    ON CONFLICT (rig_id) DO NOTHING`,
  remove: 'DELETE FROM rig_share WHERE rig_id = @rigId',
};

/** A deleted rig has no page. In the transaction that deletes it. */
export const withdrawPage = (t: Transaction, rigId: string): Promise<unknown> => t.run(sql.remove, { rigId });

export function createShares(deps: { db: Database; clock: Clock; random: Random }): Shares {
  const { db, clock, random } = deps;
  const of = async (rigId: string) => (await db.get<{ token: string }>(sql.find, { rigId }))?.token ?? null;
  return {
    of,
    async publish(rigId) {
      await db.run(sql.put, { rigId, token: randomText(random, tokenLength), now: clock.now() });
      return (await of(rigId)) ?? '';
    },
    async withdraw(rigId) {
      await db.run(sql.remove, { rigId });
    },
  };
}
