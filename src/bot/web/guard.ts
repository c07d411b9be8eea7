import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { createRateLimit } from '../../base/rate-limit.js';
import { toProblem } from '../../contract/failure.js';

const minuteMs = 60_000;
const denied = ['accelerometer', 'camera', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'];

/** The Content-Security-Policy of the pages. Wallet icons are `data:` images by the Wallet Standard; a model's textures
 * are `blob:`, which only the page itself can create. */
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

/** `same-origin-allow-popups`: some web wallets reply from a popup; the opener of the page gets no access. */
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
 * Protects the pages: security headers on every reply, POST only as JSON from the same origin, and rate limits. The limit
 * per IP address is high, because many people may share one; the limit per link is low.
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
    /** Also replies to requests that fail before routing, such as a malformed URL. */
    refuse,
    /** Counts a request against the limit of the link it is for. @throws AppError `rate_limited` */
    takeOne: byLink.take,
    protect(app: FastifyInstance): void {
      app.removeContentTypeParser('text/plain');
      app.addHook('onRequest', async (request, reply) => {
        reply.headers(headers);
        if (request.method === 'GET' || request.method === 'HEAD') return;
        byAddress.take(request.ip);
        // Browsers send the Origin header with every POST; requests without ours are rejected.
        if (request.headers.origin !== origin)
          throw new AppError('forbidden', 'Only this page can make that request.');
      });
      app.setErrorHandler(refuse);
      app.setNotFoundHandler(async () => {
        throw new AppError('not_found');
      });
    },
  };
}

function tellRefusal(error: AppError, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  // Without the query, which may contain an OAuth2 code.
  const [path] = request.url.split('?');
  if (error.status >= 500) log.error({ err: error.cause ?? error, path }, 'page request failed');
  const wait = isAppError(error, 'rate_limited') ? error.context.retryAfter : undefined;
  if (wait !== undefined) reply.header('retry-after', wait);
  return reply.code(error.status).type('application/problem+json').send(toProblem(error));
}

/** Errors from fastify before a handler runs are client errors. */
function understand(thrown: unknown): AppError {
  const { statusCode } = thrown as { statusCode?: number };
  if (thrown instanceof z.ZodError || statusCode === 400) return new AppError('invalid_request');
  if (statusCode === 413) return new AppError('too_large');
  if (statusCode === 415) return new AppError('unsupported_media', 'This page accepts only JSON.');
  return toAppError(thrown);
}
