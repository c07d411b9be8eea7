import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Identity } from '../mount.js';
import { hashToken, type TokenPair } from './tokens.js';

type User = { id: string; address: string; createdAt: number };
type NonceRow = {
  nonce: string;
  address: string;
  purpose: string;
  domain: string;
  message: string;
  failures: number;
  usedAt: number | null;
  expiresAt: number;
};
type SessionRow = { id: string; createdAt: number; lastUsedAt: number; expiresAt: number };
/** A session just opened or rotated. Times in ms. */
export type Opened = { user: User; tokens: TokenPair; expiresAt: number; refreshExpiresAt: number };
type RefreshResult =
  | ({ outcome: 'rotated' } & Opened)
  | { outcome: 'invalid' }
  | { outcome: 'reused'; sessionId: string };

export const accessLifetimeMs = 15 * 60_000;
export const refreshLifetimeMs = 30 * 86_400_000;
export const maxNonceFailures = 5;
/** How long a used refresh token still gives its successor, for a client whose reply was lost. */
const graceMs = 60_000;

export type AuthStore = {
  addNonce(nonce: Omit<NonceRow, 'failures' | 'usedAt'>): Promise<void>;
  findNonce(nonce: string): Promise<NonceRow | null>;
  addFailure(nonce: string): Promise<void>;
  /** Consumes the nonce and opens a session in one transaction; null when the nonce was consumed meanwhile. */
  signIn(nonce: string, address: string, tokens: TokenPair, now: number): Promise<Opened | null>;
  /** @param candidates possible successors of the token, the one to issue first */
  refresh(refresh: string, candidates: readonly TokenPair[], now: number): Promise<RefreshResult>;
  /** Ends the session either token belongs to; its id, or null when there is none. */
  endByTokens(tokens: Partial<TokenPair>, now: number): Promise<string | null>;
  /** False when the user has no such session. */
  endSession(userId: string, sessionId: string, now: number): Promise<boolean>;
  listSessions(userId: string, now: number): Promise<SessionRow[]>;
  readUser(userId: string): Promise<User>;
  /** Removes what expired. */
  prune(now: number): Promise<void>;
  /** Synchronous, for it stands before every request. @throws AppError `unauthenticated`, `session_expired` */
  identify(access: string | undefined, now: number): Identity;
  sessionExpiry(sessionId: string, now: number): number | null;
};

type TokenRow = { sessionId: string; expiresAt: number; usedAt: number | null; successorHash: Buffer | null };
type LiveSession = { userId: string };

export function createAuthStore(deps: {
  db: Database;
  ledger: Ledger;
  random: Random;
  welcomeCredits: number;
}): AuthStore {
  const { db, ledger, random, welcomeCredits } = deps;
  const run = (sql: string) => db.prepare(sql);
  const addNonce = run(
    `INSERT INTO nonce (nonce, address, purpose, domain, message, expires_at)
     VALUES (@nonce, @address, @purpose, @domain, @message, @expiresAt)`,
  );
  const findNonce = db.prepare<[string], NonceRow>(
    `SELECT nonce, address, purpose, domain, message, failures, used_at AS usedAt, expires_at AS expiresAt
     FROM nonce WHERE nonce = ?`,
  );
  const addFailure = run('UPDATE nonce SET failures = failures + 1 WHERE nonce = ?');
  const consumeNonce = run(
    `UPDATE nonce SET used_at = @now WHERE nonce = @nonce AND address = @address
       AND used_at IS NULL AND failures < ${maxNonceFailures} AND expires_at > @now`,
  );
  const userColumns = 'id, address, created_at AS createdAt';
  const findUser = db.prepare<[string], User>(`SELECT ${userColumns} FROM user WHERE address = ?`);
  const readUser = db.prepare<[string], User>(`SELECT ${userColumns} FROM user WHERE id = ?`);
  const addUser = run('INSERT INTO user (id, address, created_at) VALUES (@id, @address, @createdAt)');
  const addSession = run(
    'INSERT INTO session (id, user_id, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?)',
  );
  const extendSession = run('UPDATE session SET last_used_at = ?, expires_at = ? WHERE id = ?');
  const endSession = run('UPDATE session SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL');
  const findLive = db.prepare<[string, number], LiveSession>(
    'SELECT user_id AS userId FROM session WHERE id = ? AND ended_at IS NULL AND expires_at > ?',
  );
  const ownSession = db.prepare<[string, string], { id: string }>(
    'SELECT id FROM session WHERE id = ? AND user_id = ?',
  );
  const listSessions = db.prepare<[string, number], SessionRow>(
    `SELECT id, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt FROM session
     WHERE user_id = ? AND ended_at IS NULL AND expires_at > ? ORDER BY created_at DESC LIMIT 100`,
  );
  const addRefresh = run('INSERT INTO refresh_token (hash, session_id, expires_at) VALUES (?, ?, ?)');
  const addAccess = run('INSERT INTO access_token (hash, session_id, expires_at) VALUES (?, ?, ?)');
  const findRefresh = db.prepare<[Buffer], TokenRow>(
    `SELECT session_id AS sessionId, expires_at AS expiresAt, used_at AS usedAt, successor_hash AS successorHash
     FROM refresh_token WHERE hash = ?`,
  );
  const useRefresh = run('UPDATE refresh_token SET used_at = ?, successor_hash = ? WHERE hash = ?');
  const readAccess = db.prepare<[Buffer], { sessionId: string; expiresAt: number }>(
    'SELECT session_id AS sessionId, expires_at AS expiresAt FROM access_token WHERE hash = ?',
  );
  const identify = db.prepare<[Buffer], Identified>(
    `SELECT user.id AS userId, user.address, session.id AS sessionId, access_token.expires_at AS expiresAt,
       session.ended_at AS endedAt
     FROM access_token JOIN session ON session.id = session_id JOIN user ON user.id = session.user_id
     WHERE hash = ?`,
  );
  const newestAccess = db.prepare<[string, number], { expiresAt: number }>(
    `SELECT access_token.expires_at AS expiresAt FROM access_token JOIN session ON session.id = session_id
     WHERE session_id = ? AND ended_at IS NULL AND access_token.expires_at > ?
     ORDER BY access_token.expires_at DESC LIMIT 1`,
  );
  type Identified = {
    userId: string;
    address: string;
    sessionId: string;
    expiresAt: number;
    endedAt: number | null;
  };

  const userOf = (address: string, now: number): User => {
    const known = findUser.get(address);
    if (known) return known;
    const user = { id: newId('usr', random), address, createdAt: now };
    addUser.run(user);
    if (welcomeCredits > 0)
      ledger.grant({
        userId: user.id,
        credits: welcomeCredits,
        subject: `welcome:${user.id}`,
        note: 'Welcome',
      });
    return user;
  };

  const issue = (sessionId: string, user: User, tokens: TokenPair, now: number): Opened => {
    const expiresAt = now + accessLifetimeMs;
    const refreshExpiresAt = now + refreshLifetimeMs;
    addAccess.run(hashToken(tokens.access), sessionId, expiresAt);
    addRefresh.run(hashToken(tokens.refresh), sessionId, refreshExpiresAt);
    return { user, tokens, expiresAt, refreshExpiresAt };
  };

  const rotate = (hash: Buffer, token: TokenRow, live: LiveSession, next: TokenPair, now: number): Opened => {
    const user = readUser.get(live.userId)!;
    useRefresh.run(now, hashToken(next.refresh), hash);
    const opened = issue(token.sessionId, user, next, now);
    extendSession.run(now, opened.refreshExpiresAt, token.sessionId);
    return opened;
  };

  /** What was issued for this token before, found among the candidates by its hash. */
  const repeat = (
    token: TokenRow,
    live: LiveSession,
    candidates: readonly TokenPair[],
  ): Opened | undefined => {
    const tokens = candidates.find(({ refresh }) => token.successorHash?.equals(hashToken(refresh)));
    const access = tokens && readAccess.get(hashToken(tokens.access));
    const refresh = tokens && findRefresh.get(hashToken(tokens.refresh));
    if (!access || !refresh) return undefined;
    const user = readUser.get(live.userId)!;
    return { user, tokens, expiresAt: access.expiresAt, refreshExpiresAt: refresh.expiresAt };
  };

  const refreshNow = (presented: string, candidates: readonly TokenPair[], now: number): RefreshResult => {
    const hash = hashToken(presented);
    const token = findRefresh.get(hash);
    const live = token && findLive.get(token.sessionId, now);
    if (!token || !live || token.expiresAt <= now) return { outcome: 'invalid' };
    if (token.usedAt === null)
      return { outcome: 'rotated', ...rotate(hash, token, live, candidates[0]!, now) };
    const repeated = now - token.usedAt <= graceMs ? repeat(token, live, candidates) : undefined;
    if (repeated) return { outcome: 'rotated', ...repeated };
    endSession.run(now, 'refresh_reused', token.sessionId);
    return { outcome: 'reused', sessionId: token.sessionId };
  };

  return {
    async addNonce(nonce) {
      addNonce.run(nonce);
    },
    findNonce: async (nonce) => findNonce.get(nonce) ?? null,
    async addFailure(nonce) {
      addFailure.run(nonce);
    },
    signIn: async (nonce, address, tokens, now) =>
      write(db, () => {
        if (consumeNonce.run({ nonce, address, now }).changes === 0) return null;
        const user = userOf(address, now);
        const sessionId = newId('ses', random);
        addSession.run(sessionId, user.id, now, now, now + refreshLifetimeMs);
        return issue(sessionId, user, tokens, now);
      }),
    refresh: async (presented, candidates, now) => write(db, () => refreshNow(presented, candidates, now)),
    endByTokens: async ({ access, refresh }, now) =>
      write(db, () => {
        const found =
          (refresh !== undefined && findRefresh.get(hashToken(refresh))) ||
          (access !== undefined && readAccess.get(hashToken(access)));
        if (!found) return null;
        endSession.run(now, 'logout', found.sessionId);
        return found.sessionId;
      }),
    endSession: async (userId, sessionId, now) =>
      write(db, () => {
        if (!ownSession.get(sessionId, userId)) return false;
        endSession.run(now, 'revoked', sessionId);
        return true;
      }),
    listSessions: async (userId, now) => listSessions.all(userId, now),
    readUser: async (userId) => readUser.get(userId)!,
    prune: async (now) =>
      write(db, () => {
        run('DELETE FROM nonce WHERE expires_at < ?').run(now - 86_400_000);
        run('DELETE FROM access_token WHERE expires_at < ?').run(now - 86_400_000);
        run('DELETE FROM refresh_token WHERE expires_at < ?').run(now - 86_400_000);
        run('DELETE FROM session WHERE expires_at < ?').run(now - 86_400_000);
      }),
    identify(access, now) {
      const row = access ? identify.get(hashToken(access)) : undefined;
      if (!row) throw new AppError('unauthenticated', 'Sign in first.');
      if (row.endedAt !== null || row.expiresAt <= now) throw new AppError('session_expired');
      const { userId, address, sessionId, expiresAt } = row;
      return { user: { id: userId, address }, sessionId, expiresAt };
    },
    sessionExpiry: (sessionId, now) => newestAccess.get(sessionId, now)?.expiresAt ?? null,
  };
}
