import { Client, Events, GatewayIntentBits as Intents } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openGateway } from './behaviours/gateway-socket.js';
import { CLUB, channelIn, HOME, joinBoth, startBoth } from './two-guilds.js';
import { ALL_INTENTS, next } from './world.js';

describe('a sharded bot', () => {
  it('gets each server on its own shard, direct messages on the first, and all servers without shards', async () => {
    const discord = await startBoth();
    const bot = joinBoth(discord);
    const shardOf = (guild: string) => Number((BigInt(discord.guild(guild).id) >> 22n) % 2n);
    expect(new Set([HOME, CLUB].map(shardOf)).size).toBe(2);
    const open = async (shard?: [number, number]) => {
      const gateway = await openGateway(`${discord.url.replace('http', 'ws')}/gateway`);
      onTestFinished(() => gateway.drop());
      const intents = Intents.Guilds | Intents.GuildMessages | Intents.DirectMessages;
      const properties = { os: 'linux', browser: 'test', device: 'test' };
      gateway.send({ op: 2, d: { token: bot.token, intents, properties, ...(shard && { shard }) } });
      return gateway;
    };
    const [home, away, alone] = [
      await open([shardOf(HOME), 2]),
      await open([shardOf(CLUB), 2]),
      await open(),
    ];
    const all = [home, away, alone];
    for (const gateway of all) await gateway.receive(({ t }) => t === 'READY');
    const count = (name: string) => all.map((gateway) => gateway.count(({ t }) => t === name));
    await expect.poll(() => count('GUILD_CREATE')).toEqual([1, 1, 2]);
    const mia = discord.as('mia');
    await mia.post({ channelId: channelIn(discord, HOME, 'rigs'), content: 'home' });
    await mia.post({ channelId: channelIn(discord, CLUB, 'lobby'), content: 'club' });
    await mia.post({ channelId: mia.dm('greeter'), content: 'direct' });
    await expect.poll(() => count('MESSAGE_CREATE')).toEqual(shardOf(HOME) === 0 ? [2, 1, 3] : [1, 2, 3]);
  });

  it('works with the shards of discord.js', async () => {
    const discord = await startBoth();
    const bot = joinBoth(discord);
    const client = new Client<true>({
      intents: ALL_INTENTS,
      shardCount: 2,
      shards: [0, 1],
      rest: { api: discord.api, cdn: discord.cdn },
    });
    onTestFinished(() => client.destroy());
    const ready = next<Client<true>>((listener) => client.once(Events.ClientReady, listener));
    await client.login(bot.token);
    await ready;
    expect(client.guilds.cache.map(({ name, shardId }) => [name, shardId]).sort()).toEqual(
      [HOME, CLUB].map((name) => [name, Number((BigInt(discord.guild(name).id) >> 22n) % 2n)]).sort(),
    );
  });
});
