import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError, toAppError } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import { isVisitorId } from '../contract/visitor.js';
import type { Authenticate, Handler, HandlerAnswer, HandlerCall, SessionIdentity } from './call.js';
import { readCookies, writeCookie } from './cookies.js';
import type { Route } from './feature.js';
import type { Idempotency, Remember } from './idempotency.js';

export type MountDeps = { authenticate: Authenticate; idempotency: Idempotency; secureCookies: boolean };

const usualBodyLimitBytes = 262_144;

/** Registers one endpoint: authenticate, validate the input, call the handler, answer. */
export function mount(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { endpoint, handler, bodyLimitBytes = usualBodyLimitBytes, admit } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitBytes,
    ...(admit && {
      onRequest: async ({ params, headers }) => admit({ params: params as Record<string, string>, headers }),
    }),
    handler(request, reply) {
      const cookies = readCookies(request.headers.cookie);
      const answerTo = (identity: SessionIdentity | null) => {
        if (identity !== null) refuseVisitor(endpoint, identity);
        const call = new MountedCall(endpoint, request, reply, cookies, identity);
        return call.idempotencyKey === null || call.user === null
          ? handler(call)
          : answerOnce(endpoint, call, handler, deps.idempotency);
      };
      const found = endpoint.auth === 'user' ? deps.authenticate(cookies) : null;
      const answered = found instanceof Promise ? found.then(answerTo) : answerTo(found);
      sendOnce(answered, reply, deps.secureCookies);
    },
  });
}

/**
 * Without `async`, here and in the handler: on Node 20 each promise is told to what keeps the id of a request, and three
 * of them cost as much as the look at a session. Errors go to the error handler.
 */
function sendOnce(answered: Promise<HandlerAnswer<Endpoint>>, reply: FastifyReply, secure: boolean): void {
  const fail = (error: unknown) => void reply.send(error instanceof Error ? error : toAppError(error));
  const succeed = (answer: HandlerAnswer<Endpoint>) => {
    try {
      send(reply, answer, secure);
    } catch (error) {
      fail(error);
    }
  };
  void answered.then(succeed, fail);
}

/** @throws AppError for a visitor where the endpoint wants a session */
function refuseVisitor({ visitors = false }: Pick<Endpoint, 'visitors'>, { user }: SessionIdentity): void {
  if (!visitors && isVisitorId(user.id)) throw new AppError('unauthenticated');
}

/** A class, because V8 recreates an object literal with a getter for each request, which costs as much as a query. */
class MountedCall implements HandlerCall<Endpoint> {
  readonly params: Record<string, string>;
  readonly query: undefined;
  readonly body: undefined;
  readonly user: SessionIdentity['user'] | null;
  readonly sessionId: string | null;
  readonly idempotencyKey: string | null;
  remember: HandlerCall<Endpoint>['remember'] = forgetful;

  constructor(
    endpoint: Endpoint,
    private readonly request: FastifyRequest,
    private readonly reply: FastifyReply,
    readonly cookies: Readonly<Record<string, string>>,
    identity: SessionIdentity | null,
  ) {
    this.params = request.params as Record<string, string>;
    this.query = (endpoint.query && parse(endpoint.query, request.query)) as undefined;
    this.body = (endpoint.body && parse(endpoint.body, request.body ?? {})) as undefined;
    this.user = identity?.user ?? null;
    this.sessionId = identity?.sessionId ?? null;
    this.idempotencyKey = endpoint.idempotent ? readKey(request.headers['idempotency-key']) : null;
  }

  get headers() {
    return this.request.headers;
  }

  get ip(): string {
    return this.request.ip;
  }

  get requestId(): string {
    return this.request.id;
  }

  get signal(): AbortSignal {
    return closedSignal(this.reply);
  }
}

const forgetful = async () => undefined;

/** @throws AppError `invalid_request` naming every invalid field */
function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: path.map(String).join('.'),
    message,
  }));
  const [first] = errors;
  const where = first?.path ? `\`${first.path}\`: ` : '';
  throw new AppError('invalid_request', `That request isn't valid. ${where}${first?.message ?? ''}`, {
    context: { errors },
  });
}

function readKey(header: string | string[] | undefined): string | null {
  if (header === undefined) return null;
  if (typeof header === 'string' && /^[\x21-\x7e]{1,200}$/.test(header)) return header;
  throw new AppError('invalid_request', 'An Idempotency-Key needs 1 to 200 printable characters.');
}

/** Made for the few handlers that ask, also after the client went away: it costs as much as the look at a session. */
function closedSignal({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const end = () => {
    if (!raw.writableFinished) controller.abort(new Error('the client went away'));
  };
  if (raw.closed) end();
  else raw.once('close', end);
  return controller.signal;
}

async function answerOnce(
  endpoint: Endpoint,
  call: MountedCall,
  handler: Handler<Endpoint>,
  idempotency: Idempotency,
): Promise<HandlerAnswer<Endpoint>> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.id, call.params, call.query, call.body]))
    .digest('hex');
  const run = (remember: Remember) => {
    call.remember = remember;
    return handler(call);
  };
  const attempt = { userId: call.user!.id, key: call.idempotencyKey!, fingerprint };
  return (await idempotency.once(attempt, run)) as HandlerAnswer<Endpoint>;
}

function send(reply: FastifyReply, answer: HandlerAnswer<Endpoint>, secure: boolean): void {
  const { status, body, cookies = [], retryAfter } = answer;
  if (cookies.length > 0)
    reply.header(
      'set-cookie',
      cookies.map((cookie) => writeCookie(cookie, secure)),
    );
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  reply.code(status);
  if (body === null || body === undefined) reply.send();
  else if (Object.isFrozen(body)) reply.type(json).send(textOf(body));
  else reply.send(body);
}

const json = 'application/json; charset=utf-8';

/** Of bodies that a feature keeps between requests, because to write one costs more than to find it. */
const texts = new WeakMap<object, string>();

function textOf(body: object): string {
  const known = texts.get(body);
  if (known !== undefined) return known;
  const text = JSON.stringify(body);
  texts.set(body, text);
  return text;
}
