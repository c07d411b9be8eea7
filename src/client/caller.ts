import bs58 from 'bs58';
import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Run } from '../contract/agents.js';
import type { Nonce } from '../contract/auth.js';
import { type Endpoint, pathOf } from '../contract/endpoint.js';
import { fromProblem, isOwnProblem } from '../contract/failure.js';
import { fieldComplaint, isFailureBody } from '../contract/read/failure.js';
import { isMismatch, mismatch, pageQuery, readReply, statusFor } from '../contract/read/index.js';
import { readAnswer } from '../contract/read/message.js';
import type { Dialect } from './dialect.js';
import type { Jar } from './jar.js';
import type { Misfits } from './misfits.js';
import { isSpecified, pathsOf } from './paths.js';
import { inContext, sentenceFor } from './refusals.js';
import type { Runs } from './runs.js';
import { bodyOf, hasAliases, nextShape, ourShape, type Shape } from './shapes.js';
import type { Incoming, Wire } from './wire.js';

export type Call = {
  params?: Record<string, string>;
  query?: object;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
  known?: unknown;
};

/** `raw` is the body before it was read. */
export type Called = { status: number; body: unknown; raw: unknown; notes: readonly string[]; jar: Jar };

type Values = Readonly<Record<string, unknown>>;

const isSuccess = ({ status }: Incoming): boolean => status >= 200 && status < 300;
const lacks = ({ status }: Incoming): boolean => status === 404 || status === 405 || status === 501;
const isFormFault = ({ status }: Incoming): boolean => status === 400 || status === 415 || status === 422;
const mostShapes = 8;

const encodings = ['base58', 'base64', 'hex'] as const;

/** A signature is made in base58; others want the same bytes otherwise. */
function encoded(signature: unknown, encoding: (typeof encodings)[number]): unknown {
  if (typeof signature !== 'string' || encoding === 'base58') return signature;
  try {
    return Buffer.from(bs58.decode(signature)).toString(encoding);
  } catch {
    return signature;
  }
}

/** Calls one endpoint in whatever dialect the service has been found to speak. */
export function createCaller(options: {
  wire: Wire;
  dialect: Dialect;
  misfits: Misfits;
  runs: Runs;
  clock: Clock;
}) {
  const { wire, dialect, misfits, runs, clock } = options;

  /** Asks under the path that answered before, else under each in turn. */
  const sendByPath = async (endpoint: Endpoint, input: Call, body: unknown, jar: Jar): Promise<Incoming> => {
    const paths = pathsOf(endpoint);
    const known = dialect.path(endpoint.id);
    const order = known === undefined ? paths.keys() : [known];
    let first: Incoming | undefined;
    for (const at of order) {
      const path = pathOf(
        { ...endpoint, path: paths[at] ?? endpoint.path },
        input.params,
        queryOf(input.query),
      );
      const { idempotencyKey, signal } = input;
      const incoming = await wire.send(
        {
          method: endpoint.method,
          path,
          body,
          ...(idempotencyKey && { idempotencyKey }),
          ...(signal && { signal }),
        },
        jar,
      );
      const isPage = isSuccess(incoming) && incoming.isHtml; // of a web application, for any path it does not know
      if (!isPage && !lacks(incoming)) {
        if (isSuccess(incoming) && paths.length > 1) dialect.setPath(endpoint.id, at);
        return incoming;
      }
      first ??= isPage ? { ...incoming, status: 404 } : incoming;
      if (isOwnProblem(incoming.body)) break; // it knows the path: the resource is what is missing
    }
    return first ?? { status: 404, retryAfter: undefined, isHtml: false, body: undefined, jar };
  };

  /** What a body may carry besides its own fields. */
  const valuesOf = (endpoint: Endpoint, body: unknown): Values => {
    const values = (body ?? {}) as Values;
    if (endpoint.id !== 'signInWithWallet') return values;
    const text = dialect.textOf(String(values.nonce));
    return {
      ...values,
      signature: encoded(values.signature, dialect.signatures.encoding),
      ...(text !== undefined && { '@text': text }),
    };
  };

  /** Has a body that was refused for its form written under other names, until it is taken or there are no more. */
  const sendByShape = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Incoming> => {
    const values = valuesOf(endpoint, input.body);
    const known = dialect.shape(endpoint.id);
    const body = known && known !== 'ours' ? bodyOf(known, values) : bodyOf(ourShape(values), values);
    let incoming = await sendByPath(endpoint, input, input.body === undefined ? undefined : body, jar);
    if (isSuccess(incoming)) {
      if (known === undefined && hasAliases(endpoint.id)) dialect.setShape(endpoint.id, 'ours');
      return incoming;
    }
    if (known !== undefined || !hasAliases(endpoint.id)) return incoming;
    const refused = incoming;
    const tried: Shape[] = [ourShape(values)];
    while (isFormFault(incoming) && !isOwnProblem(incoming.body) && tried.length < mostShapes) {
      const shape = nextShape(endpoint.id, values, tried, fieldComplaint(incoming.body));
      if (!shape) return refused;
      tried.push(shape);
      incoming = await sendByPath(endpoint, input, bodyOf(shape, values), jar);
      if (isSuccess(incoming)) dialect.setShape(endpoint.id, shape);
    }
    return isFormFault(incoming) ? refused : incoming;
  };

  /** A refused signature may only be written otherwise than the service reads it. */
  const send = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Incoming> => {
    const incoming = await sendByShape(endpoint, input, jar);
    const signature = (input.body as Values | undefined)?.signature;
    const mayReadOtherwise =
      endpoint.id === 'signInWithWallet' &&
      typeof signature === 'string' &&
      dialect.signatures.encoding === 'base58' &&
      [400, 401, 403, 422].includes(incoming.status) &&
      !isOwnProblem(incoming.body);
    if (!mayReadOtherwise) return incoming;
    for (const encoding of encodings.slice(1)) {
      dialect.signatures.encoding = encoding;
      const again = await sendByShape(endpoint, input, jar);
      if (isSuccess(again)) return again;
    }
    dialect.signatures.encoding = 'base58';
    return incoming;
  };

  const missing = (endpoint: Endpoint) =>
    new AppError('not_found', undefined, { cause: `${endpoint.id}: the service does not offer it` });

  const refusal = (endpoint: Endpoint, { status, body, retryAfter }: Incoming): AppError => {
    if ([404, 405, 501].includes(status) && !isOwnProblem(body)) {
      const isSure = status !== 404 || Object.keys(pathParams(endpoint)).length === 0;
      if (!isSpecified(endpoint.id)) dialect.missed(endpoint.id, isSure);
      if (status !== 404) return missing(endpoint);
    }
    const error = fromProblem(status, body, retryAfter);
    return isOwnProblem(body) ? error : inContext(endpoint, error);
  };

  const notUnderstood = (endpoint: Endpoint, error: AppError<'provider_mismatch'>): AppError => {
    const kind = `${endpoint.id}/${error.context.field || 'body'}`;
    misfits.add(kind, String(error.cause));
    return new AppError('provider_mismatch', sentenceFor(endpoint.id, error, kind), {
      context: { ...error.context, kind },
      cause: `${endpoint.id}: ${error.cause}`,
    });
  };

  const read = (endpoint: Endpoint, input: Call, incoming: Incoming): Called => {
    const { status, body, jar } = incoming;
    if (isFailureBody(body)) throw fromProblem(body && isBusy(body) ? 409 : 422, body, incoming.retryAfter);
    const { params, query, body: sent, known } = input;
    const asked = {
      ...(params && { params }),
      ...(query && { query }),
      body: sent,
      known,
      now: clock.now(),
    };
    try {
      if (status >= 300) throw mismatch('', `status ${status}`);
      if (endpoint.id === 'signInWithWallet' && Object.keys(jar).length === 0)
        throw mismatch('set-cookie', 'signing in set no cookie, so there is no session');
      const { value, notes } = readReply(endpoint, status, body, asked);
      if (endpoint.id === 'createNonce') dialect.keepText((value as Nonce).nonce, (value as Nonce).message);
      for (const note of notes) misfits.note(`${endpoint.id}/${note.split(':', 1)[0]}`, note);
      return { status: statusFor(endpoint, status), body: value, raw: body, notes, jar };
    } catch (error) {
      throw isMismatch(error) ? notUnderstood(endpoint, error) : error;
    }
  };

  const callOnce = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Called> => {
    if (dialect.isMissing(endpoint.id)) throw missing(endpoint);
    const incoming = await send(endpoint, input, jar);
    if (incoming.status >= 400) throw refusal(endpoint, incoming);
    if (!isSpecified(endpoint.id)) dialect.answered(endpoint.id);
    return read(endpoint, input, incoming);
  };

  /** Events of an answer may come before the reply to the message, and the answer may be in the reply itself. */
  const post = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Called> => {
    const conversationId = input.params?.conversation_id ?? '';
    const { client_message_id: id, content } = (input.body ?? {}) as {
      client_message_id?: string;
      content?: string;
    };
    const expected = `run:${id ?? clock.now()}`;
    runs.expect(conversationId, expected);
    try {
      const called = await callOnce(endpoint, input, jar);
      const { run } = called.body as { run: Run };
      const runId = runs.name(conversationId, expected, run.id);
      const answer = called.notes.length > 0 ? readAnswer(called.raw, content ?? '') : null;
      if (answer) queueMicrotask(() => runs.answer(conversationId, runId, answer));
      if (run.finished_at !== null) runs.end(conversationId);
      return { ...called, body: { ...(called.body as object), run: { ...run, id: runId } } };
    } catch (error) {
      runs.abandon(conversationId, expected);
      throw error;
    }
  };

  return (endpoint: Endpoint, input: Call, jar: Jar): Promise<Called> => {
    if (posting.has(endpoint.id)) return post(endpoint, input, jar);
    if (endpoint.id !== 'cancelRun') return callOnce(endpoint, input, jar);
    const { conversation_id = '', run_id = '' } = input.params ?? {};
    return callOnce(
      endpoint,
      { ...input, params: { conversation_id, run_id: runs.realOf(conversation_id, run_id) } },
      jar,
    );
  };
}

const posting: ReadonlySet<string> = new Set(['postMessage', 'regenerateAnswer', 'continueAnswer']);

/** The next page under the parameter the service's own link has. */
function queryOf(query: object = {}): object {
  const { cursor, ...rest } = query as { cursor?: unknown };
  return typeof cursor === 'string' ? { ...rest, ...pageQuery(cursor) } : query;
}

const pathParams = ({ path }: Endpoint): Record<string, true> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, true]));

const isBusy = (body: unknown): boolean => /busy|in progress|still/i.test(fieldComplaint(body));
