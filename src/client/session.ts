import type { Clock } from '../base/clock.js';
import { AppError, errorTable, isAppError } from '../base/errors.js';
import { logout, revokeSessions } from '../contract/auth.js';
import type { Endpoint } from '../contract/endpoint.js';
import { socketPath } from '../contract/events.js';
import type { Http, Input, NotedReply } from './http.js';
import { cookieHeader, firstExpiry, type Jar, sameCookies } from './jar.js';

/** Why a session ended: it expired, a used token was presented, another refusal, or a logout. */
export type EndReason = 'expired' | 'reused' | 'refused' | 'logged_out';

/** Content of a vault: a jar, or why the session ended. `version` increases with every refresh. */
export type VaultContent = { jar: Jar; version: number } | { jar: null; ended: EndReason };

/** Storage for the jar of one session, shared by all processes that use it. */
export type Vault = {
  /** Null if no session was ever stored. */
  load(): Promise<VaultContent | null>;
  /**
   * Takes an exclusive lease to refresh `version` until `untilMs`. A claim that is neither saved nor ended leaves an owed
   * refresh: the service may have rotated the tokens, so it must be repeated soon.
   */
  claim(version: number, untilMs: number): Promise<boolean>;
  /** Releases the lease when the outcome is unknown; the refresh stays owed. */
  release(version: number): Promise<void>;
  /** Returns false without a change if the version has changed. */
  save(jar: Jar, version: number): Promise<boolean>;
  /** Ends the session after a definite refusal. Returns false if the version has changed; a late refresh wins. */
  end(version: number, reason: EndReason): Promise<boolean>;
  /** Ends the session whatever its version; a refresh in flight cannot restore it. */
  forget(): Promise<void>;
};

/** The service for one signed-in user. */
export type Service = {
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<NotedReply<E>>;
  /** The `Cookie` header for the WebSocket; `renew` refreshes the session first. */
  cookie(renew?: boolean): Promise<string>;
  /** Refreshes now, or if a cookie expires within the given ms, or if a refresh is owed. */
  renew(when: 'now' | number): Promise<void>;
  /** Ends this session at the service, or all sessions of the user; idempotent. */
  logout(scope?: 'here' | 'everywhere'): Promise<void>;
};

/** Longer than two refresh attempts, and within the minute in which a service tolerates a repeated token. */
const claimMs = 25_000;
/** A cookie that expires sooner than this after a refresh does not trigger another one. */
const restMs = 5 * 60_000;
const lookAgainMs = 100;
const retryMs = 300;

/** Member-facing sentence for an ended session. */
export const endSentences: Readonly<Record<EndReason, string>> = {
  expired: 'Your session ran out, or was ended elsewhere. Use /link to connect your wallet again.',
  reused: errorTable.refresh_reused[1],
  refused: 'The service ended your session. Use /link to connect your wallet again.',
  logged_out: 'You have logged out of this wallet. Use /link to sign in with it again.',
};

const reasonOf = ({ code }: AppError): EndReason => {
  if (code === 'refresh_reused') return 'reused';
  return code === 'refresh_invalid' || code === 'session_expired' ? 'expired' : 'refused';
};
const ended = (reason: EndReason, cause?: unknown) =>
  new AppError('session_expired', endSentences[reason], { cause });

/**
 * After a 401 or a known expiry: refresh once and repeat the call once, else the member is logged out (specification
 * section 3). Concurrent calls share one refresh; processes that share a vault take turns. Only a definite 401 to the
 * refresh ends the session; a timeout, a lost reply or a 5xx leaves it open.
 */
export function createService(options: { http: Http; vault: Vault; clock: Clock }): Service {
  const { http, vault, clock } = options;
  let refreshing: Promise<Jar> | null = null;
  let owed = false;
  let renewedAt = Number.NEGATIVE_INFINITY;

  const load = async () => {
    const kept = await vault.load();
    if (!kept) throw new AppError('unauthenticated');
    if (kept.jar === null) throw ended(kept.ended);
    return kept;
  };

  const tryTwice = async (jar: Jar): Promise<Jar> => {
    try {
      return await http.renew(jar);
    } catch (error) {
      if (!isAppError(error) || error.status !== 502) throw error;
      await clock.sleep(retryMs);
      return http.renew(jar);
    }
  };

  const failed = async (error: unknown, version: number): Promise<Jar> => {
    if (!(error instanceof AppError) || error.status !== 401) {
      await vault.release(version);
      throw error;
    }
    owed = false;
    if (await vault.end(version, reasonOf(error))) throw ended(reasonOf(error), error);
    return (await load()).jar; // another process refreshed it
  };

  const exchange = async (jar: Jar, version: number): Promise<Jar> => {
    owed = true; // from here on the service may have rotated the tokens
    const answer = await tryTwice(jar).then(
      (renewed) => ({ renewed }),
      (error: unknown) => ({ error }),
    );
    if ('error' in answer) return failed(answer.error, version);
    const saved = await vault.save(answer.renewed, version);
    owed = false;
    renewedAt = clock.now();
    return saved ? answer.renewed : (await load()).jar; // logged out meanwhile, or refreshed by another process
  };

  /** The jar after `stale`, refreshed here or by another process. */
  const succeed = async (stale: Jar): Promise<Jar> => {
    for (;;) {
      const { jar, version } = await load();
      if (!sameCookies(jar, stale)) return jar;
      if (await vault.claim(version, clock.now() + claimMs)) return exchange(jar, version);
      await clock.sleep(lookAgainMs);
    }
  };

  const refreshOnce = (stale: Jar): Promise<Jar> => {
    refreshing ??= succeed(stale).finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  const endsBy = (jar: Jar, at: number) =>
    (firstExpiry(jar) ?? Number.POSITIVE_INFINITY) <= at && clock.now() - renewedAt >= restMs;

  const current = async (): Promise<Jar> => {
    const { jar } = await load();
    return endsBy(jar, clock.now()) ? refreshOnce(jar) : jar;
  };

  const call: Service['call'] = async (endpoint, input) => {
    const jar = await current();
    try {
      return (await http.call(endpoint, input, jar)).reply;
    } catch (error) {
      if (!(error instanceof AppError) || error.status !== 401) throw error;
      return (await http.call(endpoint, input, await refreshOnce(jar))).reply;
    }
  };

  return {
    call,
    async cookie(renew = false) {
      const jar = renew ? await refreshOnce((await load()).jar) : await current();
      return cookieHeader(jar, socketPath) ?? '';
    },
    async renew(when) {
      const kept = await vault.load();
      if (!kept?.jar) return;
      const isDue = owed || when === 'now' || endsBy(kept.jar, clock.now() + when);
      if (isDue) await refreshOnce(kept.jar);
    },
    async logout(scope = 'here') {
      const kept = await vault.load();
      if (!kept?.jar) return;
      if (scope === 'everywhere') await call(revokeSessions, {});
      else
        await http.call(logout, {}, kept.jar).catch((error) => {
          if (!isAppError(error) || error.status !== 401) throw error;
        });
      await vault.forget();
    },
  };
}
