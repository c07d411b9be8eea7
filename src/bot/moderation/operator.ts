import { type Clock, iso } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import type { Endpoint, Reply, RequestBody } from '../../contract/endpoint.js';
import { proveRequest } from '../../contract/proof.js';
import { reason } from '../../copy/reason.js';

/** Calls an endpoint of the service that only the bot may use, with the secret they share. */
export type AskOperator = <E extends Endpoint>(
  endpoint: E,
  body: Omit<RequestBody<E>, 'asked_at' | 'proof'>,
) => Promise<Reply<E>['body']>;

const retryMs = 1_000;

/** @param secret null for a service without one, where moderators can do nothing */
export function createAskOperator(deps: {
  http: Pick<Http, 'call'>;
  secret: string | null;
  clock: Clock;
}): AskOperator {
  const { http, secret, clock } = deps;
  const missing = () => new AppError('not_found', reason('moderation.error.not_offered'));
  return async (endpoint, asked) => {
    if (secret === null) throw missing();
    const body = { ...asked, asked_at: iso(clock.now()) };
    const input = { body: { ...body, proof: proveRequest(secret, endpoint, body) } };
    const send = async () => (await http.call(endpoint, input as never, {})).reply.body;
    try {
      return await send().catch(async (error) => {
        if (!isAppError(error, 'provider_unreachable')) throw error;
        await clock.sleep(retryMs); // the reply may be lost; an act counts once for its key
        return send();
      });
    } catch (error) {
      throw isAppError(error, 'not_found') ? missing() : error;
    }
  };
}
