import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { type Log, silentLog } from '../base/log.js';
import { refreshSession } from '../contract/auth.js';
import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '../contract/endpoint.js';
import { pathOf } from '../contract/endpoint.js';
import { fromProblem, isOwnProblem } from '../contract/failure.js';
import { type Call, createCaller } from './caller.js';
import { createDialect } from './dialect.js';
import type { Jar } from './jar.js';
import { createMisfits, type Misfits } from './misfits.js';
import { type Probe, probeWith } from './probe.js';
import { createRuns, type Runs } from './runs.js';
import { createWire } from './wire.js';

export type { Outcome, Probe } from './probe.js';
export { readCapped } from './wire.js';

/** What a call needs: only the parts its endpoint has. */
export type Input<E extends Endpoint> = ([keyof Params<E>] extends [never] ? object : { params: Params<E> }) &
  (BodyInput<E> extends undefined ? object : { body: BodyInput<E> }) &
  (QueryInput<E> extends undefined ? object : { query?: QueryInput<E> }) & {
    idempotencyKey?: string;
    signal?: AbortSignal;
    /** The resource as it was read last: stands in for what a reply leaves out. */
    known?: unknown;
  };

/** A success. `notes` are there when the service speaks another dialect: what was read from elsewhere or filled in. */
export type Answer<E extends Endpoint> = Reply<E> & { notes?: readonly string[] };

export type Http = {
  /**
   * Calls one endpoint with the jar's cookies. A request the service refuses for its form is written in the other
   * known forms, and a path the specification leaves open is looked for; what worked is remembered.
   * @returns the success reply and the jar after it
   * @throws AppError as the service meant it; `provider_unreachable` when it could not be reached,
   *   `provider_mismatch` when its reply could not be understood, `not_found` where the service lacks the endpoint
   */
  call<E extends Endpoint>(endpoint: E, input: Input<E>, jar: Jar): Promise<{ reply: Answer<E>; jar: Jar }>;
  /**
   * Trades the jar for its successor. The cookies of any success count, whatever its body is or whether it arrives:
   * a rotation the service has made must not be lost to a reply that does not fit.
   * @throws AppError with status 401 when the service refuses for good; else nothing is known
   */
  renew(jar: Jar): Promise<Jar>;
  /** A file the service named by an absolute or relative link, at most `maxBytes` long. */
  download(url: string, maxBytes: number): Promise<Uint8Array>;
  /** What this service said that was not understood, or was read tolerantly. */
  misfits: Misfits;
  /** Which answers are waited for; the events of the same service need to know. */
  runs: Runs;
};

/** Short, so that a lost reply leaves time to ask again before the service takes it for a replay. */
const renewTimeoutMs = 10_000;
/** Besides 401: other services refuse a refresh token with these and a JSON body; a proxy's page is no refusal. */
const refusedForGood: ReadonlySet<number> = new Set([400, 403, 410, 422]);

export function createHttp(options: { baseUrl: string; clock: Clock; log?: Log; misfits?: Misfits }): Http {
  const { baseUrl, clock, log = silentLog } = options;
  const misfits = options.misfits ?? createMisfits({ clock, log });
  const wire = createWire({ baseUrl, clock });
  const runs = createRuns();
  const call = createCaller({ wire, dialect: createDialect({ clock }), misfits, runs, clock });

  return {
    misfits,
    runs,
    async call(endpoint, input, jar) {
      const { status, body, notes, jar: after } = await call(endpoint, input as Call, jar);
      const reply = { status, body, ...(notes.length > 0 && { notes }) } as Answer<typeof endpoint>;
      return { reply, jar: after };
    },
    async renew(jar) {
      const outgoing = {
        method: 'POST',
        path: pathOf(refreshSession),
        signal: AbortSignal.timeout(renewTimeoutMs),
      } as const;
      const { status, body, retryAfter, jar: after } = await wire.sendForCookies(outgoing, jar);
      if (status >= 200 && status < 300) return after;
      if (refusedForGood.has(status) && typeof body === 'object' && !isOwnProblem(body))
        throw new AppError('refresh_invalid', undefined, { cause: `status ${status}` });
      throw fromProblem(status, body, retryAfter);
    },
    download: wire.download,
  };
}

/**
 * Calls one endpoint and says how it went instead of throwing; for `rigsmith doctor`.
 * @example const { outcome, notes } = await probe(http, readCredits, {}, jar);
 */
export const probe = <E extends Endpoint>(
  http: Http,
  endpoint: E,
  input: Input<E>,
  jar: Jar,
): Promise<Probe<Answer<E>>> => probeWith(() => http.call(endpoint, input, jar), jar);
