import type { FastifyInstance } from 'fastify';
import { AppError } from '../base/errors.js';

/** Headers of every reply. Handlers that serve a page or a file set their own over them. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Headers of every reply, also of those that never reach a route. */
export const headersOf = (requestId: string) => ({ ...headers, 'x-request-id': requestId });

/**
 * Security headers and the request id on every reply; changes that carry cookies are taken from our own
 * origin only. Clients that are no browsers send no `Origin` and pass.
 */
export function guard(app: FastifyInstance, { origin, https }: { origin: string; https: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.id));
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
    const { origin: from, cookie } = request.headers;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && cookie !== undefined && from !== undefined && from !== origin)
      throw new AppError('forbidden', 'That page may not do this.');
  });
}
