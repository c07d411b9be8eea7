import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import { AppError } from '../base/errors.js';

/** Sets the headers of a reply before its handler runs; a handler that serves a page or a file overrides them. */
export type SetHeaders = (request: FastifyRequest, reply: FastifyReply) => void;

/** The security headers of every reply. */
export function securityHeaders({ https }: { https: boolean }): Readonly<Record<string, string>> {
  const headers: Record<string, string> = { 'cache-control': 'no-store' };
  const collect = {
    setHeader: (name: string, value: string) => (headers[name.toLowerCase()] = value),
    removeHeader() {},
  };
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  // They are the same for every reply, so they are computed once.
  setSecurityHeaders({} as IncomingMessage, collect as unknown as ServerResponse, () => undefined);
  return headers;
}

/**
 * Sets the security headers of a reply, and its request id. A plain function instead of `@fastify/helmet`, because
 * requests that fail before routing run no hook.
 */
export const createHeaders =
  (headers: Readonly<Record<string, string>>): SetHeaders =>
  (request, reply) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
  };

/**
 * Sets the headers of every routed reply, and accepts state-changing requests with cookies only from our own origin.
 * Clients other than browsers send no `Origin` and pass.
 */
export function guard(
  app: FastifyInstance,
  { origin, setHeaders }: { origin: string; setHeaders: SetHeaders },
): void {
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(request, reply);
    const { origin: from, cookie } = request.headers;
    const changes = request.method !== 'GET' && request.method !== 'HEAD';
    const isForeign = changes && cookie !== undefined && from !== undefined && from !== origin;
    done(isForeign ? new AppError('forbidden', "That page isn't allowed to do this.") : undefined);
  });
}
