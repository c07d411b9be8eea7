import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { createRateLimit } from '../../base/rate-limit.js';
import { toProblem } from '../../contract/failure.js';
import type { Copy } from '../../copy/copy.js';
import { reason } from '../../copy/reason.js';
import { errorTextOfPage } from '../failure.js';
import { allowAnyOrigin } from './open.js';
import { readerOf } from './page-text.js';

const minuteMs = 60_000;
const denied = [
  'accelerometer',
  'camera',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'payment',
  'usb',
];

/**
 * The security headers of every reply. A plain function instead of `@fastify/helmet`, because requests that fail before
 * routing run no hook.
 */
function createHeaders(origin: string, walletOrigin: string | null) {
  const ofWallet = walletOrigin === null ? [] : [walletOrigin];
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...ofWallet],
        connectSrc: ["'self'", 'blob:', ...ofWallet],
        styleSrc: ["'self'"],
        // Wallet icons are `data:` images by the Wallet Standard; a model's textures are `blob:`, which only the page
        // itself can create.
        imgSrc: ['data:', 'blob:'],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    // Some web wallets reply from a popup; the opener of the page gets no access.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: origin.startsWith('https:') && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  const others = {
    'permissions-policy': denied.map((name) => `${name}=()`).join(', '),
    'cache-control': 'no-store',
  };
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    setSecurityHeaders(request.raw, reply.raw, () => undefined);
    return reply.headers(others);
  };
}

/**
 * Protects the pages: security headers on every reply, POST only as JSON from the same origin except for open routes, and rate limits. The limit
 * per IP address is high, because many people may share one; the limit per link is low. Each process counts on its own.
 */
export function createGuard(options: {
  origin: string;
  walletOrigin: string | null;
  copy: Copy;
  clock: Clock;
  log: Log;
}) {
  const { origin, walletOrigin, copy, clock, log } = options;
  const setHeaders = createHeaders(origin, walletOrigin);
  const byAddress = createRateLimit({ clock, limit: 600, windowMs: minuteMs });
  const byLink = createRateLimit({ clock, limit: 60, windowMs: minuteMs });
  const refuse = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) =>
    tellRefusal(understand(thrown), request, setHeaders(request, reply), { copy, log });

  return {
    /** Also replies to requests that fail before routing, such as a malformed URL. */
    refuse,
    /** Counts a request against the limit of the link it is for. @throws AppError `rate_limited` */
    takeOne: byLink.take,
    protect(app: FastifyInstance): void {
      app.removeContentTypeParser('text/plain');
      app.addHook('onRequest', async (request, reply) => {
        setHeaders(request, reply);
        const { isOpen } = request.routeOptions.config;
        if (isOpen) allowAnyOrigin(reply);
        if (['GET', 'HEAD', ...(isOpen ? ['OPTIONS'] : [])].includes(request.method)) return;
        byAddress.take(request.ip);
        if (isOpen) return;
        // Browsers send the Origin header with every POST; requests without ours are rejected.
        if (request.headers.origin !== origin)
          throw new AppError('forbidden', reason('page.error.foreign_origin'));
      });
      app.setErrorHandler(refuse);
      app.setNotFoundHandler(async () => {
        throw new AppError('not_found');
      });
    },
  };
}

function tellRefusal(
  error: AppError,
  request: FastifyRequest,
  reply: FastifyReply,
  { copy, log }: { copy: Copy; log: Log },
): FastifyReply {
  // Without the query, which may contain an OAuth2 code.
  const [path] = request.url.split('?');
  if (error.status >= 500) log.error({ err: error.cause ?? error, path }, 'page request failed');
  const wait = isAppError(error, 'rate_limited') ? error.context.retryAfter : undefined;
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply
    .code(error.status)
    .type('application/problem+json')
    .send({ ...toProblem(error), detail: errorTextOfPage(error, readerOf(request, copy)) });
}

/** Errors from fastify before a handler runs are client errors. */
function understand(thrown: unknown): AppError {
  const { statusCode } = thrown as { statusCode?: number };
  if (thrown instanceof z.ZodError && thrown.issues.every(({ path }) => path[0] === 'token'))
    return new AppError('invalid_request', reason('page.error.incomplete_link')); // cut off while it was copied
  if (thrown instanceof z.ZodError || statusCode === 400) return new AppError('invalid_request');
  if (statusCode === 413) return new AppError('too_large');
  if (statusCode === 415) return new AppError('unsupported_media', reason('page.error.only_json'));
  return toAppError(thrown);
}
