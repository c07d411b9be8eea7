import { ChannelType, Events, type Guild } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createAsker } from './asker.js';
import { openGateway, type RawGateway } from './behaviours/gateway-socket.js';
import { channelId, login, next, startBot, startDiscord } from './world.js';

const GO = [{ name: 'go', description: 'Go' }];

describe('a bot that is kicked', () => {
  it('gets the event, then 50001 and 10004, shows no commands, and comes back with a new role when invited', async () => {
    const discord = await startDiscord();
    const { client } = await startBot(discord, GO, () => {});
    const bot = discord.bots()[0]!;
    const rigs = channelId(discord, 'rigs');
    const send = () => client.rest.post(`/channels/${rigs}/messages`, { body: { content: 'x' } });
    const told = next<Guild>((listener) => client.on(Events.GuildDelete, listener));
    discord.faults.kick(bot.userId);
    expect((await told).id).toBe(discord.guildId);
    expect(client.guilds.cache.size).toBe(0);
    expect(discord.faults.active()).toEqual(['Greeter is not in Rigsmith Playground.']);
    await expect(send()).rejects.toMatchObject({ code: 50001 });
    await expect(client.rest.get(`/guilds/${discord.guildId}`)).rejects.toMatchObject({ code: 10004 });
    expect(await client.rest.get('/users/@me/guilds')).toEqual([]);
    await expect(discord.as('mia').run({ channelId: rigs, command: 'go' })).rejects.toThrow('no command');
    expect(() => discord.faults.kick(bot.userId)).toThrow('Greeter is not in Rigsmith Playground.');

    const back = next<Guild>((listener) => client.on(Events.GuildCreate, listener));
    discord.faults.invite(bot.userId);
    expect((await back).members.me!.permissions.has('SendMessages')).toBe(true);
    await send();
    expect(discord.faults.active()).toEqual([]);
  });

  it('logs in without a guild, and a click on its card fails at once', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const button = { type: 2, style: 1, label: 'Press', custom_id: 'press' };
    const card = (await client.rest.post(`/channels/${rigs}/messages`, {
      body: { content: 'card', components: [{ type: 1, components: [button] }] },
    })) as { id: string };
    discord.faults.kick(discord.bots()[0]!.userId);
    const again = await login(discord, { bot: discord.bots()[0]! });
    expect(again.guilds.cache.size).toBe(0);
    const click = { channelId: rigs, messageId: card.id, label: 'Press' };
    expect(await discord.as('mia').click(click)).toMatchObject({ state: 'failed' });
  });

  it('can still edit through the webhook of a valid interaction', async () => {
    const discord = await startDiscord();
    const { errors } = await startBot(discord, GO, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      await interaction.deferReply();
      discord.faults.kick(interaction.client.user.id);
      await interaction.editReply('done elsewhere');
    });
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    await mia.run({ channelId: rigs, command: 'go' });
    await mia.waitFor((seen) => seen.find(({ content }) => content === 'done elsewhere'), {
      channelId: rigs,
    });
    expect(errors).toEqual([]);
  });

  it('installed only for its commands gets interactions of a guild it is not in', async () => {
    const discord = await startDiscord();
    const seen: unknown[] = [];
    await startBot(discord, GO, async (interaction) => {
      if (!interaction.isChatInputCommand()) return;
      seen.push([
        interaction.guildId,
        interaction.inCachedGuild(),
        interaction.appPermissions.has('SendMessages'),
      ]);
      await interaction.reply('here');
    });
    const { userId } = discord.bots()[0]!;
    discord.faults.kick(userId);
    discord.faults.invite(userId, { commandsOnly: true });
    expect(discord.faults.active()).toEqual([
      'Greeter is not in Rigsmith Playground, only its commands are.',
    ]);
    const outcome = await discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'go' });
    expect(outcome.state).toBe('answered');
    expect(seen).toEqual([[discord.guildId, false, true]]);
    discord.faults.clear();
    expect(discord.guild().members.map(({ username }) => username)).toContain('greeter');
  });

  it('and banned cannot be invited until unbanned; a person keeps their roles through it', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    await client.guilds.cache.first()!.members.fetch();
    const { userId } = discord.bots()[0]!;
    const max = discord.as('max');
    const { id } = max.member;
    const left = next<{ id: string }>((listener) => client.on(Events.GuildMemberRemove, listener));
    discord.faults.kick(id);
    expect((await left).id).toBe(id);
    expect(max.channels()).toEqual([]);
    discord.faults.ban(userId);
    expect(() => discord.faults.invite(userId)).toThrow('banned');
    discord.faults.unban(userId);
    discord.faults.invite(userId);
    discord.faults.clear();
    expect(max.member.roles).toEqual(['Moderator']);
    expect(max.channels().map(({ name }) => name)).toContain('mods');
    expect(() => discord.faults.kick('1')).toThrow('Unknown user 1.');
  });
});

it('an unavailable server sends the event, refuses requests with 503, and comes back whole', async () => {
  const discord = await startDiscord();
  const { client } = await startBot(discord, GO, () => {});
  const rigs = channelId(discord, 'rigs');
  const gone = next<Guild>((listener) => client.on(Events.GuildUnavailable, listener));
  discord.faults.outage(true);
  expect((await gone).available).toBe(false);
  const { status } = await fetch(`${discord.api}/v10/channels/${rigs}`, {
    headers: { authorization: `Bot ${discord.bots()[0]!.token}` },
  });
  expect(status).toBe(503);
  const mia = discord.as('mia');
  await expect(mia.run({ channelId: rigs, command: 'go' })).rejects.toThrow('The server is unavailable.');
  await expect(mia.post({ channelId: rigs, content: 'x' })).rejects.toThrow('The server is unavailable.');
  const back = next<Guild>((listener) => client.on(Events.GuildAvailable, listener));
  discord.faults.clear();
  expect((await back).channels.cache.size).toBe(4);
  await mia.post({ channelId: rigs, content: 'x' });
});

it('a moderator locks and archives a thread, and the bot gets the event', async () => {
  const discord = await startDiscord();
  const client = await login(discord);
  const channel = await client.channels.fetch(channelId(discord, 'agent'));
  if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
  const thread = await channel.threads.create({ name: 'talk', type: ChannelType.PublicThread });
  const told = new Promise((resolve) => client.on(Events.ThreadUpdate, (_before, after) => resolve(after)));
  discord.faults.setThread({ threadId: thread.id, locked: true, archived: true });
  expect(await told).toMatchObject({ locked: true, archived: true });
  expect(() => discord.faults.setThread({ threadId: thread.id })).toThrow('archived, locked or both');
  expect(() => discord.faults.setThread({ threadId: '1', locked: true })).toThrow('Unknown thread 1.');
});

describe('a gateway that refuses', () => {
  const identify = async (discordUrl: string, token: string): Promise<RawGateway> => {
    const gateway = await openGateway(`${discordUrl.replace('http', 'ws')}/gateway`);
    gateway.send({ op: 2, d: { token, intents: 1, properties: {} } });
    return gateway;
  };
  const isReady = ({ t }: { t?: string | null }) => t === 'READY';

  it.each([4004, 4010, 4011, 4012, 4013, 4014])(
    'closes with %i, at once and at every login until cleared',
    async (code) => {
      const { discord, bot } = await createAsker();
      const first = await identify(discord.url, bot.token);
      await first.receive(isReady);
      discord.faults.closeGateway({ code, lasting: true });
      expect(await first.closed).toBe(code);
      expect(await (await identify(discord.url, bot.token)).closed).toBe(code);
      expect(discord.faults.active()).toEqual([`The gateway closes on every bot with ${code}.`]);
      discord.faults.clear();
      const last = await identify(discord.url, bot.token);
      await last.receive(isReady);
      last.drop();
    },
  );

  it('withholds READY until the fault is cleared', async () => {
    const { discord, bot } = await createAsker();
    discord.faults.withholdReady(true);
    const gateway = await identify(discord.url, bot.token);
    gateway.send({ op: 1, d: null });
    await gateway.receive(({ op }) => op === 11);
    expect(gateway.count(isReady)).toBe(0);
    expect(discord.faults.active()).toEqual(['READY of every bot is withheld.']);
    discord.faults.withholdReady(false);
    await gateway.receive(isReady);
    gateway.drop();
  });

  it('rejects a reset token, as REST does, until it is restored', async () => {
    const { discord, bot, ask } = await createAsker();
    expect((await ask('GET', '/users/@me')).status).toBe(200);
    const gateway = await identify(discord.url, bot.token);
    await gateway.receive(isReady);
    discord.faults.revokeToken(true, bot.userId);
    expect(await gateway.closed).toBe(4004);
    expect((await ask('GET', '/users/@me')).status).toBe(401);
    expect(discord.faults.active()).toEqual(['The token of Raw is invalid.']);
    discord.faults.clear();
    expect((await ask('GET', '/users/@me')).status).toBe(200);
  });

  it('accepts only close codes of Discord', async () => {
    const { discord } = await createAsker();
    expect(() => discord.faults.closeGateway({ code: 1000 })).toThrow('from 4000 to 4999');
    expect(() => discord.faults.rest({ kind: 'refusal', code: 7 })).toThrow('no refusal with the code 7');
  });
});

it('requests are rejected with any of Discord’s codes, or with the page of a ban', async () => {
  const { discord, ask, fetch, path } = await createAsker();
  discord.faults.rest({ kind: 'refusal', code: 50083, method: 'POST' });
  discord.faults.rest({ kind: 'ban', method: 'GET' });
  expect(discord.faults.active()).toEqual([
    'Requests POST: refused with 50083, 1 more',
    'Requests GET: ban page, 1 more',
  ]);
  expect(await ask('POST', path.messages, { content: 'x' })).toMatchObject({ code: 50083 });
  const page = await fetch('/users/@me');
  expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=UTF-8']);
  expect(await ask('POST', path.messages, { content: 'x' })).toMatchObject({ status: 200 });
});
