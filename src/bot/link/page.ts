import { readFile } from 'node:fs/promises';
import Fastify from 'fastify';
import { z } from 'zod';
import { AppError, SetupError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { encoding } from '../../contract/auth.js';
import { toProblem } from '../../contract/failure.js';
import { linkDocument, linkStyle } from './document.js';
import type { createLinkFlow } from './flow.js';

/** A wallet the playground offers on the page: it signs over HTTP, since no extension is installed there. */
export type PlaygroundWallet = { name: string; origin: string; urlOf: (memberName: string) => string };

const token = z.string().min(20).max(100);
const challenge = z.object({ token, address: z.string().max(60) });
const proof = challenge.extend({ nonce: z.string().max(100), signature: z.string().max(200), encoding });

/**
 * The web page of a link attempt. GET has no effect (link previewers fetch); everything that acts is a POST of
 * JSON from this very page and carries the token, which reached the browser in the URL fragment.
 */
export function createLinkPage(options: {
  flow: ReturnType<typeof createLinkFlow>;
  /** Scheme, host and port people open the page at. */
  origin: string;
  /** The browser bundle. */
  script: string;
  wallet: PlaygroundWallet | null;
  log: Log;
}) {
  const { flow, origin, script, wallet, log } = options;
  const app = Fastify({ bodyLimit: 8_192, forceCloseConnections: true });
  const connect = wallet ? `'self' ${wallet.origin}` : "'self'";
  const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${connect}; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

  app.addHook('onSend', async (_request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });
  app.addHook('preHandler', async (request) => {
    if (request.method === 'POST' && request.headers.origin !== origin) throw new AppError('forbidden');
  });
  app.setErrorHandler((thrown, _request, reply) => {
    const error = understand(thrown);
    if (error.status >= 500) log.error({ err: error.cause ?? error }, 'the link page failed');
    return reply.code(error.status).type('application/problem+json').send(toProblem(error));
  });
  app.setNotFoundHandler(async () => {
    throw new AppError('not_found');
  });

  app.get('/link', (_request, reply) => reply.type('text/html; charset=utf-8').send(linkDocument));
  app.get('/link/style.css', (_request, reply) => reply.type('text/css').send(linkStyle));
  app.get('/link/main.js', async (_request, reply) =>
    reply.type('text/javascript').send(await readFile(script)),
  );
  app.get('/healthz', () => ({ status: 'ok' }));

  app.post('/link/api/view', async ({ body }) => {
    const view = await flow.view(z.object({ token }).parse(body).token);
    return { ...view, wallet: wallet && { name: wallet.name, url: wallet.urlOf(view.memberName) } };
  });
  app.post('/link/api/challenge', async ({ body }) => {
    const { token, address } = challenge.parse(body);
    return flow.challenge(token, address);
  });
  app.post('/link/api/prove', async ({ body }) => {
    const { token, ...signed } = proof.parse(body);
    return { code: await flow.prove(token, signed) };
  });

  return {
    async listen(port: number, host: string): Promise<void> {
      await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new SetupError(`Port ${port} is already in use: stop what runs there or choose another port.`);
      });
    },
    close: () => app.close(),
  };
}

/** What fastify refuses before a handler runs is the caller's fault, not ours. */
function understand(thrown: unknown): AppError {
  const { statusCode } = thrown as { statusCode?: number };
  if (thrown instanceof z.ZodError || statusCode === 400) return new AppError('invalid_request');
  if (statusCode === 413) return new AppError('too_large');
  if (statusCode === 415) return new AppError('invalid_request', 'This page takes JSON only.');
  return toAppError(thrown);
}
