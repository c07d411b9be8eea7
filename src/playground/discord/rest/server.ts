import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { OAuthRefusal, Refusal, toErrorBody, toFaultLine } from '../failure.js';
import type { Application } from '../state/model.js';
import type { Limits, Problem } from '../types.js';
import { createBodyChecks } from '../validation/document.js';
import { applicationRoutes } from './applications.js';
import { auditLogRoutes } from './audit-log.js';
import { createBans, sendBan } from './ban.js';
import { bulkDeleteRoutes } from './bulk-delete.js';
import { channelCreationRoutes } from './channel-creation.js';
import { channelWebhookRoutes } from './channel-webhooks.js';
import { channelRoutes } from './channels.js';
import { callCheck } from './check.js';
import { commandPermissionRoutes } from './command-permissions.js';
import { commandRoutes } from './commands.js';
import { emojiRoutes } from './emojis.js';
import { entitlementRoutes } from './entitlements.js';
import { guildBehind } from './guard.js';
import { guildRoutes } from './guilds.js';
import { interactionRoutes } from './interactions.js';
import { createLimiter, type RateBucket, sendRateLimit } from './limiter.js';
import { memberRoutes } from './members.js';
import { messageRoutes } from './messages.js';
import { oauth2Routes } from './oauth2.js';
import { overwriteRoutes } from './overwrites.js';
import { pinRoutes } from './pins.js';
import { pollRoutes } from './polls.js';
import { reactionRoutes } from './reactions.js';
import { readBodies } from './read-body.js';
import { roleConnectionRoutes } from './role-connections.js';
import { API_PATH, type Rest, type RestCall, type RestRoute } from './route.js';
import { skuRoutes } from './skus.js';
import { hangUp, sendServerError, strike, toFaulty } from './strike.js';
import { threadListRoutes } from './thread-lists.js';
import { threadRoutes } from './threads.js';
import { createOAuthTokens } from './token.js';
import { FILES_A_MESSAGE, readUploadedFiles } from './upload.js';
import { userRoutes } from './users.js';
import { webhookRoutes } from './webhooks.js';

const allRoutes = (rest: Rest): RestRoute[] =>
  [
    applicationRoutes,
    oauth2Routes,
    roleConnectionRoutes,
    userRoutes,
    commandRoutes,
    commandPermissionRoutes,
    emojiRoutes,
    skuRoutes,
    interactionRoutes,
    webhookRoutes,
    channelWebhookRoutes,
    channelRoutes,
    channelCreationRoutes,
    messageRoutes,
    pinRoutes,
    pollRoutes,
    reactionRoutes,
    bulkDeleteRoutes,
    overwriteRoutes,
    memberRoutes,
    threadRoutes,
    threadListRoutes,
    guildRoutes,
    entitlementRoutes,
    auditLogRoutes,
  ].flatMap((routesOf) => routesOf(rest));

/**
 * Mounts REST v10. Refusals are answered in Discord's shape; those a bot author must fix are reported as problems.
 */
export async function mountRest(
  http: FastifyInstance,
  rest: Rest,
  report: (problem: Problem) => void,
): Promise<void> {
  await http.register(multipart, {
    limits: {
      fileSize: rest.limits.uploadBytes,
      files: 2 * FILES_A_MESSAGE,
      fieldSize: 1 << 20,
      fields: 100,
    },
  });
  readBodies(http);

  const limiter = createLimiter(rest.state.clock, rest.limits);
  const bans = createBans(rest.state.clock, rest.limits);
  const botOf = createOAuthTokens(rest.state);
  const checks = createBodyChecks();
  const routes = allRoutes(rest);
  checkRouteLimits(rest.limits, routes);
  for (const route of routes) {
    const bucket = limiter.bucketOf(nameOf(route));
    const check = callCheck(route, checks);
    http.route({
      method: route.method,
      url: `${API_PATH}${route.path}`,
      handler: (request, reply) => serve(route, bucket, check, request, reply),
    });
  }

  const serve = async (
    route: RestRoute,
    bucket: RateBucket,
    check: (call: RestCall) => void,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> => {
    const sender = senderOf(request);
    if (sender !== undefined && bans.isBanned(sender)) return sendBan(reply);
    const app = route.auth === 'none' ? undefined : botOf(request.headers.authorization);
    if (!app && !takesNoBot(route, request)) throw new Refusal('unauthorized');
    const fault = rest.restFaults.take(toFaulty(rest, request, app));
    if (fault && (await strike(rest.state.clock, reply, fault))) return reply;
    const guild = guildBehind(rest.state, request.params as Record<string, string>);
    if (guild && rest.outage.isOn(guild.id)) {
      sendServerError(reply, 503);
      return reply;
    }
    const { headers, refused } = bucket(mainResource(request), app?.id);
    reply.headers(headers);
    if (refused) return sendRateLimit(reply, refused);
    const { body, uploads } = await readUploadedFiles(request);
    const call: RestCall = {
      app: app as Application,
      params: request.params as Record<string, string>,
      query: request.query as Record<string, string | undefined>,
      authorization: request.headers.authorization,
      body: body ?? {},
      uploads,
    };
    check(call);
    const status = typeof route.status === 'function' ? route.status(call) : (route.status ?? 200);
    const audited = route.audit?.(call);
    const result = await route.handle(call);
    const noted = audited?.(result);
    if (noted && guild)
      rest.auditLog.record(guild, { ...noted, userId: call.app.botId, ...reasonOf(request) });
    if (fault?.kind === 'hang-up') return hangUp(reply);
    if (result === undefined) return reply.status(204).send();
    return reply.status(status).send(result);
  };

  http.addHook('onResponse', (request, reply, done) => {
    const sender = reply.statusCode < 400 ? undefined : senderOf(request);
    if (sender !== undefined) bans.count(sender, reply.statusCode, reply.getHeader('x-ratelimit-scope'));
    done();
  });

  const refuse = (request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void => {
    if (isProblem(refusal)) report(toProblem(rest, request, refusal, botOf(request.headers.authorization)));
    reply.status(refusal.status).send(toErrorBody(refusal));
  };
  http.setNotFoundHandler((request, reply) => refuse(request, reply, new Refusal('notFound')));
  http.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthRefusal) return reply.status(error.status).send({ error: error.error });
    refuse(request, reply, error instanceof Refusal ? error : asRefusal(error));
  });
}

/** Invalid bodies and unknown endpoints are bugs of the bot; a missing permission or a late answer is not. */
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

/** `X-Audit-Log-Reason`, which libraries percent-encode. */
function reasonOf({ headers }: FastifyRequest): { reason?: string } {
  const reason = headers['x-audit-log-reason'];
  if (typeof reason !== 'string' || reason === '') return {};
  try {
    return { reason: decodeURIComponent(reason).slice(0, 512) };
  } catch {
    return { reason: reason.slice(0, 512) };
  }
}

/** Discord separates buckets by channel, guild and webhook. */
function mainResource(request: FastifyRequest): string {
  const { channelId, guildId, token } = request.params as Record<string, string | undefined>;
  return token ?? channelId ?? guildId ?? '';
}

const takesNoBot = ({ auth }: RestRoute, { headers }: FastifyRequest): boolean =>
  auth === 'none' || (auth === 'any' && headers.authorization?.startsWith('Bearer ') === true);

const nameOf = ({ method, path }: RestRoute): string => `${method} ${path}`;

function checkRouteLimits({ routes: limits }: Limits, routes: readonly RestRoute[]): void {
  const known = new Set(routes.map(nameOf));
  const unknownRoute = Object.keys(limits).find((name) => !known.has(name));
  if (unknownRoute !== undefined)
    throw new RangeError(`Unknown route "${unknownRoute}": it cannot be limited.`);
}

/** The sender invalid requests are counted for: the token, or the application in the path. */
const senderOf = (request: FastifyRequest): string | undefined =>
  request.headers.authorization ?? (request.params as Record<string, string | undefined> | undefined)?.appId;
