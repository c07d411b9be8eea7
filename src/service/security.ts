import type { FastifyInstance } from 'fastify';
import { AppError } from '../base/errors.js';

/** Headers of every reply. Handlers that serve a page or a file override them. */
const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-site',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Headers of every reply, including those that never reach a route. */
export const headersOf = (requestId: string) => ({ ...headers, 'x-request-id': requestId });

/**
 * Sets security headers and the request id on every reply, and accepts state-changing requests with cookies only
 * from our own origin. Clients other than browsers send no `Origin` and pass.
 */
export function guard(app: FastifyInstance, { origin, https }: { origin: string; https: boolean }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersOf(request.id));
    if (https) reply.header('strict-transport-security', 'max-age=31536000');
    const { origin: from, cookie } = request.headers;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    if (changes && cookie !== undefined && from !== undefined && from !== origin)
      throw new AppError('forbidden', "That page isn't allowed to do this.");
  });
}
