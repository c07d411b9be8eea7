import { randomBytes } from 'node:crypto';
import type { Clock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import type { Log } from '../base/log.js';
import { createActor } from './actor/client.js';
import { createPlaygroundServer } from './actor/server.js';
import { createLocalChain } from './chain/local-chain.js';
import {
  createLocalDiscord,
  type LocalDiscord,
  type LocalDiscordOptions,
  SnapshotError,
} from './discord/index.js';
import { BOT_PERMISSIONS, Permission } from './discord/permission.js';
import { makeFirstCharacter } from './stories/newcomer.js';
import { createTestWallet, type TestWallet } from './wallet/wallet.js';
import { workshop } from './workshop.js';

const modsChannel = 'mods';

export type World = {
  web: string;
  actorApi: string;
  /** Base address of the wallets: `{walletsUrl}/mia/wallet`. */
  walletsUrl: string;
  discord: { api: string; cdn: string; token: string; modsChannelId: string | undefined; guildId: string };
  rpcUrl: string;
  wsUrl: string;
  merchantAddress: string;
  usdcMint: string;
  close(): Promise<void>;
};

/**
 * Starts local versions of everything Rigsmith talks to: a Discord, a Solana chain, a funded wallet for each person, and
 * the page that shows them. It does not depend on bot or service.
 */
export async function startWorld(options: {
  ports: { web: number; discord: number; rpc: number; rpcSocket: number };
  /** Folder of the built page. */
  webDir: string | null;
  clock: Clock;
  log: Log;
  /** An existing chain to use instead of a new local one. */
  rpc?: { url: string; wsUrl?: string };
  /** SKUs the bot sells inside Discord. */
  skus?: readonly string[];
  /** File that keeps the local Discord over restarts; the chain always starts empty. */
  stateFile?: string;
  /** Deletes all data and starts everything again; the page offers it when given. */
  onReset?: () => void;
}): Promise<World> {
  const { ports, webDir, clock, log, rpc, stateFile, onReset, skus = [] } = options;
  const discord = await openDiscord({
    port: ports.discord,
    clock,
    guilds: [workshop],
    ...(stateFile && { snapshotFile: stateFile }),
  });
  const chain = await createLocalChain({ port: ports.rpc, wsPort: ports.rpcSocket, clock });
  const app = rigsmithIn(discord, skus);
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
  // The treasury is funded too: a wallet only pays to an existing address and token account.
  if (!rpc) {
    chain.controls.endow(treasury.address);
    for (const { address } of people) chain.controls.fund(address);
  }

  const server = await createPlaygroundServer({
    port: ports.web,
    discord,
    chain,
    walletOf,
    webDir,
    log,
    extras: {
      firstCharacter: (name, wanted) => makeFirstCharacter(createActor(server.url).as(name), wanted),
      ...(onReset && { reset: onReset }),
    },
  });
  return {
    web: server.url,
    actorApi: server.actorApi,
    walletsUrl: `${server.actorApi}/people`,
    discord: {
      api: discord.api,
      cdn: discord.cdn,
      token: app.token,
      guildId: discord.guildId,
      modsChannelId: discord.guild().channels.find(({ name }) => name === modsChannel)?.id,
    },
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

/** @throws SetupError when the state file cannot be used */
async function openDiscord(options: LocalDiscordOptions): Promise<LocalDiscord> {
  try {
    return await createLocalDiscord(options);
  } catch (error) {
    throw error instanceof SnapshotError ? new SetupError(error.message) : error;
  }
}

/** The bot of a restored Discord with its old token, or a new bot. */
function rigsmithIn(discord: LocalDiscord, skus: readonly string[]) {
  const name = 'Rigsmith';
  const kept = discord.bots().find((bot) => bot.name === name)?.token;
  const token = kept ?? `playground.${randomBytes(18).toString('base64url')}`;
  const guilds = discord.guilds().map(({ id }) => id);
  // As in a server whose managers let it give roles below its own, such as "Linked".
  const standing = { permissions: BOT_PERMISSIONS | Permission.ManageRoles, rolePosition: 50 };
  return discord.createBot({ name, token, guilds, channels: [modsChannel], skus, ...standing });
}
