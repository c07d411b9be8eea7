import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { randomText } from '../../base/ids.js';
import { type Loop, startLoop } from '../../base/loop.js';
import {
  createNonce,
  listSessions,
  logout,
  type Nonce,
  readUser,
  refreshSession,
  revokeSession,
  revokeSessions,
  type SignInResult,
  signInWithWallet,
} from '../../contract/auth.js';
import type { Authenticate } from '../call.js';
import type { SetCookie } from '../cookies.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import { hubTopics } from '../hub.js';
import { wholePage } from '../page.js';
import { accessCookie, createIdentities } from './identities.js';
import { createAuthJournal } from './journal.js';
import { createLimits } from './limits.js';
import { askNonce, viewNonce } from './nonce.js';
import { type AskedNonce, createNonceStore } from './nonce-store.js';
import { createProofCheck } from './proof.js';
import { accessLifetimeMs, createAuthStore, type OpenedSession, refreshLifetimeMs } from './store.js';
import { createTokens, hashToken } from './tokens.js';
import { createTransferProofs } from './transfer-proof.js';

export type Auth = {
  feature: Feature;
  authenticate: Authenticate;
  sessionExpiry(sessionId: string): Promise<number | null>;
};

const maxDraws = 8;
const pruneEveryMs = 3_600_000;
const cookieNames = { access: accessCookie, refresh: 'refresh_token' } as const;

/** Wallet sign-in and sessions. */
export function createAuth(context: ServiceContext): Auth {
  const { config, db, ledger, clock, random, hub, hints, log } = context;
  const journal = createAuthJournal(clock);
  const nonces = createNonceStore(db, journal);
  const welcomeCredits = config.welcomeCredits ?? 0;
  const store = createAuthStore({ db, ledger, random, nonces, journal, welcomeCredits });
  const identities = createIdentities(db, config.botSecret);
  const transfers = createTransferProofs(context);
  const proofs = createProofCheck({ nonces, transfers, domain: config.domain, now: clock.now });
  const tokens = createTokens(config.masterKeys, random);
  const limits = createLimits(clock);
  let pruning: Loop | undefined;
  hints.on(hubTopics.session, identities.forgetEnded);

  const endSession = (sessionId: string) => {
    identities.forgetEnded();
    hub.endSession(sessionId);
  };

  /** Draws amounts until none of this wallet's open requests has the same. */
  const askTransfer = async (nonce: string, asked: AskedNonce): Promise<Nonce> => {
    if (!transfers)
      throw new AppError(
        'invalid_request',
        "This service doesn't accept a transfer as proof. Sign the text instead.",
      );
    for (let draws = 0; draws < maxDraws; draws += 1) {
      const transfer = transfers.draw();
      if (await nonces.add(nonce, { ...asked, transfer }))
        return {
          ...viewNonce(asked, nonce),
          transfer: transfers.view(transfer, asked.input.statement ?? ''),
        };
    }
    throw new AppError('rate_limited', undefined, { context: { retryAfter: 60 } });
  };

  const routes: Feature['routes'] = [
    route(createNonce, async ({ body, ip }) => {
      limits.nonces(ip, body.address);
      const nonce = randomText(random, 26);
      const asked = askNonce(config, body, clock.now());
      const view = viewNonce(asked, nonce); // before storing it, so that a text that cannot be built is refused
      if (body.purpose === 'transfer_proof') return { status: 201, body: await askTransfer(nonce, asked) };
      await nonces.add(nonce, asked);
      return { status: 201, body: view };
    }),
    route(signInWithWallet, async ({ body, ip }) => {
      limits.proofs(ip, body.address);
      const transfer = await proofs.check(body);
      const { nonce, address, encoding } = body;
      const opened = await store.signIn({ nonce, address, encoding, transfer }, tokens.first(), clock.now());
      if (!opened) throw new AppError('nonce_used');
      return answer(opened);
    }),
    route(refreshSession, async ({ cookies, ip }) => {
      const presented = cookies[cookieNames.refresh];
      if (!presented) throw new AppError('refresh_invalid');
      limits.refreshes(ip, hashToken(presented).toString('base64'));
      const result = await store.refresh(presented, tokens.successors(presented), clock.now());
      if (result.outcome === 'rotated') return answer(result);
      if (result.outcome === 'invalid') throw new AppError('refresh_invalid');
      endSession(result.sessionId);
      log.warn({ session: result.sessionId }, 'refresh token reused; session ended');
      throw new AppError('refresh_reused');
    }),
    route(logout, async ({ cookies }) => {
      const { [cookieNames.access]: access, [cookieNames.refresh]: refresh } = cookies;
      const ended = await store.endByTokens({ access, refresh }, clock.now());
      if (ended) endSession(ended);
      return { status: 204, body: null, cookies: clearedCookies };
    }),
    route(listSessions, async ({ user, sessionId }) => {
      const rows = await store.listSessions(user.id, clock.now());
      const views = rows.map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
        id,
        created_at: iso(createdAt),
        last_used_at: iso(lastUsedAt),
        expires_at: iso(expiresAt),
        current: id === sessionId,
      }));
      return { status: 200, body: wholePage(views) };
    }),
    route(revokeSession, async ({ user, params }) => {
      const known = await store.endSession(user, params.session_id, clock.now());
      if (!known)
        throw new AppError('not_found', "We couldn't find that session. It may have ended already.");
      endSession(params.session_id);
      return { status: 204, body: null };
    }),
    route(revokeSessions, async ({ user }) => {
      for (const ended of await store.endAll(user, clock.now())) endSession(ended);
      return { status: 204, body: null, cookies: clearedCookies };
    }),
    route(readUser, async ({ user }) => {
      const { id, address, createdAt } = await identities.readUser(user.id);
      return { status: 200, body: { id, address, created_at: iso(createdAt) } };
    }),
  ];

  return {
    authenticate: (cookies) => identities.identify(cookies, clock.now()),
    sessionExpiry: (sessionId) => identities.sessionExpiry(sessionId, clock.now()),
    feature: {
      routes,
      start() {
        // In every process: it deletes what ended long ago, and what another process deleted is gone already.
        const round = async () => void (await store.prune(clock.now()));
        pruning = startLoop({ name: 'session pruning', everyMs: pruneEveryMs, round, clock, log });
      },
      stop: async () => pruning?.stop(),
    },
  };
}

const tokenCookies = (
  { access, refresh }: { access: string; refresh: string },
  accessSeconds: number,
  refreshSeconds: number,
): SetCookie[] => [
  { name: cookieNames.access, value: access, path: '/api', maxAgeSeconds: accessSeconds },
  { name: cookieNames.refresh, value: refresh, path: '/api/auth', maxAgeSeconds: refreshSeconds },
];

const clearedCookies = tokenCookies({ access: '', refresh: '' }, 0, 0);

function answer(opened: OpenedSession): { status: 200; body: SignInResult; cookies: SetCookie[] } {
  const { user, tokens, expiresAt, refreshExpiresAt } = opened;
  return {
    status: 200,
    body: {
      user: { id: user.id, address: user.address, created_at: iso(user.createdAt) },
      session: { expires_at: iso(expiresAt), refresh_expires_at: iso(refreshExpiresAt) },
    },
    cookies: tokenCookies(tokens, accessLifetimeMs / 1_000, refreshLifetimeMs / 1_000),
  };
}
