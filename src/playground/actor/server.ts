import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Fastify from 'fastify';
import type { Log } from '../../base/log.js';
import type { LocalChain } from '../chain/local-chain.js';
import type { LocalDiscord } from '../discord/types.js';
import type { TestWallet } from '../wallet/wallet.js';
import { mountPage } from '../web/page.js';
import { mountChain } from './chain.js';
import { compressJson } from './compress.js';
import { mountEvents } from './events.js';
import { createOffers, type MessageExtras, mountExtras } from './extras.js';
import { failureHandler } from './failure.js';
import { guardLoopback } from './guard.js';
import { mountPeople } from './people.js';
import { mountWallets } from './wallet.js';
import { mountWorld } from './world.js';

export type PlaygroundServer = { url: string; actorApi: string; close(): Promise<void> };

/** Ten files of Discord's maximum size, plus a third for base64. */
const BODY_LIMIT_BYTES = 140 * 1024 * 1024;

/** Folder of the built page. Searches upwards, because this module runs from `src` and from bundles in `dist`. */
function builtPage(from: string = import.meta.dirname): string {
  const page = join(from, 'dist', 'src', 'playground', 'web', 'app');
  return existsSync(page) || dirname(from) === from ? page : builtPage(dirname(from));
}

/**
 * Serves the playground over HTTP on loopback: the page at `/`, and the actor API at `/actor`.
 * @param options.port 0 lets the system choose
 * @param options.webDir the bundled page; default the build in `dist`, null for the actor API only
 */
export async function createPlaygroundServer(options: {
  port: number;
  discord: LocalDiscord;
  chain: LocalChain;
  walletOf: (memberName: string) => TestWallet;
  log: Log;
  webDir?: string | null;
  extras?: MessageExtras;
}): Promise<PlaygroundServer> {
  const { port, discord, chain, walletOf, log, webDir = builtPage(), extras = {} } = options;
  const app = Fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  app.addHook('onRequest', guardLoopback);
  app.addHook('onSend', compressJson);
  app.setErrorHandler(failureHandler(log));
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: `There is nothing at ${request.method} ${request.url.split('?')[0]}.` }),
  );
  await app.register(
    async (actor) => {
      mountWorld(actor, discord, createOffers(extras));
      mountExtras(actor, discord, extras);
      mountPeople(actor, discord);
      mountWallets(actor, { discord, chain, walletOf });
      mountChain(actor, chain);
      mountEvents(actor, discord);
    },
    { prefix: '/actor' },
  );
  if (webDir !== null) await mountPage(app, webDir);
  const url = await app.listen({ port, host: '127.0.0.1' });
  return { url, actorApi: `${url}/actor`, close: () => app.close() };
}
