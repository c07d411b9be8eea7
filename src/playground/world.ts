import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { createPlaygroundServer } from './actor/server.js';
import { createLocalChain } from './chain/local-chain.js';
import { createLocalDiscord } from './discord/index.js';
import { createTestWallet, type TestWallet } from './wallet/wallet.js';

export type World = {
  web: string;
  actorApi: string;
  /** Base of the wallets over HTTP: `{walletsUrl}/mia/wallet`. */
  walletsUrl: string;
  discord: { api: string; cdn: string; token: string };
  rpcUrl: string;
  wsUrl: string;
  merchantAddress: string;
  usdcMint: string;
  close(): Promise<void>;
};

/**
 * A place in which everything Rigsmith talks to is local and real in behaviour: a Discord, a Solana chain, a
 * funded wallet for each person, and the page that shows them. It knows neither bot nor service.
 */
export async function startWorld(options: {
  ports: { web: number; discord: number; rpc: number; rpcSocket: number };
  /** The built page. */
  webDir: string | null;
  clock: Clock;
  log: Log;
  /** Another chain than a new local one. */
  rpc?: { url: string; wsUrl?: string };
}): Promise<World> {
  const { ports, webDir, clock, log, rpc } = options;
  const chain = await createLocalChain({ port: ports.rpc, wsPort: ports.rpcSocket, clock });
  const discord = await createLocalDiscord({ port: ports.discord, clock });
  const app = discord.createBot({
    name: 'Rigsmith',
    token: `playground.${randomBytes(18).toString('base64url')}`,
  });
  const rpcUrl = rpc?.url ?? chain.rpcUrl;
  const wsUrl = rpc?.wsUrl ?? chain.wsUrl;

  const wallets = new Map<string, TestWallet>();
  const walletOf = (name: string): TestWallet => {
    const known = wallets.get(name) ?? createTestWallet({ rpcUrl, wsUrl, name, seed: name });
    wallets.set(name, known);
    return known;
  };
  const treasury = walletOf('rigsmith treasury');
  const people = discord.people.filter(({ bot }) => !bot).map(({ username }) => walletOf(username));
  // The treasury too: a wallet only pays an address, and a token account, that exists already.
  if (!rpc) for (const { address } of [treasury, ...people]) chain.controls.fund(address);

  const server = await createPlaygroundServer({ port: ports.web, discord, chain, walletOf, webDir, log });
  return {
    web: server.url,
    actorApi: server.actorApi,
    walletsUrl: `${server.actorApi}/people`,
    discord: { api: discord.api, cdn: discord.cdn, token: app.token },
    rpcUrl,
    wsUrl,
    merchantAddress: treasury.address,
    usdcMint: chain.usdcMint,
    async close() {
      await server.close();
      await discord.close();
      await chain.close();
    },
  };
}
