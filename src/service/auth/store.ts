import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import type { Identity } from '../mount.js';
import type { Journal } from './journal.js';
import type { NonceStore } from './nonce-store.js';
import type { SpentTransfer } from './proof.js';
import { hashToken, type TokenPair } from './tokens.js';

type User = { id: string; address: string; createdAt: number };
type Owner = Pick<User, 'id' | 'address'>;
/** A proven nonce and its kind of proof. */
export type Proof = { nonce: string; address: string; encoding: string; transfer: SpentTransfer | null };
type SessionRow = { id: string; createdAt: number; lastUsedAt: number; expiresAt: number };
/** A session just opened or rotated. Times in ms. */
export type Opened = { user: User; tokens: TokenPair; expiresAt: number; refreshExpiresAt: number };
type RefreshResult =
  | ({ outcome: 'rotated' } & Opened)
  | { outcome: 'invalid' }
  | { outcome: 'reused'; sessionId: string };

export const accessLifetimeMs = 15 * 60_000;
export const refreshLifetimeMs = 30 * 86_400_000;
/** How long a used refresh token still returns its successor, for a client whose reply was lost. */
const graceMs = 60_000;

export type AuthStore = {
  /**
   * Consumes the nonce and opens a session in one transaction, which also spends a transfer proof and credits it
   * back. Null when the nonce was consumed meanwhile.
   * @throws AppError `signature_already_used` for a transfer that has proved or paid before
   */
  signIn(proof: Proof, tokens: TokenPair, now: number): Promise<Opened | null>;
  /** @param candidates possible successors of the token; the first is the one to issue */
  refresh(refresh: string, candidates: readonly TokenPair[], now: number): Promise<RefreshResult>;
  /** Ends the session of either token; returns its id, or null when there is none. */
  endByTokens(tokens: Partial<TokenPair>, now: number): Promise<string | null>;
  /** False when the user has no such session. */
  endSession(user: Owner, sessionId: string, now: number): Promise<boolean>;
  /** Ends every session of the user. @returns their ids */
  endAll(user: Owner, now: number): Promise<string[]>;
  listSessions(userId: string, now: number): Promise<SessionRow[]>;
  readUser(userId: string): Promise<User>;
  /** Removes what expired. */
  prune(now: number): Promise<void>;
  /**
   * Synchronous, because it runs before every request.
   * @throws AppError `unauthenticated`, `session_expired`
   */
  identify(access: string | undefined, now: number): Identity;
  sessionExpiry(sessionId: string, now: number): number | null;
};

type TokenRow = { sessionId: string; expiresAt: number; usedAt: number | null; successorHash: Buffer | null };
type LiveSession = { userId: string };

export function createAuthStore(deps: {
  db: Database;
  ledger: Ledger;
  random: Random;
  nonces: Pick<NonceStore, 'consume' | 'prune'>;
  journal: Journal;
  welcomeCredits: number;
}): AuthStore {
  const { db, ledger, random, nonces, journal, welcomeCredits } = deps;
  const run = (sql: string) => db.prepare(sql);
  const spendTransfer = run(
    `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at)
     SELECT @signature, @userId, @lamports, @credits, @now
     WHERE NOT EXISTS (SELECT 1 FROM payment WHERE signature = @signature AND intent_id IS NOT NULL)
     ON CONFLICT DO NOTHING`,
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
  const endAll = db.prepare<[number, string], { id: string }>(
    `UPDATE session SET ended_at = ?, end_reason = 'revoked' WHERE user_id = ? AND ended_at IS NULL RETURNING id`,
  );
  const addressOf = db.prepare<[string], { address: string }>(
    'SELECT address FROM user JOIN session ON session.user_id = user.id WHERE session.id = ?',
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

  const spend = ({ signature, lamports, credits }: SpentTransfer, userId: string, now: number) => {
    const spent = spendTransfer.run({ signature, userId, lamports: Number(lamports), credits, now });
    if (spent.changes === 0)
      throw new AppError('signature_already_used', 'That transfer was already used. Start again with /link.');
    const note = 'Back from the transfer that proved your wallet';
    ledger.credit({ userId, credits, subject: `proof:${signature}`, note });
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

  /** Finds the successor issued for this token before, by the hashes of the candidates. */
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
    const { address } = readUser.get(live.userId)!;
    journal.add({ kind: 'refresh_reused', address, sessionId: token.sessionId });
    return { outcome: 'reused', sessionId: token.sessionId };
  };

  return {
    signIn: async ({ nonce, address, encoding, transfer }, tokens, now) =>
      write(db, () => {
        if (!nonces.consume(nonce, address, now)) return null;
        const user = userOf(address, now);
        if (transfer) spend(transfer, user.id, now);
        const sessionId = newId('ses', random);
        addSession.run(sessionId, user.id, now, now, now + refreshLifetimeMs);
        journal.add({ kind: 'signed_in', address, sessionId, detail: encoding });
        return issue(sessionId, user, tokens, now);
      }),
    refresh: async (presented, candidates, now) => write(db, () => refreshNow(presented, candidates, now)),
    endByTokens: async ({ access, refresh }, now) =>
      write(db, () => {
        const found =
          (refresh !== undefined && findRefresh.get(hashToken(refresh))) ||
          (access !== undefined && readAccess.get(hashToken(access)));
        if (!found) return null;
        const { sessionId } = found;
        const ended = endSession.run(now, 'logout', sessionId).changes === 1;
        if (ended) journal.add({ kind: 'logged_out', address: addressOf.get(sessionId)!.address, sessionId });
        return sessionId;
      }),
    endSession: async ({ id, address }, sessionId, now) =>
      write(db, () => {
        if (!ownSession.get(sessionId, id)) return false;
        const ended = endSession.run(now, 'revoked', sessionId).changes === 1;
        if (ended) journal.add({ kind: 'session_revoked', address, sessionId });
        return true;
      }),
    endAll: async ({ id, address }, now) =>
      write(db, () => {
        const ended = endAll.all(now, id);
        journal.add({ kind: 'all_sessions_revoked', address, detail: String(ended.length) });
        return ended.map((session) => session.id);
      }),
    listSessions: async (userId, now) => listSessions.all(userId, now),
    readUser: async (userId) => readUser.get(userId)!,
    prune: async (now) =>
      write(db, () => {
        nonces.prune(now);
        journal.prune();
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
