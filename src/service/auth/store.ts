import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { type Database, write } from '../../base/store.js';
import type { Ledger } from '../ledger/ledger.js';
import type { AuthJournal } from './journal.js';
import type { NonceStore } from './nonce-store.js';
import type { SpentTransfer } from './proof.js';
import { createAuthStatements, type LiveSession, type SessionRow, type TokenRow } from './statements.js';
import { hashToken, type TokenPair } from './tokens.js';
import type { StoredUser } from './user.js';

type Owner = Pick<StoredUser, 'id' | 'address'>;
/** A proven nonce and its kind of proof. */
export type ProvenNonce = {
  nonce: string;
  address: string;
  encoding: string;
  transfer: SpentTransfer | null;
};
/** A session just opened or rotated. Times in ms. */
export type OpenedSession = {
  user: StoredUser;
  tokens: TokenPair;
  expiresAt: number;
  refreshExpiresAt: number;
};
type RefreshResult =
  | ({ outcome: 'rotated' } & OpenedSession)
  | { outcome: 'invalid' }
  | { outcome: 'reused'; sessionId: string };

export const accessLifetimeMs = 15 * 60_000;
export const refreshLifetimeMs = 30 * 86_400_000;
/** How long a used refresh token still returns its successor, for a client whose reply was lost. */
const graceMs = 60_000;

/** Users' sessions and their tokens. */
export type AuthStore = {
  /**
   * Consumes the nonce and opens a session in one transaction, which also spends a transfer proof and credits it
   * back. Null when the nonce was consumed meanwhile.
   * @throws AppError `signature_already_used` for a transfer that has proved or paid before
   */
  signIn(proof: ProvenNonce, tokens: TokenPair, now: number): Promise<OpenedSession | null>;
  /** @param candidates possible successors of the token; the first is the one to issue */
  refresh(refresh: string, candidates: readonly TokenPair[], now: number): Promise<RefreshResult>;
  /** Ends the session of either token; returns its id, or null when there is none. */
  endByTokens(tokens: Partial<TokenPair>, now: number): Promise<string | null>;
  /** False when the user has no such session. */
  endSession(user: Owner, sessionId: string, now: number): Promise<boolean>;
  /** Ends every session of the user. @returns their ids */
  endAll(user: Owner, now: number): Promise<string[]>;
  listSessions(userId: string, now: number): Promise<SessionRow[]>;
  /** Removes what expired. */
  prune(now: number): Promise<void>;
};

export function createAuthStore(deps: {
  db: Database;
  ledger: Ledger;
  random: Random;
  nonces: Pick<NonceStore, 'consume' | 'prune'>;
  journal: AuthJournal;
  welcomeCredits: number;
}): AuthStore {
  const { db, ledger, random, nonces, journal, welcomeCredits } = deps;
  const sql = createAuthStatements(db);

  const userOf = (address: string, now: number): StoredUser => {
    const known = sql.findUser.get({ address });
    if (known) return known;
    const user = { id: newId('usr', random), address, createdAt: now };
    sql.addUser.run(user);
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
    const spent = sql.spendTransfer.run({ signature, userId, lamports: Number(lamports), credits, now });
    if (spent.changes === 0)
      throw new AppError('signature_already_used', 'That transfer was already used. Start again with /link.');
    const note = 'Back from the transfer that proved your wallet';
    ledger.credit({ userId, credits, subject: `proof:${signature}`, note });
  };

  const issue = (sessionId: string, user: StoredUser, tokens: TokenPair, now: number): OpenedSession => {
    const expiresAt = now + accessLifetimeMs;
    const refreshExpiresAt = now + refreshLifetimeMs;
    sql.addAccess.run({ hash: hashToken(tokens.access), sessionId, expiresAt });
    sql.addRefresh.run({ hash: hashToken(tokens.refresh), sessionId, expiresAt: refreshExpiresAt });
    return { user, tokens, expiresAt, refreshExpiresAt };
  };

  const rotate = (
    hash: Buffer,
    token: TokenRow,
    live: LiveSession,
    next: TokenPair,
    now: number,
  ): OpenedSession => {
    const user = sql.readUser.get({ id: live.userId })!;
    sql.useRefresh.run({ hash, now, successorHash: hashToken(next.refresh) });
    const opened = issue(token.sessionId, user, next, now);
    sql.extendSession.run({ id: token.sessionId, now, expiresAt: opened.refreshExpiresAt });
    return opened;
  };

  /** Finds the successor issued for this token before, by the hashes of the candidates. */
  const repeat = (
    token: TokenRow,
    live: LiveSession,
    candidates: readonly TokenPair[],
  ): OpenedSession | undefined => {
    const tokens = candidates.find(({ refresh }) => token.successorHash?.equals(hashToken(refresh)));
    const access = tokens && sql.readAccess.get({ hash: hashToken(tokens.access) });
    const refresh = tokens && sql.findRefresh.get({ hash: hashToken(tokens.refresh) });
    if (!access || !refresh) return undefined;
    const user = sql.readUser.get({ id: live.userId })!;
    return { user, tokens, expiresAt: access.expiresAt, refreshExpiresAt: refresh.expiresAt };
  };

  const refreshNow = (presented: string, candidates: readonly TokenPair[], now: number): RefreshResult => {
    const hash = hashToken(presented);
    const token = sql.findRefresh.get({ hash });
    const live = token && sql.findLive.get({ id: token.sessionId, now });
    if (!token || !live || token.expiresAt <= now) return { outcome: 'invalid' };
    if (token.usedAt === null)
      return { outcome: 'rotated', ...rotate(hash, token, live, candidates[0]!, now) };
    const repeated = now - token.usedAt <= graceMs ? repeat(token, live, candidates) : undefined;
    if (repeated) return { outcome: 'rotated', ...repeated };
    sql.endSession.run({ id: token.sessionId, now, reason: 'refresh_reused' });
    const { address } = sql.readUser.get({ id: live.userId })!;
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
        sql.addSession.run({ id: sessionId, userId: user.id, now, expiresAt: now + refreshLifetimeMs });
        journal.add({ kind: 'signed_in', address, sessionId, detail: encoding });
        return issue(sessionId, user, tokens, now);
      }),
    refresh: async (presented, candidates, now) => write(db, () => refreshNow(presented, candidates, now)),
    endByTokens: async ({ access, refresh }, now) =>
      write(db, () => {
        const found =
          (refresh !== undefined && sql.findRefresh.get({ hash: hashToken(refresh) })) ||
          (access !== undefined && sql.readAccess.get({ hash: hashToken(access) }));
        if (!found) return null;
        const { sessionId } = found;
        const ended = sql.endSession.run({ id: sessionId, now, reason: 'logout' }).changes === 1;
        if (ended) {
          const { address } = sql.addressOf.get({ sessionId })!;
          journal.add({ kind: 'logged_out', address, sessionId });
        }
        return sessionId;
      }),
    endSession: async ({ id, address }, sessionId, now) =>
      write(db, () => {
        if (!sql.ownSession.get({ id: sessionId, userId: id })) return false;
        const ended = sql.endSession.run({ id: sessionId, now, reason: 'revoked' }).changes === 1;
        if (ended) journal.add({ kind: 'session_revoked', address, sessionId });
        return true;
      }),
    endAll: async ({ id, address }, now) =>
      write(db, () => {
        const ended = sql.endAll.all({ userId: id, now });
        journal.add({ kind: 'all_sessions_revoked', address, detail: String(ended.length) });
        return ended.map((session) => session.id);
      }),
    listSessions: async (userId, now) => sql.listSessions.all({ userId, now }),
    prune: async (now) =>
      write(db, () => {
        nonces.prune(now);
        journal.prune();
        for (const prune of sql.pruneTables) prune.run({ before: now - 86_400_000 });
      }),
  };
}
