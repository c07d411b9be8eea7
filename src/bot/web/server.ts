import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Readiness, readyReply } from '../../base/readiness.js';
import { createGuard } from './guard.js';

/** A wallet of the playground: a script that registers a member's wallet on the page, as an extension would. */
export type PlaygroundWallet = { origin: string; scriptOf: (memberName: string) => string };

/** Mounts one page. `takeOne` counts a request against the limit of the token it carries. */
export type WebPage = (app: FastifyInstance, takeOne: (token: string) => void) => void;

const files = {
  '': ['index.html', 'text/html; charset=utf-8'],
  '/main.css': ['main.css', 'text/css; charset=utf-8'],
  '/main.js': ['main.js', 'text/javascript; charset=utf-8'],
} as const;

/**
 * Document, style sheet and script of a page, from the folder they were bundled into.
 * @param also further addresses the document is at
 */
export function serveFiles(app: FastifyInstance, path: string, folder: string, also: readonly string[] = []) {
  const serve = (address: string, [name, type]: (typeof files)[keyof typeof files]) =>
    app.get(address, async (_request, reply) => reply.type(type).send(await readFile(join(folder, name))));
  for (const [end, file] of Object.entries(files)) serve(`${path}${end}`, file);
  for (const address of also) serve(address, files['']);
}

/**
 * Whose word about the visitor's address is taken: a TLS proxy stands on this machine or beside it. Without it
 * everybody would share the limit of the proxy's address, and anybody could use it up.
 */
const privateNetworks = 'loopback, linklocal, uniquelocal';

/** The one server of the bot's pages. What is common to them, the guard above all, is here; the rest is theirs. */
export function createWeb(options: {
  /** Scheme, host and port people open the pages at. */
  origin: string;
  wallet: PlaygroundWallet | null;
  pages: readonly WebPage[];
  clock: Clock;
  log: Log;
  readiness: Readiness;
  /** How long a request may take to arrive, and how often that is looked at, in ms. */
  arrival?: { longestMs: number; lookEveryMs: number };
}) {
  const { origin, wallet, pages, clock, log, readiness } = options;
  const { arrival = { longestMs: 30_000, lookEveryMs: 5_000 } } = options;
  const guard = createGuard({ origin, walletOrigin: wallet?.origin ?? null, clock, log });
  const app = Fastify({
    bodyLimit: 4_096,
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
  guard.protect(app);
  for (const mount of pages) mount(app, guard.takeOne);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const { status, body } = readyReply(await readiness.problems());
    return reply.code(status).send(body);
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
