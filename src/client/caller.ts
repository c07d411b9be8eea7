import type { Clock } from '../base/clock.js';
import { AppError } from '../base/errors.js';
import type { Run } from '../contract/agents.js';
import type { Nonce } from '../contract/auth.js';
import type { Endpoint } from '../contract/endpoint.js';
import { fromProblem, isOwnProblem } from '../contract/failure.js';
import { fieldComplaint, isFailureBody } from '../contract/read/failure.js';
import { isLoss, isMismatch, mismatch, readReply, safeDecode, statusFor } from '../contract/read/index.js';
import { readAnswer } from '../contract/read/message.js';
import type { Dialect } from './dialect.js';
import type { Jar } from './jar.js';
import type { Misfits } from './misfits.js';
import { isSpecified } from './paths.js';
import { inContext, sentenceFor } from './refusals.js';
import { type Runs, unnamedRun } from './runs.js';
import { type Call, createSender } from './sender.js';
import type { Incoming, Wire } from './wire.js';

/** `raw` is the unparsed body. */
export type Called = { status: number; body: unknown; raw: unknown; notes: readonly string[]; jar: Jar };

const isSuccess = ({ status }: Incoming): boolean => status >= 200 && status < 300;

/** Calls one endpoint in the dialect the service has been found to use. */
export function createCaller(options: {
  wire: Wire;
  dialect: Dialect;
  misfits: Misfits;
  runs: Runs;
  clock: Clock;
}) {
  const { wire, dialect, misfits, runs, clock } = options;

  const send = createSender({ wire, dialect, misfits });

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
        throw mismatch('set-cookie', 'signing in did not set a cookie, so no session was opened');
      const { value, notes } = readReply(endpoint, status, body, asked);
      if (endpoint.id === 'createNonce') dialect.keepText((value as Nonce).nonce, (value as Nonce).message);
      for (const note of notes)
        misfits[isLoss(note) ? 'add' : 'note'](`${endpoint.id}/${note.split(':', 1)[0]}`, note);
      return { status: statusFor(endpoint, status), body: value, raw: body, notes, jar };
    } catch (error) {
      throw isMismatch(error) ? notUnderstood(endpoint, error) : error;
    }
  };

  /** Reads a new resource from its `Location` when the reply has no body; falls back to the id in that path. */
  const readCreated = async (endpoint: Endpoint, incoming: Incoming): Promise<Incoming> => {
    const { status, location: path } = incoming;
    if (path === null || !creating.has(endpoint.id)) return incoming;
    const found = await wire.send({ method: 'GET', path }, incoming.jar).catch(() => null);
    if (found && isSuccess(found) && !found.isHtml && found.body !== undefined) return { ...found, status };
    const id = path.split('?', 1)[0]?.split('/').filter(Boolean).at(-1) ?? '';
    return { ...incoming, body: { id: safeDecode(id) }, jar: found?.jar ?? incoming.jar };
  };

  const callOnce = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Called> => {
    if (dialect.isMissing(endpoint.id)) throw missing(endpoint);
    const incoming = await send(endpoint, input, jar);
    if (incoming.status >= 400) throw refusal(endpoint, incoming);
    if (!isSpecified(endpoint.id)) dialect.answered(endpoint.id);
    return read(
      endpoint,
      input,
      incoming.body === undefined ? await readCreated(endpoint, incoming) : incoming,
    );
  };

  /** Events of an answer may arrive before the reply to the message, or the reply may contain the answer. */
  const post = async (endpoint: Endpoint, input: Call, jar: Jar): Promise<Called> => {
    const conversationId = input.params?.conversation_id ?? '';
    const { client_message_id: id, content } = (input.body ?? {}) as {
      client_message_id?: string;
      content?: string;
    };
    const expected = unnamedRun(id ?? clock.now());
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

const creating: ReadonlySet<string> = new Set([
  'createConversation',
  'createIntent',
  'textToRig',
  'imageToRig',
  'multiImageToRig',
  'generate',
]);
const posting: ReadonlySet<string> = new Set(['postMessage', 'regenerateAnswer', 'continueAnswer']);

const pathParams = ({ path }: Endpoint): Record<string, true> =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, true]));

const isBusy = (body: unknown): boolean => /busy|in progress|still/i.test(fieldComplaint(body));
