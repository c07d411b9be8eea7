import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, toErrorBody, toFaultLine } from '../failure.js';
import type { Application } from '../state/model.js';
import type { Problem } from '../types.js';
import { createBodyChecks } from '../validation/document.js';
import { applicationRoutes } from './applications.js';
import { channelRoutes } from './channels.js';
import { callCheck } from './check.js';
import { commandRoutes } from './commands.js';
import { guildRoutes } from './guilds.js';
import { interactionRoutes } from './interactions.js';
import { createLimiter, sendRateLimit } from './limiter.js';
import { messageRoutes } from './messages.js';
import { API_PATH, type Call, type Rest, type Route } from './route.js';
import { hangUp, strike, toFaulty } from './strike.js';
import { threadRoutes } from './threads.js';
import { parseJson, readUploads } from './upload.js';
import { userRoutes } from './users.js';
import { webhookRoutes } from './webhooks.js';

const allRoutes = (rest: Rest): Route[] =>
  [
    applicationRoutes,
    userRoutes,
    commandRoutes,
    interactionRoutes,
    webhookRoutes,
    channelRoutes,
    messageRoutes,
    threadRoutes,
    guildRoutes,
  ].flatMap((routesOf) => routesOf(rest));

/** Mounts REST v10. Every refusal is answered in Discord's shape; those a bot author must mend are reported. */
export async function mountRest(
  http: FastifyInstance,
  rest: Rest,
  report: (problem: Problem) => void,
): Promise<void> {
  const limiter = createLimiter(rest.state.clock, rest.limits);
  await http.register(multipart, {
    limits: { fileSize: rest.limits.uploadBytes, files: 10, fieldSize: 1 << 20 },
  });
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? undefined : parseJson(text as string));
    } catch (error) {
      done(error as Refusal);
    }
  });

  const botOf = (request: FastifyRequest): Application | undefined => {
    const header = request.headers.authorization;
    if (!header?.startsWith('Bot ')) return undefined;
    return [...rest.state.applications.values()].find(({ token }) => token === header.slice('Bot '.length));
  };

  const limit = (
    request: FastifyRequest,
    reply: FastifyReply,
    route: Route,
    app: Application | undefined,
  ): boolean => {
    const verdict = limiter.take(`${route.method} ${route.path} ${mainResource(request)}`, app?.id);
    reply.headers(verdict.headers);
    if (verdict.retryAfterMs === null) return false;
    sendRateLimit(reply, { scope: verdict.global ? 'global' : 'user', retryAfterMs: verdict.retryAfterMs });
    return true;
  };

  const serve = async (
    route: Route,
    check: (call: Call) => void,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const app = route.auth === 'none' ? undefined : botOf(request);
    if (!app && route.auth !== 'none') throw new Refusal('unauthorized');
    const fault = rest.restFaults.take(toFaulty(rest, request, app));
    if (fault && (await strike(rest.state.clock, reply, fault))) return reply;
    if (limit(request, reply, route, app)) return reply;
    const { body, uploads } = await readUploads(request);
    const call: Call = {
      app: app as Application,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | undefined>,
      body: body ?? {},
      uploads,
    };
    check(call);
    const result = await route.handle(call);
    if (fault?.kind === 'hang-up') return hangUp(reply);
    if (result === undefined) return reply.status(204).send();
    return reply.status(route.status ?? 200).send(result);
  };

  const checks = createBodyChecks();
  for (const route of allRoutes(rest)) {
    const check = callCheck(route, checks);
    http.route({
      method: route.method,
      url: `${API_PATH}${route.path}`,
      handler: (request, reply) => serve(route, check, request, reply),
    });
  }

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
    if (isProblem(refusal)) report(toProblem(rest, request, refusal, botOf(request)));
    reply.status(refusal.status).send(toErrorBody(refusal));
  };
  http.setNotFoundHandler((request, reply) => refuse(request, reply, new Refusal('notFound')));
  http.setErrorHandler((error, request, reply) => {
    refuse(request, reply, error instanceof Refusal ? error : asRefusal(error));
  });
}

/** A wrong body or an endpoint that is not there is the bot author's to mend; a refused permission or a late answer is not. */
const isProblem = ({ status, kind }: Refusal): boolean =>
  kind === 'notFound' ||
  kind === 'tooLarge' ||
  kind === 'methodNotAllowed' ||
  status === 400 ||
  status >= 500;

const toProblem = (
  rest: Rest,
  request: FastifyRequest,
  refusal: Refusal,
  bot: Application | undefined,
): Problem => ({
  at: rest.state.clock.now(),
  bot: bot?.name ?? null,
  method: request.method,
  path: request.url,
  status: refusal.status,
  code: refusal.code,
  message: refusal.message,
  faults: refusal.faults.map(toFaultLine),
});

function asRefusal(error: unknown): Refusal {
  const { statusCode, message } = error as { statusCode?: number; message?: string };
  if (statusCode === 413) return new Refusal('tooLarge');
  if (statusCode !== undefined && statusCode < 500) return new Refusal('badRequest');
  return new Refusal('internal', [{ path: [], code: 'INTERNAL', message: message ?? 'unknown' }]);
}

/** Discord's buckets are cut by channel, guild and webhook. */
function mainResource(request: FastifyRequest): string {
  const { channelId, guildId, token } = request.params as Record<string, string | undefined>;
  return token ?? channelId ?? guildId ?? '';
}
