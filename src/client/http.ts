import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import { type Log, silentLog } from '../base/log.js';
import { refreshSession } from '../contract/auth.js';
import type { BodyInput, Endpoint, Params, QueryInput, Reply } from '../contract/endpoint.js';
import { pathOf } from '../contract/endpoint.js';
import { fromProblem, isOwnProblem } from '../contract/failure.js';
import { createCaller } from './caller.js';
import { createDialect } from './dialect.js';
import type { Jar } from './jar.js';
import { createMisfits, type Misfits } from './misfits.js';
import { type Probe, probeWith } from './probe.js';
import { createRuns, type Runs } from './runs.js';
import type { Call } from './sender.js';
import { createWire } from './wire.js';

export type { Probe, ProbeOutcome } from './probe.js';
export { readCapped } from './wire.js';

/** The cursor of the last reply; other services may use one where ours pages by `seq`. */
type NextPage = { cursor?: string };

/** Input of a call: only the parts its endpoint has. */
export type Input<E extends Endpoint> = ([keyof Params<E>] extends [never] ? object : { params: Params<E> }) &
  (BodyInput<E> extends undefined ? object : { body: BodyInput<E> }) &
  (QueryInput<E> extends undefined ? object : { query?: QueryInput<E> & NextPage }) & {
    idempotencyKey?: string;
    /** Says for whom the bot asks; only for endpoints that take one. */
    voucher?: string;
    signal?: AbortSignal;
    /** The resource as last read; supplies fields the reply omits. */
    known?: unknown;
  };

/** A success. For other dialects, `notes` lists fields that were read from another place or filled in. */
export type NotedReply<E extends Endpoint> = Reply<E> & { notes?: readonly string[] };

export type Http = {
  /**
   * Calls one endpoint with the jar's cookies. If the service rejects the form of a request, other known field names are
   * tried; where the specification leaves a path open, known paths are tried. Successful forms are remembered.
   * @returns the success reply and the updated jar
   * @throws AppError the service's error; `provider_unreachable` when no reply came, `provider_mismatch` when the reply
   *   was not understood, `not_found` when the service lacks the endpoint
   */
  call<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    jar: Jar,
  ): Promise<{ reply: NotedReply<E>; jar: Jar }>;
  /**
   * Refreshes the session. Cookies of any success count, even if the body is malformed or never arrives, because the
   * service has already rotated them.
   * @throws AppError with status 401 when the session is over; any other error leaves the outcome unknown
   */
  renew(jar: Jar): Promise<Jar>;
  /** Downloads a file by an absolute or relative URL, at most `maxBytes` long. */
  download(url: string, maxBytes: number): Promise<Uint8Array>;
  /** Replies of this service that were not understood or read tolerantly. */
  misfits: Misfits;
  /** Pending answers, shared with the events client of the same service. */
  runs: Runs;
};

/** Short, so that a lost reply can be retried before the service treats the retry as token reuse. */
const renewTimeoutMs = 10_000;
/** Besides 401, statuses with a JSON body by which services reject a refresh token. A proxy's HTML page does not count. */
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
      const reply = { status, body, ...(notes.length > 0 && { notes }) } as NotedReply<typeof endpoint>;
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
 * Calls one endpoint and returns the outcome instead of throwing; for `rigsmith doctor`.
 * @example const { outcome, notes } = await probe(http, readCredits, {}, jar);
 */
export const probe = <E extends Endpoint>(
  http: Http,
  endpoint: E,
  input: Input<E>,
  jar: Jar,
): Promise<Probe<NotedReply<E>>> => probeWith(() => http.call(endpoint, input, jar), jar);
