import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';

const sql = {
  use: `INSERT INTO role_connection_state (state_hash, expires_at) VALUES (@stateHash, @expiresAt)
    ON CONFLICT (state_hash) DO NOTHING`,
  forgetExpired: 'DELETE FROM role_connection_state WHERE expires_at <= @now',
};

/** Uses up an authorization, in all processes. @returns false when it was used before */
export type UseState = (stateHash: string, expiresAt: number) => Promise<boolean>;

export const createUseState =
  ({ db, clock }: { db: Database; clock: Clock }): UseState =>
  (stateHash, expiresAt) =>
    db.transaction(async (t) => {
      await t.run(sql.forgetExpired, { now: clock.now() });
      return (await t.run(sql.use, { stateHash, expiresAt })) === 1;
    });
