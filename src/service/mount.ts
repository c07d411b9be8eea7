import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AppError } from '../base/errors.js';
import type { Endpoint } from '../contract/endpoint.js';
import type { Authenticate, Handler, HandlerAnswer, HandlerCall } from './call.js';
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
    handler: async (request, reply) => {
      const call = await readCall(endpoint, request, reply, deps.authenticate);
      const answer = await answerOnce(endpoint, call, handler, deps.idempotency);
      return send(reply, answer, deps.secureCookies);
    },
  });
}

async function readCall(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  authenticate: Authenticate,
): Promise<HandlerCall<Endpoint>> {
  const cookies = readCookies(request.headers.cookie);
  const identity = endpoint.auth === 'user' ? await authenticate(cookies) : null;
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
    remember: async () => undefined,
    requestId: request.id,
    get signal() {
      return closedSignal(reply);
    },
  } as HandlerCall<Endpoint>;
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
  call: HandlerCall<Endpoint>,
  handler: Handler<Endpoint>,
  idempotency: Idempotency,
): Promise<HandlerAnswer<Endpoint>> {
  const { idempotencyKey: key, user } = call;
  if (key === null || user === null) return handler(call);
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.id, call.params, call.query, call.body]))
    .digest('hex');
  const run = (remember: Remember) => handler({ ...call, remember });
  return (await idempotency.once({ userId: user.id, key, fingerprint }, run)) as HandlerAnswer<Endpoint>;
}

function send(reply: FastifyReply, answer: HandlerAnswer<Endpoint>, secure: boolean): FastifyReply {
  const { status, body, cookies = [], retryAfter } = answer;
  if (cookies.length > 0)
    reply.header(
      'set-cookie',
      cookies.map((cookie) => writeCookie(cookie, secure)),
    );
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return body === null ? reply.code(status).send() : reply.code(status).send(body);
}
