import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import {
  isVisitorId,
  readVisitor,
  visitorCookie,
  visitorId,
  visitorLifetimeMs,
} from '../../contract/visitor.js';
import type { SessionIdentity } from '../call.js';
import { createRecentSessions } from './recent-sessions.js';
import { hashToken } from './tokens.js';
import { type StoredUser, userColumns } from './user.js';

/** Who makes a request. */
export type Identities = {
  /**
   * The user of an access token, or the visitor for whom the bot signed. Not a promise where nothing has to be read.
   * @throws AppError `unauthenticated`, `session_expired`
   */
  identify(
    cookies: Readonly<Record<string, string>>,
    now: number,
  ): SessionIdentity | Promise<SessionIdentity>;
  /** When the newest access token of a session expires; null when the session has ended. */
  sessionExpiry(sessionId: string, now: number): Promise<number | null>;
  readUser(userId: string): Promise<StoredUser>;
  /** Call it after a session has ended, here or in another process. */
  forgetEnded(): void;
};

type Found = {
  userId: string;
  address: string;
  sessionId: string;
  expiresAt: number;
  endedAt: number | null;
};

const sql = {
  identify: `SELECT "user".id AS userId, "user".address, session.id AS sessionId,
      access_token.expires_at AS expiresAt, session.ended_at AS endedAt
    FROM access_token JOIN session ON session.id = session_id JOIN "user" ON "user".id = session.user_id
    WHERE hash = @hash`,
  newestAccess: `SELECT access_token.expires_at AS expiresAt
    FROM access_token JOIN session ON session.id = session_id
    WHERE session_id = @sessionId AND ended_at IS NULL AND access_token.expires_at > @now
    ORDER BY access_token.expires_at DESC LIMIT 1`,
  readUser: `SELECT ${userColumns} FROM "user" WHERE id = @userId`,
};

/** The name of the cookie with the access token. */
export const accessCookie = 'access_token';
/** A session that another process ended is refused this much later when the hint about it is lost. */
const maxAgeMs = 1_000;

/** @param secret shared with the bot; without it there are no visitors */
export function createIdentities(db: Database, secret: string | undefined): Identities {
  // No other process writes to a SQLite file, so an identity is right until this one ends a session.
  const recent = createRecentSessions(db.engine === 'sqlite' ? Number.POSITIVE_INFINITY : maxAgeMs);

  const visitorOf = (cookie: string, now: number): SessionIdentity => {
    const visitor = secret === undefined ? null : readVisitor(secret, cookie);
    if (!visitor || secret === undefined) throw new AppError('unauthenticated');
    const madeAt = Date.parse(visitor.made_at);
    if (Math.abs(now - madeAt) > visitorLifetimeMs) throw new AppError('session_expired');
    const id = visitorId(secret, visitor.person);
    return { user: { id, address: '' }, sessionId: id, expiresAt: madeAt + visitorLifetimeMs };
  };

  const read = async (token: string, now: number): Promise<SessionIdentity> => {
    const keep = recent.beforeRead(now);
    const row = await db.get<Found>(sql.identify, { hash: hashToken(token) });
    if (!row) throw new AppError('unauthenticated', 'Sign in first.');
    if (row.endedAt !== null || row.expiresAt <= now) throw new AppError('session_expired');
    const { userId, address, sessionId, expiresAt } = row;
    const identity = { user: { id: userId, address }, sessionId, expiresAt };
    keep(token, { ...identity });
    return identity;
  };

  return {
    identify({ [accessCookie]: access, [visitorCookie]: visitor }, now) {
      if (!access && visitor) return visitorOf(visitor, now);
      if (!access) throw new AppError('unauthenticated', 'Sign in first.');
      const found = recent.find(access, now);
      // A copy, because a socket extends its own while the session is renewed.
      return found ? { ...found } : read(access, now);
    },
    forgetEnded: recent.forget,
    async sessionExpiry(sessionId, now) {
      if (isVisitorId(sessionId)) return now + visitorLifetimeMs; // a socket stays the bot's that opened it
      const newest = await db.get<{ expiresAt: number }>(sql.newestAccess, { sessionId, now });
      return newest?.expiresAt ?? null;
    },
    readUser: async (userId) => (await db.get<StoredUser>(sql.readUser, { userId }))!,
  };
}
