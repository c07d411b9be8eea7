import { silentLog } from '../../../src/base/log.js';
import { type Actor, createActor } from '../../../src/playground/actor/client.js';
import { createPlaygroundServer } from '../../../src/playground/actor/server.js';
import { createLocalChain } from '../../../src/playground/chain/local-chain.js';
import { createLocalDiscord, type LocalDiscord } from '../../../src/playground/discord/index.js';
import { createTestWallet, type TestWallet } from '../../../src/playground/wallet/wallet.js';

const patienceMs = 30_000;

/** Where a person is: the channels of one server. */
export type Place = { welcome: string; rigs: string; agent: string };

/** A local Discord with several servers, a chain, and people with wallets. No process of it ever dies. */
export type Town = {
  actor: Actor;
  discord: LocalDiscord;
  addresses: { rpcUrl: string; wsUrl: string; actorApi: string; token: string; treasury: string };
  people: { name: string; place: Place }[];
  close(): Promise<void>;
};

const placeOf = (server: number): Place =>
  server === 0
    ? { welcome: 'welcome', rigs: 'rigs', agent: 'agent' }
    : { welcome: `welcome-${server}`, rigs: `rigs-${server}`, agent: `agent-${server}` };

/** @param servers consecutive ones are on consecutive shards; people are spread over them */
export async function openTown(options: { people: number; servers: number }): Promise<Town> {
  const names = Array.from({ length: options.people }, (_, index) => `member${index + 1}`);
  const members = { olga: [], ...Object.fromEntries(names.map((name) => [name, []])) };
  const guilds = Array.from({ length: options.servers - 1 }, (_, index) => ({
    name: `Server ${index + 1}`,
    owner: 'olga',
    members,
    channels: Object.values(placeOf(index + 1)).map((name) => ({ name })),
  }));
  const chain = await createLocalChain({ port: 0 });
  const discord = await createLocalDiscord({ guilds, people: names });
  const { rpcUrl, wsUrl } = chain;
  const wallets = new Map<string, TestWallet>();
  const walletOf = (name: string): TestWallet => {
    const known = wallets.get(name) ?? createTestWallet({ rpcUrl, wsUrl, name, seed: name });
    wallets.set(name, known);
    return known;
  };
  const treasury = walletOf('rigsmith treasury');
  chain.controls.endow(treasury.address);
  for (const name of names) chain.controls.fund(walletOf(name).address);
  const server = await createPlaygroundServer({
    port: 0,
    discord,
    chain,
    walletOf,
    webDir: null,
    log: silentLog,
  });
  const actor = createActor(server.url, patienceMs);
  for (const name of names) await actor.as(name).wallet.asksBeforeSigning(false);
  const bot = discord.createBot({ name: 'Rigsmith', guilds: discord.guilds().map(({ id }) => id) });
  return {
    actor,
    discord,
    addresses: {
      rpcUrl,
      wsUrl,
      actorApi: server.actorApi,
      token: bot.token,
      treasury: treasury.address,
    },
    people: names.map((name, index) => ({ name, place: placeOf(index % options.servers) })),
    async close() {
      await server.close();
      await discord.close();
      await chain.close();
    },
  };
}
