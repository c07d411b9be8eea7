import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import { isRequestProven } from '../contract/proof.js';

/** Allowed clock difference between bot and service, and how long a proof is valid. */
const proofMs = 5 * 60_000;

type Signed = { asked_at: string; proof: string };

/** Checks requests that only the bot may send, with the secret it shares with the service. */
export function createProven({ secret, clock }: { secret: string | undefined; clock: Clock }) {
  /** @returns the body without its proof @throws AppError `forbidden` */
  return <B extends Signed>(endpoint: Endpoint, body: B): Omit<B, keyof Signed> => {
    if (secret === undefined)
      throw new AppError(
        'not_found',
        "This service has no SERVICE_BOT_SECRET, so it can't verify the bot. Set it in both.",
      );
    const isFresh = Math.abs(clock.now() - Date.parse(body.asked_at)) <= proofMs;
    if (!isFresh || !isRequestProven(secret, endpoint, body)) throw new AppError('forbidden');
    const { asked_at: _, proof: __, ...asked } = body;
    return asked;
  };
}
