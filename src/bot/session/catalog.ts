import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { Sessions } from './flow.js';
import type { SessionVaults } from './vault.js';

/** How long the catalog is read with a session before trying without one again, ms. */
const closedMs = 10 * 60_000;

/**
 * The HTTP client for shared data: packs and pipelines. The specification does not say which endpoints need a session,
 * so one that answers 401 or 403 is retried with the session of a signed-in member.
 */
export function createCatalogHttp(options: {
  http: Http;
  sessions: Sessions;
  vaults: Pick<SessionVaults, 'anyOpen'>;
  clock: Clock;
}): Pick<Http, 'call' | 'download'> {
  const { http, sessions, vaults, clock } = options;
  const closedUntil = new Map<string, number>();

  return {
    download: http.download,
    async call(endpoint, input, jar) {
      const isClosed = (closedUntil.get(endpoint.id) ?? 0) > clock.now();
      try {
        if (!isClosed) return await http.call(endpoint, input, jar);
      } catch (error) {
        const isRefused = error instanceof AppError && (error.status === 401 || error.status === 403);
        if (!isRefused || endpoint.auth !== 'none') throw error;
        closedUntil.set(endpoint.id, clock.now() + closedMs);
      }
      const member = await vaults.anyOpen();
      if (!member) throw new AppError('unauthenticated');
      return { reply: await sessions.serviceOf(member.memberId, member.address).call(endpoint, input), jar };
    },
  };
}
