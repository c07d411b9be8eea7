import type { Clock } from '../../base/clock.js';
import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { randomText } from '../../base/ids.js';
import { type Loop, startLoop } from '../../base/loop.js';
import { buildSignInMessage } from '../../chain/siws.js';
import {
  createNonce,
  listSessions,
  logout,
  type Nonce,
  readUser,
  refreshSession,
  revokeSession,
  type SignedIn,
  signInWithWallet,
} from '../../contract/auth.js';
import type { Body } from '../../contract/endpoint.js';
import type { ServiceConfig } from '../config.js';
import type { SetCookie } from '../cookies.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import type { Authenticate } from '../mount.js';
import { wholePage } from '../page.js';
import { createRateLimit } from '../rate-limit.js';
import { provesText } from './proof.js';
import {
  accessLifetimeMs,
  createAuthStore,
  maxNonceFailures,
  type Opened,
  refreshLifetimeMs,
} from './store.js';
import { createTokens } from './tokens.js';

export type Auth = {
  feature: Feature;
  authenticate: Authenticate;
  sessionExpiry(sessionId: string): number | null;
};

const nonceLifetimeMs = 10 * 60_000;
const pruneEveryMs = 3_600_000;
const cookieNames = { access: 'access_token', refresh: 'refresh_token' } as const;

/** Sign-in with a wallet and the sessions that follow from it. */
export function createAuth(context: ServiceContext): Auth {
  const { config, db, ledger, clock, random, hub, log } = context;
  const store = createAuthStore({ db, ledger, random, welcomeCredits: config.welcomeCredits ?? 0 });
  const tokens = createTokens(config.masterKeys, random);
  const limits = createLimits(clock);
  let pruning: Loop | undefined;

  const checkNonce = async ({ nonce, address, ...proof }: Body<typeof signInWithWallet>) => {
    const asked = await store.findNonce(nonce);
    if (!asked || asked.domain !== config.domain || asked.expiresAt <= clock.now())
      throw new AppError('nonce_expired');
    if (asked.usedAt !== null || asked.failures >= maxNonceFailures) throw new AppError('nonce_used');
    if (asked.address !== address) throw new AppError('signature_invalid');
    if (provesText({ text: asked.message, address, ...proof })) return;
    await store.addFailure(nonce);
    throw new AppError('signature_invalid');
  };

  const routes: Feature['routes'] = [
    route(createNonce, async ({ body, ip }) => {
      limits.nonces(ip, body.address);
      const asked = buildNonce(config, body, randomText(random, 26), clock.now());
      const { nonce, message } = asked;
      const expiresAt = Date.parse(asked.expires_at);
      const { address, purpose } = body;
      await store.addNonce({ nonce, address, purpose, domain: config.domain, message, expiresAt });
      return { status: 201, body: asked };
    }),
    route(signInWithWallet, async ({ body, ip }) => {
      limits.proofs(ip, body.address);
      await checkNonce(body);
      const opened = await store.signIn(body.nonce, body.address, tokens.first(), clock.now());
      if (!opened) throw new AppError('nonce_used');
      return answer(opened);
    }),
    route(refreshSession, async ({ cookies }) => {
      const presented = cookies[cookieNames.refresh];
      if (!presented) throw new AppError('refresh_invalid');
      const result = await store.refresh(presented, tokens.successors(presented), clock.now());
      if (result.outcome === 'rotated') return answer(result);
      if (result.outcome === 'invalid') throw new AppError('refresh_invalid');
      hub.endSession(result.sessionId);
      log.warn({ session: result.sessionId }, 'a used refresh token came back; the session was ended');
      throw new AppError('refresh_reused');
    }),
    route(logout, async ({ cookies }) => {
      const { [cookieNames.access]: access, [cookieNames.refresh]: refresh } = cookies;
      const ended = await store.endByTokens({ access, refresh }, clock.now());
      if (ended) hub.endSession(ended);
      return { status: 204, body: null, cookies: tokenCookies({ access: '', refresh: '' }, 0, 0) };
    }),
    route(listSessions, async ({ user, sessionId }) => {
      const rows = await store.listSessions(user.id, clock.now());
      const views = rows.map(({ id, createdAt, lastUsedAt, expiresAt }) => ({
        ...{ id, created_at: iso(createdAt), last_used_at: iso(lastUsedAt), expires_at: iso(expiresAt) },
        current: id === sessionId,
      }));
      return { status: 200, body: wholePage(views) };
    }),
    route(revokeSession, async ({ user, params }) => {
      const known = await store.endSession(user.id, params.session_id, clock.now());
      if (!known) throw new AppError('not_found', 'You have no such session.');
      hub.endSession(params.session_id);
      return { status: 204, body: null };
    }),
    route(readUser, async ({ user }) => {
      const { id, address, createdAt } = await store.readUser(user.id);
      return { status: 200, body: { id, address, created_at: iso(createdAt) } };
    }),
  ];

  return {
    authenticate: (cookies) => store.identify(cookies[cookieNames.access], clock.now()),
    sessionExpiry: (sessionId) => store.sessionExpiry(sessionId, clock.now()),
    feature: {
      routes,
      start() {
        const round = async () => void (await store.prune(clock.now()));
        pruning = startLoop({ name: 'session pruning', everyMs: pruneEveryMs, round, clock, log });
      },
      stop: async () => pruning?.stop(),
    },
  };
}

/** A bot signs in all its members from one address, so the limit by IP is wide and the one by wallet narrow. */
function createLimits(clock: Clock) {
  const limit = (attempts: number) => createRateLimit({ clock, limit: attempts, windowMs: 60_000 });
  const [nonceByIp, nonceByWallet, proofByIp, proofByWallet] = [
    limit(1_200),
    limit(20),
    limit(1_200),
    limit(20),
  ];
  return {
    nonces(ip: string, address: string) {
      nonceByIp.take(ip);
      nonceByWallet.take(address);
    },
    proofs(ip: string, address: string) {
      proofByIp.take(ip);
      proofByWallet.take(address);
    },
  };
}

const chainIds = { 'mainnet-beta': 'mainnet', devnet: 'devnet', localnet: 'localnet' } as const;

/** The request as stored and shown: what the wallet signs is rebuilt from it alone. */
function buildNonce(
  config: ServiceConfig,
  body: Body<typeof createNonce>,
  nonce: string,
  now: number,
): Nonce {
  const chainId = chainIds[config.network];
  if (body.chain_id !== undefined && body.chain_id.replace(/^solana:/, '') !== chainId)
    throw new AppError('invalid_request', `This service runs on Solana ${chainId}.`, {
      context: { errors: [{ path: 'chain_id', message: `use solana:${chainId}` }] },
    });
  const input = {
    domain: config.domain,
    address: body.address,
    statement: body.statement ?? 'Sign in with your wallet. This sends no transaction and costs nothing.',
    uri: config.baseUrl,
    version: '1' as const,
    chainId: body.chain_id ?? `solana:${chainId}`,
    nonce,
    issuedAt: iso(now),
    expirationTime: iso(now + nonceLifetimeMs),
  };
  return {
    nonce,
    issued_at: input.issuedAt,
    expires_at: input.expirationTime,
    sign_in_input: input,
    message: buildSignInMessage(input),
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

function answer(opened: Opened): { status: 200; body: SignedIn; cookies: SetCookie[] } {
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
