import type { Clock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/db/database.js';
import type { Endpoint, Params, Reply, RequestBody } from '../../src/contract/endpoint.js';
import type { HandlerCall } from '../../src/service/call.js';
import type { Route } from '../../src/service/feature.js';
import { createIdempotency, type Remember } from '../../src/service/idempotency.js';

/** One request of a user, as a handler gets it. */
type Asked<E extends Endpoint> = {
  userId: string;
  params?: Params<E>;
  body: RequestBody<E>;
  headers?: Record<string, string>;
  /** An `Idempotency-Key`. */
  key?: string;
};

/** Calls routes on a database as the HTTP server does, for the tests of stores that are part of their route. */
export function createRouteCaller({ db, clock }: { db: Database; clock: Clock }, routes: readonly Route[]) {
  const idempotency = createIdempotency(db, clock);
  return async <E extends Endpoint>(
    endpoint: E,
    { userId, params, body, headers = {}, key }: Asked<E>,
  ): Promise<Reply<E>['body']> => {
    const { handler } = routes.find((route) => route.endpoint === endpoint)!;
    const user = { id: userId, address: userId };
    const run = (remember: Remember) =>
      handler({ user, params, body, headers, remember } as unknown as HandlerCall<Endpoint>);
    const attempt = { userId, key: key ?? '', fingerprint: JSON.stringify([endpoint.id, params, body]) };
    const answer = await (key === undefined ? run(async () => undefined) : idempotency.once(attempt, run));
    return answer.body as Reply<E>['body'];
  };
}
export type RouteCaller = ReturnType<typeof createRouteCaller>;
