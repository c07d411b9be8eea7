import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import type { Ledger } from '../ledger/ledger.js';
import type { AuthJournal } from './journal.js';
import type { NonceStore } from './nonce-store.js';
import type { SpentTransfer } from './proof.js';
import { type LiveSession, type SessionRow, authSql as sql, type TokenRow } from './statements.js';
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

  const userOf = async (t: Transaction, address: string, now: number): Promise<StoredUser> => {
    const known = await t.get<StoredUser>(sql.findUser, { address });
    if (known) return known;
    const user = { id: newId('usr', random), address, createdAt: now };
    await t.run(sql.addUser, user);
    if (welcomeCredits > 0)
      await ledger.grant(t, {
        userId: user.id,
        credits: welcomeCredits,
        subject: `welcome:${user.id}`,
        note: 'Welcome',
      });
    return user;
  };

  const issue = async (
    t: Transaction,
    sessionId: string,
    user: StoredUser,
    tokens: TokenPair,
    now: number,
  ): Promise<OpenedSession> => {
    const expiresAt = now + accessLifetimeMs;
    const refreshExpiresAt = now + refreshLifetimeMs;
    await t.run(sql.addAccess, { hash: hashToken(tokens.access), sessionId, expiresAt });
    await t.run(sql.addRefresh, { hash: hashToken(tokens.refresh), sessionId, expiresAt: refreshExpiresAt });
    return { user, tokens, expiresAt, refreshExpiresAt };
  };

  const rotate = async (
    t: Transaction,
    hash: Buffer,
    token: TokenRow,
    live: LiveSession,
    next: TokenPair,
    now: number,
  ): Promise<OpenedSession> => {
    const user = (await t.get<StoredUser>(sql.readUser, { id: live.userId }))!;
    await t.run(sql.useRefresh, { hash, now, successorHash: hashToken(next.refresh) });
    const opened = await issue(t, token.sessionId, user, next, now);
    await t.run(sql.extendSession, { id: token.sessionId, now, expiresAt: opened.refreshExpiresAt });
    return opened;
  };

  const refreshNow = async (
    t: Transaction,
    presented: string,
    candidates: readonly TokenPair[],
    now: number,
  ): Promise<RefreshResult> => {
    const hash = hashToken(presented);
    const token = await t.get<TokenRow>(sql.findRefresh, { hash });
    const live = token && (await t.get<LiveSession>(sql.findLive, { id: token.sessionId, now }));
    if (!token || !live || token.expiresAt <= now) return { outcome: 'invalid' };
    if (token.usedAt === null)
      return { outcome: 'rotated', ...(await rotate(t, hash, token, live, candidates[0]!, now)) };
    const repeated = now - token.usedAt <= graceMs ? await repeat(t, token, live, candidates) : undefined;
    if (repeated) return { outcome: 'rotated', ...repeated };
    await t.run(sql.endSession, { id: token.sessionId, now, reason: 'refresh_reused' });
    const { address } = (await t.get<StoredUser>(sql.readUser, { id: live.userId }))!;
    await journal.add(t, { kind: 'refresh_reused', address, sessionId: token.sessionId });
    return { outcome: 'reused', sessionId: token.sessionId };
  };

  return {
    signIn: ({ nonce, address, encoding, transfer }, tokens, now) =>
      db.transaction(async (t) => {
        if (!(await nonces.consume(t, nonce, address, now))) return null;
        const user = await userOf(t, address, now);
        if (transfer) await spend(t, ledger, transfer, user.id, now);
        const sessionId = newId('ses', random);
        const session = { id: sessionId, userId: user.id, now, expiresAt: now + refreshLifetimeMs };
        await t.run(sql.addSession, session);
        await journal.add(t, { kind: 'signed_in', address, sessionId, detail: encoding });
        return issue(t, sessionId, user, tokens, now);
      }),
    refresh: (presented, candidates, now) => db.transaction((t) => refreshNow(t, presented, candidates, now)),
    endByTokens: (tokens, now) =>
      db.transaction(async (t) => {
        const sessionId = await sessionOf(t, tokens);
        if (sessionId === null) return null;
        const { address } = (await t.get<Owner>(sql.addressOf, { sessionId }))!;
        if ((await t.run(sql.endSession, { id: sessionId, now, reason: 'logout' })) === 1)
          await journal.add(t, { kind: 'logged_out', address, sessionId });
        return sessionId;
      }),
    endSession: ({ id, address }, sessionId, now) =>
      db.transaction(async (t) => {
        if (!(await t.get(sql.ownSession, { id: sessionId, userId: id }))) return false;
        if ((await t.run(sql.endSession, { id: sessionId, now, reason: 'revoked' })) === 1)
          await journal.add(t, { kind: 'session_revoked', address, sessionId });
        return true;
      }),
    endAll: ({ id, address }, now) =>
      db.transaction(async (t) => {
        const ended = await t.all<{ id: string }>(sql.endAll, { userId: id, now });
        await journal.add(t, { kind: 'all_sessions_revoked', address, detail: String(ended.length) });
        return ended.map((session) => session.id);
      }),
    listSessions: (userId, now) => db.all<SessionRow>(sql.listSessions, { userId, now }),
    prune: (now) =>
      db.transaction(async (t) => {
        await nonces.prune(t, now);
        await journal.prune(t);
        for (const prune of sql.pruneTables) await t.run(prune, { before: now - 86_400_000 });
      }),
  };
}

/** Spends the transfer on a proof, and returns its value as credits. */
async function spend(
  t: Transaction,
  ledger: Ledger,
  { signature, lamports, credits }: SpentTransfer,
  userId: string,
  now: number,
): Promise<void> {
  const proof = { signature, userId, lamports: Number(lamports), credits, now };
  const isPaid = (await t.get(sql.findPaid, { signature })) !== undefined;
  if (isPaid || (await t.run(sql.spendTransfer, proof)) === 0)
    throw new AppError('signature_already_used', 'That transfer was already used. Start again with /link.');
  const note = 'Back from the transfer that proved your wallet';
  await ledger.credit(t, { userId, credits, subject: `proof:${signature}`, note });
}

/** Finds the successor issued for this token before, by the hashes of the candidates. */
async function repeat(
  t: Transaction,
  token: TokenRow,
  live: LiveSession,
  candidates: readonly TokenPair[],
): Promise<OpenedSession | undefined> {
  const tokens = candidates.find(({ refresh }) => token.successorHash?.equals(hashToken(refresh)));
  if (!tokens) return undefined;
  const access = await t.get<TokenRow>(sql.readAccess, { hash: hashToken(tokens.access) });
  const refresh = await t.get<TokenRow>(sql.findRefresh, { hash: hashToken(tokens.refresh) });
  if (!access || !refresh) return undefined;
  const user = (await t.get<StoredUser>(sql.readUser, { id: live.userId }))!;
  return { user, tokens, expiresAt: access.expiresAt, refreshExpiresAt: refresh.expiresAt };
}

async function sessionOf(t: Transaction, { access, refresh }: Partial<TokenPair>): Promise<string | null> {
  const found =
    (refresh !== undefined && (await t.get<TokenRow>(sql.findRefresh, { hash: hashToken(refresh) }))) ||
    (access !== undefined && (await t.get<TokenRow>(sql.readAccess, { hash: hashToken(access) })));
  return found ? found.sessionId : null;
}
