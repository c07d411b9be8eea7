import type { Clock } from '../base/clock.js';
import { AppError, errorTable, isAppError } from '../base/errors.js';
import { logout, revokeSessions } from '../contract/auth.js';
import type { Endpoint } from '../contract/endpoint.js';
import { socketPath } from '../contract/events.js';
import type { Answer, Http, Input } from './http.js';
import { cookieHeader, firstExpiry, type Jar, sameCookies } from './jar.js';

/** Why a session is over: its time ran out, a used token came back, refused for another reason, the member's wish. */
export type EndReason = 'expired' | 'reused' | 'refused' | 'logged_out';

/** What a vault holds: a jar, or the reason why there is none any more. `version` moves with every rotation. */
export type Kept = { jar: Jar; version: number } | { jar: null; ended: EndReason };

/** Where the jar of one session is kept, for every process that uses it. */
export type Vault = {
  /** Null when there never was a session. */
  load(): Promise<Kept | null>;
  /**
   * Takes the sole right to refresh `version` until `untilMs`. What was claimed and neither saved nor ended is
   * owed: its exchange may have happened, and must be repeated soon.
   */
  claim(version: number, untilMs: number): Promise<boolean>;
  /** Gives the right back when nothing is known of the exchange; it stays owed. */
  release(version: number): Promise<void>;
  /** False, and nothing changed, when the version has moved. */
  save(jar: Jar, version: number): Promise<boolean>;
  /** The service refused this version for good. False when the version has moved; a late rotation of it wins. */
  end(version: number, reason: EndReason): Promise<boolean>;
  /** Ends whatever version there is: nothing on its way brings it back. */
  forget(): Promise<void>;
};

/** The service as one signed-in user sees it. */
export type Service = {
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Answer<E>>;
  /** The `Cookie` header for the WebSocket; `renew` refreshes first. */
  cookie(renew?: boolean): Promise<string>;
  /** Refreshes now, or when a cookie runs out within so many ms; in any case when an exchange is owed. */
  renew(when: 'now' | number): Promise<void>;
  /** Ends the session at the service as well, or all sessions of the user; safe to repeat. */
  logout(scope?: 'here' | 'everywhere'): Promise<void>;
};

/** Longer than two tries of an exchange, and well within the minute a service may take a repeat for honest. */
const claimMs = 25_000;
/** A cookie that runs out sooner after a refresh is none of the session's, or not worth renewing unasked. */
const restMs = 5 * 60_000;
const lookAgainMs = 100;
const retryMs = 300;

/** The member's sentence for a session that is over. */
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
 * Any 401 and any session known to have run out means: refresh once, repeat once, else logged out (specification
 * section 3). Calls that meet together share one refresh, and processes that share a vault take turns. Only a
 * definite 401 to the refresh itself ends the session: a time-out, a lost reply or a 5xx leaves it as it was.
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
    return (await load()).jar; // another process was quicker
  };

  const exchange = async (jar: Jar, version: number): Promise<Jar> => {
    owed = true; // from here on the service may have rotated without our knowing
    const answer = await tryTwice(jar).then(
      (renewed) => ({ renewed }),
      (error: unknown) => ({ error }),
    );
    if ('error' in answer) return failed(answer.error, version);
    const saved = await vault.save(answer.renewed, version);
    owed = false;
    renewedAt = clock.now();
    return saved ? answer.renewed : (await load()).jar; // logged out meanwhile, or another was quicker
  };

  /** The successor of `stale`, made here or by whoever was quicker. */
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
