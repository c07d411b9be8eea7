import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest, type onRequestHookHandler } from 'fastify';
import type { Clock } from '../../base/clock.js';
import { AppError, SetupError } from '../../base/errors.js';
import { newId } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { type Readiness, readyReply } from '../../base/readiness.js';
import { asRequest } from '../../base/request-id.js';
import type { Copy } from '../../copy/copy.js';
import { createGuard } from './guard.js';
import { fillPage, readerOf } from './page-text.js';

/** A playground wallet: a script that registers it on the page, as a browser extension would. */
export type PlaygroundWallet = { origin: string; scriptOf: (memberName: string) => string };

/** Mounts one page. `takeOne` counts a request against the rate limit of its token. */
export type WebPage = (app: FastifyInstance, takeOne: (token: string) => void, copy: Copy) => void;

const files = {
  '/main.css': ['main.css', 'text/css; charset=utf-8'],
  '/main.js': ['main.js', 'text/javascript; charset=utf-8'],
} as const;

/** Discord's program that reads a posted link for its preview. */
const isPreviewer = ({ headers }: FastifyRequest): boolean =>
  headers['user-agent']?.includes('Discordbot') === true;

/**
 * Serves the bundled HTML, CSS and JavaScript of a page from `folder`, in the reader's language. Such a page is private
 * to a member, so a posted link to it gets no preview.
 * @param options.also more paths that serve the HTML
 * @param options.keys the beginnings of the message keys that the script uses
 */
export function serveFiles(
  app: FastifyInstance,
  path: string,
  folder: string,
  { copy, keys, also = [] }: { copy: Copy; keys: readonly string[]; also?: readonly string[] },
) {
  const serve = (address: string, [name, type]: (typeof files)[keyof typeof files]) =>
    app.get(address, async (_request, reply) => reply.type(type).send(await readFile(join(folder, name))));
  for (const [end, file] of Object.entries(files)) serve(`${path}${end}`, file);
  for (const address of [path, ...also])
    app.get(address, async (request, reply) => {
      if (isPreviewer(request)) throw new AppError('not_found');
      const html = await readFile(join(folder, 'index.html'), 'utf8');
      return reply.type('text/html; charset=utf-8').send(fillPage(html, keys, readerOf(request, copy)));
    });
}

/**
 * Trusted proxies: a TLS proxy on this machine or in its private network. Without this, all visitors would share the
 * rate limit of the proxy's address.
 */
const privateNetworks = 'loopback, linklocal, uniquelocal';

/** The HTTP server of the bot's pages, with the shared guard and health endpoints. */
export function createWeb(options: {
  /** Public origin of the pages. */
  origin: string;
  wallet: PlaygroundWallet | null;
  pages: readonly WebPage[];
  copy: Copy;
  clock: Clock;
  log: Log;
  readiness: Readiness;
  /** How long a request may take to arrive, and how often that is checked, in ms. */
  arrival?: { longestMs: number; lookEveryMs: number };
}) {
  const { origin, wallet, pages, copy, clock, log, readiness } = options;
  const { arrival = { longestMs: 30_000, lookEveryMs: 5_000 } } = options;
  const guard = createGuard({ origin, walletOrigin: wallet?.origin ?? null, copy, clock, log });
  const app = Fastify({
    bodyLimit: 4_096,
    genReqId: () => newId('req'),
    forceCloseConnections: true,
    trustProxy: privateNetworks,
    frameworkErrors: guard.refuse,
    requestTimeout: arrival.longestMs,
    http: {
      headersTimeout: arrival.longestMs,
      requestTimeout: arrival.longestMs,
      connectionsCheckingInterval: arrival.lookEveryMs,
    },
  });
  // Twice, because a body arrives in events of the socket, which know nothing of the request.
  const follow: onRequestHookHandler = (request, _reply, done) => asRequest(request.id, done);
  app.addHook('onRequest', follow).addHook('preValidation', follow);
  guard.protect(app);
  for (const mount of pages) mount(app, guard.takeOne, copy);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = readyReply(await readiness.problems());
    return reply.code(status).send(body);
  });

  return {
    async listen(port: number, host: string): Promise<void> {
      await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        throw new SetupError(
          `Port ${port} is already in use: stop the process that uses it or choose another port.`,
        );
      });
    },
    close: () => app.close(),
  };
}
