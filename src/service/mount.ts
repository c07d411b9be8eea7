import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../base/errors.js';
import type { Body, Endpoint, Params, Query } from '../contract/endpoint.js';
import { readCookies, type SetCookie, writeCookie } from './cookies.js';
import type { Route } from './feature.js';
import type { Idempotency } from './idempotency.js';

/** The user and session of a valid access cookie. */
export type Identity = { user: { id: string; address: string }; sessionId: string; expiresAt: number };
/** @throws AppError `unauthenticated` or `session_expired` */
export type Authenticate = (cookies: Readonly<Record<string, string>>) => Identity;

export type StatusOf<E extends Endpoint> = keyof E['replies'] & number;
type BodyOf<T> = T extends z.ZodType ? z.infer<T> : null;

/** A handler's answer: one of the endpoint's success statuses with its body. */
export type Answer<E extends Endpoint, S extends StatusOf<E> = StatusOf<E>> = {
  status: S;
  body: BodyOf<E['replies'][S]>;
  cookies?: readonly SetCookie[];
  /** Seconds after which a retry makes sense. */
  retryAfter?: number;
};

/** Present for an endpoint with `auth: 'user'`, null for the others. */
type OfUser<E extends Endpoint, T> = Endpoint extends E ? T | null : E['auth'] extends 'user' ? T : null;

/** One request as a handler gets it: validated, typed and authenticated. */
export type Call<E extends Endpoint> = {
  params: Params<E>;
  query: Query<E>;
  body: Body<E>;
  user: OfUser<E, Identity['user']>;
  sessionId: OfUser<E, string>;
  cookies: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  ip: string;
  idempotencyKey: string | null;
  /**
   * Stores the answer for its `Idempotency-Key`. Call it inside the transaction of the effect, so that no crash
   * leaves one without the other; otherwise the answer is stored after the handler returns.
   */
  remember(answer: Answer<E>): void;
  requestId: string;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;

export type MountDeps = { authenticate: Authenticate; idempotency: Idempotency; secureCookies: boolean };

const usualBodyLimitBytes = 262_144;

/** Registers one endpoint: authenticate, validate the input, call the handler, answer. */
export function mount(app: FastifyInstance, route: Route, deps: MountDeps): void {
  const { endpoint, handler, bodyLimitBytes = usualBodyLimitBytes, admit } = route;
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    bodyLimit: bodyLimitBytes,
    onRequest: async ({ params, headers }) => admit?.({ params: params as Record<string, string>, headers }),
    handler: async (request, reply) => {
      const call = readCall(endpoint, request, reply, deps.authenticate);
      const answer = await answerOnce(endpoint, call, handler, deps.idempotency);
      return send(reply, answer, deps.secureCookies);
    },
  });
}

function readCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: Authenticate,
): Call<Endpoint> {
  const cookies = readCookies(request.headers.cookie);
  const identity = endpoint.auth === 'user' ? authenticate(cookies) : null;
  return {
    params: request.params as Record<string, string>,
    query: endpoint.query ? parse(endpoint.query, request.query) : undefined,
    body: endpoint.body ? parse(endpoint.body, request.body ?? {}) : undefined,
    user: identity?.user ?? null,
    sessionId: identity?.sessionId ?? null,
    cookies,
    headers: request.headers,
    ip: request.ip,
    idempotencyKey: endpoint.idempotent ? readKey(request.headers['idempotency-key']) : null,
    remember: () => undefined,
    requestId: request.id,
    signal: closedSignal(reply),
  } as Call<Endpoint>;
}

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

function closedSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new Error('the client went away'));
  });
  return controller.signal;
}

async function answerOnce(
  endpoint: Endpoint,
  call: Call<Endpoint>,
  handler: Handler<Endpoint>,
  idempotency: Idempotency,
): Promise<Answer<Endpoint>> {
  const { idempotencyKey: key, user } = call;
  if (key === null || user === null) return handler(call);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.id, call.params, call.query, call.body]))
    .digest('hex');
  const run = (remember: (answer: { status: number; body: unknown }) => void) =>
    handler({ ...call, remember });
  return (await idempotency.once({ userId: user.id, key, fingerprint }, run)) as Answer<Endpoint>;
}

function send(reply: FastifyReply, answer: Answer<Endpoint>, secure: boolean): FastifyReply {
  const { status, body, cookies = [], retryAfter } = answer;
  if (cookies.length > 0)
    reply.header(
      'set-cookie',
      cookies.map((cookie) => writeCookie(cookie, secure)),
    );
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return body === null ? reply.code(status).send() : reply.code(status).type('application/json').send(body);
}
