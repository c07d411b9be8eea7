import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { createRateLimit } from '../../base/rate-limit.js';
import { toProblem } from '../../contract/failure.js';

const minuteMs = 60_000;
const denied = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'];

/** What the page may load and who may show it. Wallet icons are `data:` pictures by the wallet standard; a model's
 * textures are `blob:`, which only the page itself can make. */
function policyFor(walletOrigin: string | null): string {
  const also = walletOrigin === null ? '' : ` ${walletOrigin}`;
  return [
    "default-src 'none'",
    `script-src 'self'${also}`,
    `connect-src 'self' blob:${also}`,
    "style-src 'self'",
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `allow-popups`: some web wallets answer from a window the page opens. Whoever opened the page is cut off. */
const headersFor = (origin: string, walletOrigin: string | null): Record<string, string> => ({
  'content-security-policy': policyFor(walletOrigin),
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': [...denied, 'payment', 'usb'].map((name) => `${name}=()`).join(', '),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cache-control': 'no-store',
  ...(origin.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
});

/**
 * Keeps the pages to themselves: headers on everything, writing only from this origin and as JSON, so many requests
 * a minute. The limit by address is wide, since many may share one; the one by link is narrow.
 */
export function createGuard(options: {
  origin: string;
  walletOrigin: string | null;
  clock: Clock;
  log: Log;
}) {
  const { origin, walletOrigin, clock, log } = options;
  const headers = headersFor(origin, walletOrigin);
  const byAddress = createRateLimit({ clock, limit: 600, windowMs: minuteMs });
  const byLink = createRateLimit({ clock, limit: 60, windowMs: minuteMs });
  const refuse = (thrown: unknown, request: FastifyRequest, reply: FastifyReply) =>
    tellRefusal(understand(thrown), request, reply.headers(headers), log);

  return {
    /** Also answers what is refused before there is a route: an address that cannot be read. */
    refuse,
    /** Counts a request against the limit of the link it is for. @throws AppError `rate_limited` */
    takeOne: byLink.take,
    protect(app: FastifyInstance): void {
      app.removeContentTypeParser('text/plain');
      app.addHook('onRequest', async (request, reply) => {
        reply.headers(headers);
        if (request.method === 'GET' || request.method === 'HEAD') return;
        byAddress.take(request.ip);
        // Browsers name the origin of every POST; whatever names none is no page of ours.
        if (request.headers.origin !== origin)
          throw new AppError('forbidden', 'Only this page itself may ask that.');
      });
      app.setErrorHandler(refuse);
      app.setNotFoundHandler(async () => {
        throw new AppError('not_found');
      });
    },
  };
}

function tellRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  // Without the query, which may hold what Discord sent back.
  const [path] = request.url.split('?');
  if (error.status >= 500) log.error({ err: error.cause ?? error, path }, 'a page failed');
  const wait = isAppError(error, 'rate_limited') ? error.context.retryAfter : undefined;
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply.code(error.status).type('application/problem+json').send(toProblem(error));
}

/** What fastify refuses before a handler runs is the caller's fault, not ours. */
function understand(thrown: unknown): AppError {
  const { statusCode } = thrown as { statusCode?: number };
  if (thrown instanceof z.ZodError || statusCode === 400) return new AppError('invalid_request');
  if (statusCode === 413) return new AppError('too_large');
  if (statusCode === 415) return new AppError('unsupported_media', 'This page takes JSON only.');
  return toAppError(thrown);
}
