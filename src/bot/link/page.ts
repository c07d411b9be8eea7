import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Fastify from 'fastify';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError, SetupError } from '../../base/errors.js';
import type { Random } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { encoding, noncePurpose } from '../../contract/auth.js';
import { browserCookie, createBinding } from './binding.js';
import type { createLinkFlow } from './flow.js';
import { guardPage } from './guard.js';
import type { LinkState } from './machine.js';

/** A wallet of the playground: a script that registers a member's wallet on the page, as an extension would. */
export type PlaygroundWallet = { origin: string; scriptOf: (memberName: string) => string };

const token = z.string().min(20).max(100);
const open = z.object({ token });
const challenge = open.extend({ address: z.string().max(60), purpose: noncePurpose.default('sign_in') });
const proof = open.extend({
  address: z.string().max(60),
  nonce: z.string().max(100),
  signature: z.string().max(200).optional(),
  encoding,
});

const files = {
  '/link': ['index.html', 'text/html; charset=utf-8'],
  '/link/main.css': ['main.css', 'text/css; charset=utf-8'],
  '/link/main.js': ['main.js', 'text/javascript; charset=utf-8'],
} as const;

const isUnproven = (state: LinkState): boolean => ['created', 'opened', 'proof_received'].includes(state);
const alreadyUsed = () =>
  new AppError('nonce_used', 'This link was already used. Type /link in Discord for a new one.');

/**
 * The web page of a link attempt. GET has no effect (link previewers fetch); everything that acts is a POST of
 * JSON from this very page and carries the token, which reached the browser in the URL fragment.
 */
export function createLinkPage(options: {
  flow: Pick<ReturnType<typeof createLinkFlow>, 'view' | 'challenge' | 'prove'>;
  /** Scheme, host and port people open the page at. */
  origin: string;
  /** The browser bundle; style sheet and document lie beside it. */
  script: string;
  wallet: PlaygroundWallet | null;
  clock: Clock;
  random: Random;
  log: Log;
}) {
  const { flow, origin, script, wallet, clock, random, log } = options;
  const app = Fastify({ bodyLimit: 4_096, forceCloseConnections: true });
  const takeOne = guardPage(app, { origin, walletOrigin: wallet?.origin ?? null, clock, log });
  const binding = createBinding({ clock, random });
  const cookie = browserCookie(origin);

  for (const [path, [name, type]] of Object.entries(files)) {
    app.get(path, async (_request, reply) =>
      reply.type(type).send(await readFile(join(dirname(script), name))),
    );
  }
  app.get('/healthz', () => ({ status: 'ok' }));

  app.post('/link/api/open', async ({ body, headers }, reply) => {
    const { token } = open.parse(body);
    takeOne(token);
    const presented = cookie.read(headers.cookie);
    const { state, ...view } = await flow.view(token);
    const awaitsCode = state === 'awaiting_code' && binding.holds(token, presented);
    if (!awaitsCode && !isUnproven(state)) throw alreadyUsed();
    reply.header('set-cookie', cookie.write(binding.take(token, view.expiresAt, presented)));
    return { ...view, awaitsCode, walletScript: wallet?.scriptOf(view.memberName) ?? null };
  });
  app.post('/link/api/challenge', async ({ body, headers }) => {
    const { token, address, purpose } = challenge.parse(body);
    takeOne(token);
    binding.check(token, cookie.read(headers.cookie));
    return flow.challenge(token, address, purpose);
  });
  app.post('/link/api/prove', async ({ body, headers }) => {
    const { token, ...signed } = proof.parse(body);
    takeOne(token);
    binding.check(token, cookie.read(headers.cookie));
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
