import { ChannelType, Events, GatewayIntentBits as Intents, type Interaction } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { channelId, createManualClock, login, next, startBot, startDiscord } from './world.js';

const GO = [{ name: 'go', description: 'Go' }];

async function textChannel(client: Awaited<ReturnType<typeof login>>, id: string) {
  const channel = await client.channels.fetch(id);
  if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
  return channel;
}

describe('a gateway connection', () => {
  it('drops, and the client resumes with every missed event, in order', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const seen: string[] = [];
    client.on(Events.MessageCreate, (message) => seen.push(message.content));
    const resumed = next<number>((listener) => client.on(Events.ShardResume, listener));
    discord.faults.dropGateway();
    for (const content of ['one', 'two', 'three']) await discord.as('mia').post({ channelId: rigs, content });
    await resumed;
    expect(seen).toEqual(['one', 'two', 'three']);
  });

  it('that acknowledges no heartbeat is dropped by the client as a zombie, which resumes on another', async () => {
    const discord = await startDiscord({ limits: { heartbeatMs: 120 } });
    const client = await login(discord);
    const name = discord.bots()[0]!.userId;
    discord.faults.withholdHeartbeatAcks(true, name);
    expect(discord.faults.active()).toEqual(['Heartbeats of Greeter stay unanswered.']);
    const resumed = next<number>((listener) => client.once(Events.ShardResume, listener));
    await next<number>((listener) => client.once(Events.ShardReconnecting, listener));
    discord.faults.clear();
    expect(discord.faults.active()).toEqual([]);
    await resumed;
    const rigs = channelId(discord, 'rigs');
    const arrived = next<{ content: string }>((listener) => client.on(Events.MessageCreate, listener));
    await discord.as('mia').post({ channelId: rigs, content: 'still here?' });
    expect((await arrived).content).toBe('still here?');
  });
});

describe('an interaction', () => {
  const run = { command: 'go' };

  it('that arrives twice reaches the handler twice; the second answer gets 40060', async () => {
    const discord = await startDiscord();
    const ids: string[] = [];
    const answer = async (interaction: Interaction) => {
      ids.push(interaction.id);
      if (interaction.isRepliable()) await interaction.reply('done');
    };
    const { errors } = await startBot(discord, GO, answer);
    discord.faults.interactions({ duplicated: true });
    expect(discord.faults.active()).toEqual(['Interactions for any bot: twice, 1 more']);
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    expect(await mia.run({ channelId: rigs, ...run })).toMatchObject({ state: 'answered' });
    await expect.poll(() => errors).toMatchObject([{ code: 40060 }]);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    expect(discord.faults.active()).toEqual([]);
    expect(mia.see(rigs)).toHaveLength(1);
    await mia.run({ channelId: rigs, ...run });
    expect(ids).toHaveLength(3);
  });

  it('that arrives after its three seconds gets 10062, and the person has seen it fail', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    const { client, errors } = await startBot(
      discord,
      GO,
      (interaction) => interaction.isRepliable() && interaction.reply('done'),
    );
    discord.faults.interactions({ delayMs: 3_500, times: 1 });
    const outcome = discord.as('mia').run({ channelId: channelId(discord, 'rigs'), ...run });
    clock.advance(3_000);
    expect(await outcome).toMatchObject({ state: 'failed', reason: 'The application did not respond' });
    const arrived = next<Interaction>((listener) => client.on(Events.InteractionCreate, listener));
    clock.advance(500);
    await arrived;
    await expect.poll(() => errors).toMatchObject([{ code: 10062 }]);
  });

  it('that arrives a little late is answered in time; other bots are not involved', async () => {
    const clock = createManualClock();
    const discord = await startDiscord({ clock });
    await startBot(discord, GO, (interaction) => interaction.isRepliable() && interaction.reply('done'));
    const other = discord.createBot({ name: 'Other' });
    discord.faults.interactions({ delayMs: 60_000, botUserId: other.userId });
    discord.faults.interactions({ delayMs: 2_000 });
    expect(discord.faults.active()).toEqual([
      'Interactions for Other: 60000 ms late, 1 more',
      'Interactions for any bot: 2000 ms late, 1 more',
    ]);
    const outcome = discord.as('mia').run({ channelId: channelId(discord, 'rigs'), ...run });
    clock.advance(2_000);
    expect(await outcome).toMatchObject({ state: 'answered' });
    expect(discord.faults.active()).toHaveLength(1);
  });
});

describe('after a deletion', () => {
  it('of a message the bot gets the event, and editing it gets 10008', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await textChannel(client, channelId(discord, 'rigs'));
    const message = await channel.send('soon gone');
    const told = next<{ id: string }>((listener) => client.on(Events.MessageDelete, listener));
    discord.faults.deleteMessage(channel.id, message.id);
    expect((await told).id).toBe(message.id);
    await expect(message.edit('changed')).rejects.toMatchObject({ code: 10008 });
    expect(() => discord.faults.deleteMessage(channel.id, message.id)).toThrow('has no message');
  });

  it('of a thread the bot gets the event, and sending into it gets 10003; its channel stays', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await textChannel(client, channelId(discord, 'agent'));
    const thread = await channel.threads.create({ name: 'soon gone', type: ChannelType.PublicThread });
    const told = next<{ id: string }>((listener) => client.on(Events.ThreadDelete, listener));
    discord.faults.deleteChannel(thread.id);
    expect((await told).id).toBe(thread.id);
    await expect(thread.send('hello?')).rejects.toMatchObject({ code: 10003 });
    await channel.send('still here');
  });

  it('of a channel its threads are gone too, for bots and people', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await textChannel(client, channelId(discord, 'rigs'));
    const thread = await channel.threads.create({ name: 'below', type: ChannelType.PublicThread });
    const told = next<{ id: string }>((listener) => client.on(Events.ChannelDelete, listener));
    discord.faults.deleteChannel(channel.id);
    expect((await told).id).toBe(channel.id);
    for (const { id } of [channel, thread])
      await expect(
        client.rest.post(`/channels/${id}/messages`, { body: { content: 'x' } }),
      ).rejects.toMatchObject({ code: 10003 });
    const names = discord.as('olga').channels();
    expect(names.map(({ name }) => name)).toEqual(['welcome', 'agent', 'mods']);
    const dm = discord.as('mia').dm('greeter');
    expect(() => discord.faults.deleteChannel(dm)).toThrow('Direct messages cannot be deleted.');
    expect(() => discord.faults.deleteChannel('1')).toThrow('Unknown channel 1.');
  });
});

describe('a removed permission', () => {
  it('gives 50013 in its one channel, until it is restored', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const [rigs, agent] = [channelId(discord, 'rigs'), channelId(discord, 'agent')];
    const channel = await textChannel(client, rigs);
    const deny = { permission: 'SendMessages', channelId: rigs };
    const told = next<unknown>((listener) => client.on(Events.ChannelUpdate, listener));
    discord.faults.setPermission({ ...deny, allowed: false });
    await told;
    expect(channel.permissionsFor(client.user)!.has('SendMessages')).toBe(false);
    await expect(channel.send('x')).rejects.toMatchObject({ code: 50013 });
    await (await textChannel(client, agent)).send('x');
    expect(await discord.as('mia').post({ channelId: rigs, content: 'people may' })).toMatchObject({
      content: 'people may',
    });
    expect(discord.faults.active()).toEqual(['Greeter lacks SendMessages in #rigs.']);
    discord.faults.setPermission({ ...deny, allowed: true });
    await channel.send('x');
    expect(discord.faults.active()).toEqual([]);
    expect(() => discord.faults.setPermission({ ...deny, allowed: true })).toThrow('was not taken away');
    expect((await channel.fetch()).permissionOverwrites.cache.size).toBe(0);
  });

  it('gives 50013 everywhere, by role and where @everyone grants it by channel; clear restores it', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const bot = discord.bots()[0]!;
    const guild = client.guilds.cache.get(discord.guildId)!;
    const channel = await textChannel(client, channelId(discord, 'rigs'));
    const role = next<unknown>((listener) => client.on(Events.GuildRoleUpdate, listener));
    discord.faults.setPermission({ permission: 'ManageThreads', allowed: false, botUserId: bot.userId });
    await role;
    expect(guild.members.me!.permissions.has('ManageThreads')).toBe(false);
    discord.faults.setPermission({ permission: 'AttachFiles', allowed: false });
    const files = [{ attachment: Buffer.from('x'), name: 'x.txt' }];
    await expect(channel.send({ files })).rejects.toMatchObject({ code: 50013 });
    expect(discord.faults.active()).toEqual([
      'Greeter lacks ManageThreads everywhere in Rigsmith Playground.',
      'Greeter lacks AttachFiles everywhere in Rigsmith Playground.',
    ]);
    discord.faults.clear();
    await channel.send({ files });
    await expect.poll(() => guild.members.me!.permissions.has(['ManageThreads', 'AttachFiles'])).toBe(true);
  });

  it('stays removed in a channel when the guild-wide removal is cleared', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = await textChannel(client, channelId(discord, 'rigs'));
    const agent = await textChannel(client, channelId(discord, 'agent'));
    const permission = 'SendMessages';
    discord.faults.setPermission({ permission, allowed: false, channelId: rigs.id });
    discord.faults.setPermission({ permission, allowed: false });
    await expect(agent.send('x')).rejects.toMatchObject({ code: 50013 });
    discord.faults.setPermission({ permission, allowed: true });
    await agent.send('x');
    await expect(rigs.send('x')).rejects.toMatchObject({ code: 50013 });
    discord.faults.clear();
    await rigs.send('x');
  });

  it('must be an existing one, of a bot and in an existing channel', async () => {
    const discord = await startDiscord();
    const deny = { permission: 'SendMessages', allowed: false };
    expect(() => discord.faults.setPermission(deny)).toThrow('No bot is connected yet.');
    discord.createBot({ name: 'Greeter' });
    expect(() => discord.faults.setPermission({ ...deny, permission: 'Fly' })).toThrow(
      /Unknown permission "Fly". Permissions: .*SendMessages/,
    );
    expect(() => discord.faults.setPermission({ ...deny, botUserId: '1' })).toThrow('Unknown bot 1.');
    expect(() => discord.faults.setPermission({ ...deny, channelId: '1' })).toThrow('Unknown channel 1');
    expect(() => discord.faults.interactions({})).toThrow('Set duplicated, or a delay');
    expect(() => discord.faults.interactions({ duplicated: true, times: 0 })).toThrow('at least 1');
    expect(() => discord.faults.dropGateway('1')).toThrow('Unknown bot 1.');
    expect(discord.faults.active()).toEqual([]);
  });
});

it('a request that fails at Discord is retried by the client, and the fault is used up', async () => {
  const discord = await startDiscord();
  const client = await login(discord, { intents: [Intents.Guilds], rest: { retries: 2 } });
  const channel = await textChannel(client, channelId(discord, 'rigs'));
  discord.faults.rest({ kind: 'error', status: 502, method: 'POST', path: '/channels/*/messages', times: 2 });
  expect(discord.faults.active()).toHaveLength(1);
  expect((await channel.send('in the end')).content).toBe('in the end');
  expect(discord.faults.active()).toEqual([]);
});
