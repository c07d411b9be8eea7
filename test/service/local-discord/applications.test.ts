import { Events, type Guild, GatewayIntentBits as Intents } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { createAsker } from './asker.js';
import { openGateway } from './behaviours/gateway-socket.js';
import { channelId, login, next, startBot, startDiscord } from './world.js';

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('command permissions of the guild', () => {
  /** A bot with `/go`, and the token that lets its owner change permissions. */
  async function createPermitted() {
    const discord = await startDiscord();
    const { client } = await startBot(discord, [{ name: 'go', description: 'Go' }], () => {});
    const bot = discord.bots()[0]!;
    const { id } = (await client.application.commands.fetch()).first()!;
    const url = `${discord.api}/v10/applications/${bot.applicationId}/guilds/${discord.guildId}/commands`;
    const grant = await fetch(`${discord.api}/v10/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        scope: 'applications.commands.permissions.update',
        client_id: bot.applicationId,
        client_secret: bot.clientSecret,
      }),
    });
    const { access_token } = (await grant.json()) as { access_token: string };
    const put = async (permissions: object[], authorization = `Bearer ${access_token}`) => {
      const headers = { authorization, 'content-type': 'application/json' };
      const body = JSON.stringify({ permissions });
      return fetch(`${url}/${id}/permissions`, { method: 'PUT', headers, body });
    };
    const rigs = channelId(discord, 'rigs');
    const sees = (name: string) => discord.as(name).commands(rigs).length === 1;
    return { discord, client, bot, id, put, sees, rigs };
  }

  it('are set by the owner for roles, people and channels, and read by the bot', async () => {
    const { discord, client, id, put, sees, rigs } = await createPermitted();
    const everyone = { id: discord.guildId, type: 1, permission: false };
    const { member } = discord.as('mia');
    const told = next<{ id: string }>((listener) =>
      client.on(Events.ApplicationCommandPermissionsUpdate, listener),
    );
    expect((await put([everyone, { id: member.id, type: 2, permission: true }])).status).toBe(200);
    expect((await told).id).toBe(id);
    expect(['mia', 'sam', 'max', 'olga'].map(sees)).toEqual([true, false, false, true]);
    await put([{ id: rigs, type: 3, permission: false }]);
    expect(['mia', 'sam', 'olga'].map(sees)).toEqual([false, false, true]);
    const read = await client.application.commands.permissions.fetch({
      guild: discord.guildId,
      command: id,
    });
    expect(read).toEqual([{ id: rigs, type: 3, permission: false }]);
  });

  it('cannot be changed by bots, and are unknown until they are set', async () => {
    const { discord, client, bot, id, put } = await createPermitted();
    const refused = await put([], `Bot ${bot.token}`);
    expect([refused.status, ((await refused.json()) as { code: number }).code]).toEqual([403, 20001]);
    expect((await put([], 'Bearer guessed')).status).toBe(401);
    const fetching = client.application.commands.permissions.fetch({ guild: discord.guildId, command: id });
    await expect(fetching).rejects.toMatchObject({ code: 10066 });
  });
});

it('an application lists its products, and gives and takes test entitlements', async () => {
  const discord = await startDiscord();
  const client = await login(discord, { bot: discord.createBot({ name: 'Shop', skus: ['41'] }) });
  discord.createBot({ name: 'Rival', skus: ['42'] });
  expect((await client.application.fetchSKUs()).map(({ id, type }) => [id, type])).toEqual([['41', 3]]);
  const { id: user } = discord.as('mia').member;
  const created = next<{ id: string }>((listener) => client.on(Events.EntitlementCreate, listener));
  const test = await client.application.entitlements.createTest({ sku: '41', user });
  expect([(await created).id, test.type, test.userId]).toEqual([test.id, 8, user]);
  const foreign = client.application.entitlements.createTest({ sku: '42', user });
  await expect(foreign).rejects.toMatchObject({ code: 10027 });
  const forGuild = await client.application.entitlements.createTest({ sku: '41', guild: discord.guildId });
  expect(forGuild.guildId).toBe(discord.guildId);
  const deleted = next<{ id: string }>((listener) => client.on(Events.EntitlementDelete, listener));
  await client.application.entitlements.deleteTest(test.id);
  expect((await deleted).id).toBe(test.id);
  const bought = discord.as('mia').buy({ skuId: '41' });
  await expect(client.application.entitlements.deleteTest(bought)).rejects.toMatchObject({ code: 10029 });
});

it('an application has its own emoji', async () => {
  const { discord, bot, ask } = await createAsker();
  const client = await login(discord, { bot });
  const { emojis } = client.application;
  const fox = await emojis.create({ name: 'fox', attachment: PIXEL });
  expect((await fetch(`${discord.cdn}/emojis/${fox.id}.png`)).headers.get('content-type')).toBe('image/png');
  await emojis.edit(fox.id, { name: 'red_fox' });
  expect((await emojis.fetch()).map(({ name }) => name)).toEqual(['red_fox']);
  await emojis.delete(fox.id);
  await expect(emojis.fetch(fox.id, { force: true })).rejects.toMatchObject({ code: 10014 });
  const path = `/applications/${bot.applicationId}/emojis`;
  for (const image of ['data:image/png;base64,AAAA', 'https://a.example/a.png'])
    expect(await ask('POST', path, { name: 'fox', image })).toMatchObject({
      faults: ['image IMAGE_INVALID'],
    });
});

it('a bot leaves its guild', async () => {
  const discord = await startDiscord();
  const client = await login(discord);
  const left = next<Guild>((listener) => client.on(Events.GuildDelete, listener));
  await client.guilds.cache.first()!.leave();
  expect((await left).id).toBe(discord.guildId);
  expect(discord.guild().members.map(({ username }) => username)).not.toContain('greeter');
  await expect(client.rest.delete(`/users/@me/guilds/${discord.guildId}`)).rejects.toMatchObject({
    code: 10004,
  });
});

it('the CDN serves byte ranges of a file', async () => {
  const discord = await startDiscord();
  const mia = discord.as('mia');
  const rigs = channelId(discord, 'rigs');
  const file = { name: 'digits.txt', bytes: Buffer.from('0123456789') };
  const { url } = (await mia.post({ channelId: rigs, content: '', attachments: [file] })).attachments[0]!;
  const part = async (range: string) => {
    const answer = await fetch(url, { headers: { range } });
    return [answer.status, answer.headers.get('content-range'), await answer.text()];
  };
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
  expect(await part('bytes=8-')).toEqual([206, 'bytes 8-9/10', '89']);
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', '']);
  expect(await part('lines=1-2')).toEqual([200, null, '0123456789']);
});

it('presences arrive with the guild and on each change, for clients with the intent', async () => {
  const discord = await startDiscord();
  const [seer, actor] = [discord.createBot({ name: 'Seer' }), discord.createBot({ name: 'Actor' })];
  const gateway = await openGateway(`${discord.url.replace('http', 'ws')}/gateway`);
  const intents = Intents.Guilds | Intents.GuildPresences;
  gateway.send({ op: 2, d: { token: seer.token, intents, properties: {} } });
  const guild = await gateway.receive(({ t }) => t === 'GUILD_CREATE');
  const { presences } = guild.d as { presences: object[] };
  expect(presences).toHaveLength(7);
  expect(presences[0]).toMatchObject({ status: 'online', activities: [] });
  const client = await login(discord, { bot: actor });
  client.user.setPresence({ status: 'dnd' });
  const change = await gateway.receive(
    ({ t, d }) => t === 'PRESENCE_UPDATE' && (d as { status: string }).status === 'dnd',
  );
  expect(change.d).toMatchObject({ user: { id: actor.userId }, guild_id: discord.guildId });
  gateway.drop();
});
