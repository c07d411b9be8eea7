import type { IncomingHttpHeaders } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { newId, type Random } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { asRequest } from '../base/request-id.js';
import { ArrivingRequest } from './arriving-request.js';
import type { ServiceConfig } from './config.js';
import { answerFailures, createUnroutedAnswer } from './failure.js';
import { createHeaders, guard } from './security.js';

export type RequestIds = (headers: IncomingHttpHeaders) => string;

/** The client's own id where it is a sound one. */
export const createRequestIds =
  (random: Random): RequestIds =>
  ({ 'x-request-id': given }) =>
    typeof given === 'string' && /^[\w.:-]{1,64}$/.test(given) ? given : newId('req', random);

/** The HTTP server with its limits, headers and request ids, before any route. */
export function buildApp(
  config: ServiceConfig,
  { headers, requestIdOf, log }: { headers: Record<string, string>; requestIdOf: RequestIds; log: Log },
): FastifyInstance {
  const { longestMs, lookEveryMs } = config.arrival ?? { longestMs: 30_000, lookEveryMs: 5_000 };
  const setHeaders = createHeaders(headers);
  const app = Fastify({
    logger: false,
    requestTimeout: longestMs,
    http: {
      headersTimeout: longestMs,
      requestTimeout: longestMs,
      connectionsCheckingInterval: lookEveryMs,
      IncomingMessage: ArrivingRequest,
    },
    trustProxy: config.trustProxy ?? false,
    requestIdHeader: false,
    frameworkErrors: createUnroutedAnswer(setHeaders),
    genReqId: (request) => requestIdOf(request.headers),
  });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parseJson(request, body as string, done),
  );
  guard(app, { origin: new URL(config.baseUrl).origin, setHeaders });
  answerFailures(app, log);
  // Once the body is there, because that arrives in events of the socket, which know nothing of the request. What fails
  // before is logged with its id by `answerFailures`.
  app.addHook('preValidation', (request, _reply, done) => asRequest(request.id, done));
  if (log.level === 'debug') logAnswers(app, log);
  return app;
}

/** Only where the lines are written, because a hook after each reply costs as much as the look at a session. */
function logAnswers(app: FastifyInstance, log: Log): void {
  app.addHook('onResponse', ({ id, method, routeOptions }, reply, done) => {
    const took = { status: reply.statusCode, ms: Math.round(reply.elapsedTime) };
    log.debug({ request_id: id, method, route: routeOptions.url, ...took }, 'answered');
    done();
  });
}
