import { AppError } from '../../base/errors.js';
import type { Database } from '../../base/store.js';
import type { SessionIdentity } from '../call.js';
import { hashToken } from './tokens.js';
import { type StoredUser, userColumns } from './user.js';

/** Who makes a request. Synchronous, because it runs before every request. */
export type Identities = {
  /** @throws AppError `unauthenticated`, `session_expired` */
  identify(access: string | undefined, now: number): SessionIdentity;
  /** When the newest access token of a session expires; null when the session has ended. */
  sessionExpiry(sessionId: string, now: number): number | null;
  readUser(userId: string): StoredUser;
};

type Found = {
  userId: string;
  address: string;
  sessionId: string;
  expiresAt: number;
  endedAt: number | null;
};

export function createIdentities(db: Database): Identities {
  const identify = db.prepare<{ hash: Buffer }, Found>(
    `SELECT user.id AS userId, user.address, session.id AS sessionId, access_token.expires_at AS expiresAt,
       session.ended_at AS endedAt
     FROM access_token JOIN session ON session.id = session_id JOIN user ON user.id = session.user_id
     WHERE hash = @hash`,
  );
  const newestAccess = db
    .prepare<{ sessionId: string; now: number }, number>(
      `SELECT access_token.expires_at FROM access_token JOIN session ON session.id = session_id
       WHERE session_id = @sessionId AND ended_at IS NULL AND access_token.expires_at > @now
       ORDER BY access_token.expires_at DESC LIMIT 1`,
    )
    .pluck();
  const readUser = db.prepare<{ userId: string }, StoredUser>(
    `SELECT ${userColumns} FROM user WHERE id = @userId`,
  );
  return {
    identify(access, now) {
      const row = access ? identify.get({ hash: hashToken(access) }) : undefined;
      if (!row) throw new AppError('unauthenticated', 'Sign in first.');
      if (row.endedAt !== null || row.expiresAt <= now) throw new AppError('session_expired');
      const { userId, address, sessionId, expiresAt } = row;
      return { user: { id: userId, address }, sessionId, expiresAt };
    },
    sessionExpiry: (sessionId, now) => newestAccess.get({ sessionId, now }) ?? null,
    readUser: (userId) => readUser.get({ userId })!,
  };
}
