import type { Clock } from '../base/clock.js';
import { AppError, isAppError } from '../base/errors.js';
import { logout, refreshSession } from '../contract/auth.js';
import type { Endpoint, Reply } from '../contract/endpoint.js';
import type { Http, Input } from './http.js';
import { cookieHeader, type Jar } from './jar.js';

/** Where the jar of one session is kept. A save that lost a race returns false and changes nothing. */
export type Vault = {
  load(): Promise<{ jar: Jar; version: number } | null>;
  save(jar: Jar, version: number): Promise<boolean>;
  /** Forget the session: the service refused it for good. */
  drop(version: number): Promise<void>;
};

/** The service as one signed-in user sees it. */
export type Service = {
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Reply<E>>;
  /** The `Cookie` header for the WebSocket; `renew` refreshes first. */
  cookie(renew?: boolean): Promise<string>;
  /** Ends the session at the service as well; safe to repeat. */
  logout(): Promise<void>;
};

/**
 * Any 401 means: refresh once, repeat once, else logged out (specification section 3). Calls that meet a 401
 * together share one refresh. Only a definite 401 to the refresh itself ends the session: a time-out, a lost
 * reply or a 5xx leaves it as it was.
 */
export function createService(options: { http: Http; vault: Vault; clock: Clock }): Service {
  const { http, vault } = options;
  let refreshing: Promise<Jar> | null = null;

  const load = async () => {
    const kept = await vault.load();
    if (!kept) throw new AppError('unauthenticated');
    return kept;
  };

  const refresh = async (): Promise<Jar> => {
    const { jar, version } = await load();
    try {
      const renewed = await http.call(refreshSession, {}, jar);
      if (await vault.save(renewed.jar, version)) return renewed.jar;
      return (await load()).jar; // another process rotated first; its cookies are the newer ones
    } catch (error) {
      const refused = error instanceof AppError && error.status === 401;
      if (refused) await vault.drop(version);
      throw refused ? new AppError('session_expired', undefined, { cause: error }) : error;
    }
  };

  const refreshOnce = (): Promise<Jar> => {
    refreshing ??= refresh().finally(() => {
      refreshing = null;
    });
    return refreshing;
  };

  return {
    async call(endpoint, input) {
      const { jar } = await load();
      try {
        return (await http.call(endpoint, input, jar)).reply;
      } catch (error) {
        if (!(error instanceof AppError) || error.status !== 401) throw error;
        const { jar: current } = await load();
        const renewed = cookieHeader(current) === cookieHeader(jar) ? await refreshOnce() : current;
        return (await http.call(endpoint, input, renewed)).reply;
      }
    },
    async cookie(renew = false) {
      const jar = renew ? await refreshOnce() : (await load()).jar;
      return cookieHeader(jar) ?? '';
    },
    async logout() {
      const kept = await vault.load();
      if (!kept) return;
      await http.call(logout, {}, kept.jar).catch((error) => {
        if (!isAppError(error) || error.status !== 401) throw error;
      });
      await vault.drop(kept.version);
    },
  };
}
