import { createInflate } from 'node:zlib';
import { ChannelType, type Client, Events, GatewayIntentBits as Intents, type Message } from 'discord.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { ALL_INTENTS, channelId, login, next, startDiscord } from './world.js';

const messageBy = (client: Client, username: string) =>
  next<Message>(
    (listener) => client.on(Events.MessageCreate, listener),
    (message) => message.author.username === username,
  );

describe('logging in', () => {
  it('finds the guild with its channels, roles and people', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const guild = client.guilds.cache.get(discord.guildId)!;
    expect(client.user.username).toBe('greeter');
    expect(guild.channels.cache.map((channel) => channel.name)).toEqual(['welcome', 'rigs', 'agent', 'mods']);
    expect(guild.members.cache.map((member) => member.user.username)).toEqual(['greeter']);
    expect(guild.ownerId).toBe(discord.as('olga').member.id);
    const members = await guild.members.fetch();
    expect(members.map((member) => member.user.username).sort()).toEqual([
      'greeter',
      'max',
      'mia',
      'noor',
      'olga',
      'sam',
    ]);
    expect(guild.members.cache.get(discord.as('max').member.id)!.permissions.has('ManageGuild')).toBe(true);
  });

  it('is refused with a wrong token, by REST and by the gateway (4004)', async () => {
    const discord = await startDiscord();
    const bot = discord.createBot({ name: 'Greeter' });
    await expect(login(discord, { bot: { ...bot, token: `${bot.token}x` } })).rejects.toMatchObject({
      code: 'TokenInvalid',
    });
    expect(
      await closeCode(discord.url, { op: 2, d: { token: 'nonsense', intents: 1, properties: {} } }),
    ).toBe(4004);
  });

  it('closes with 4014 for intents not enabled in the portal, 4013 for unknown bits, 4003 before identify, 4002 for invalid frames', async () => {
    const discord = await startDiscord();
    const { token } = discord.createBot({ name: 'Plain', privilegedIntents: false });
    const identify = (intents: number) => ({ op: 2, d: { token, intents, properties: {} } });
    expect(await closeCode(discord.url, identify(Intents.MessageContent))).toBe(4014);
    expect(await closeCode(discord.url, identify(1 << 30))).toBe(4013);
    expect(await closeCode(discord.url, { op: 8, d: {} })).toBe(4003);
    expect(await closeCode(discord.url, 'noise')).toBe(4002);
  });

  it('acknowledges heartbeats and compresses the connection as one zlib stream', async () => {
    const discord = await startDiscord();
    const { token } = discord.createBot({ name: 'Packed' });
    const socket = new WebSocket(
      `${discord.url.replace('http', 'ws')}/gateway?v=10&encoding=json&compress=zlib-stream`,
    );
    onTestFinished(() => socket.terminate());
    const inflate = createInflate();
    let text = '';
    inflate.on('data', (part: Buffer) => {
      text += part.toString();
    });
    const sees = (mark: string) =>
      new Promise<void>((resolve) => inflate.on('data', () => text.includes(mark) && resolve()));
    socket.on('message', (data) => inflate.write(data as Buffer));
    await sees('"op":10');
    const [acknowledged, joined] = [sees('"op":11'), sees('"t":"GUILD_CREATE"')];
    socket.send(JSON.stringify({ op: 1, d: null }));
    socket.send(JSON.stringify({ op: 2, d: { token, intents: 1, properties: {} } }));
    await Promise.all([acknowledged, joined]);
    expect(text).toContain('Rigsmith Playground');
  });
});

describe('messages', () => {
  it('carry no content without the intent, except when they mention the bot', async () => {
    const discord = await startDiscord();
    const client = await login(discord, { intents: [Intents.Guilds, Intents.GuildMessages] });
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const seen: string[] = [];
    client.on(Events.MessageCreate, (message) => seen.push(`${message.author.username}: ${message.content}`));
    await mia.post({ channelId: rigs, content: 'a secret' });
    const mention = `<@${client.user.id}> hello`;
    const arrived = next<Message>(
      (listener) => client.on(Events.MessageCreate, listener),
      (message) => message.content === mention,
    );
    await mia.post({ channelId: rigs, content: mention });
    await arrived;
    expect(seen).toEqual(['mia: ', `mia: ${mention}`]);
  });

  it('make a conversation in a thread that shares the id of its first message', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const agent = channelId(discord, 'agent');
    const mia = discord.as('mia');
    const channel = await client.channels.fetch(agent);
    if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
    const opener = await channel.send('Talk below.');
    const thread = await opener.startThread({ name: 'Mia and the agent', autoArchiveDuration: 60 });
    expect(thread.id).toBe(opener.id);
    await thread.members.add(mia.member.id);
    client.on(Events.MessageCreate, (message) => {
      if (message.channelId === thread.id && !message.author.bot)
        void message.reply(`You said ${message.content}`);
    });
    await mia.post({ channelId: thread.id, content: 'hi' });
    const answer = await mia.waitFor((seen) => seen.find((message) => message.kind === 'reply'), {
      channelId: thread.id,
    });
    expect(answer).toMatchObject({ content: 'You said hi', replyTo: { authorName: 'Mia', content: 'hi' } });
    expect(mia.see(agent)[0]).toMatchObject({ thread: { name: 'Mia and the agent', archived: false } });

    await thread.setLocked(true);
    await thread.setArchived(true);
    expect(mia.channels().find(({ id }) => id === thread.id)).toMatchObject({
      archived: true,
      locked: true,
      canSend: false,
    });
    await expect(mia.post({ channelId: thread.id, content: 'more' })).rejects.toThrow('may not send');
    await thread.setArchived(false);
    await thread.setLocked(false);
    const again = client.rest.post(`/channels/${agent}/messages/${opener.id}/threads`, {
      body: { name: 'again' },
    });
    await expect(again).rejects.toMatchObject({ code: 160004 });
    expect(await mia.post({ channelId: thread.id, content: 'more' })).toMatchObject({ content: 'more' });
  });

  it('in a private thread reach only its members and those who manage threads', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const channel = await client.channels.fetch(channelId(discord, 'agent'));
    if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
    const thread = await channel.threads.create({ name: 'private', type: ChannelType.PrivateThread });
    await thread.members.add(discord.as('mia').member.id);
    const sees = (name: string) =>
      discord
        .as(name)
        .channels()
        .some(({ id }) => id === thread.id);
    expect([sees('mia'), sees('sam'), sees('max')]).toEqual([true, false, true]);
  });

  it('are exchanged in direct messages, with 50007 when the member closed them', async () => {
    const discord = await startDiscord();
    const client = await login(discord, { intents: [Intents.Guilds, Intents.DirectMessages] });
    const mia = discord.as('mia');
    const user = await client.users.fetch(mia.member.id);
    await user.send('Hello there.');
    const dm = mia.dm('greeter');
    expect(mia.see(dm)).toMatchObject([{ content: 'Hello there.', author: { name: 'Greeter', bot: true } }]);
    const arrived = messageBy(client, 'mia');
    await mia.post({ channelId: dm, content: 'Hi!' });
    expect((await arrived).content).toBe('Hi!');
    expect(
      discord
        .as('sam')
        .channels()
        .some(({ id }) => id === dm),
    ).toBe(false);
    mia.allowDms(false);
    await expect(user.send('Still there?')).rejects.toMatchObject({ code: 50007, status: 403 });
  });

  it('end the typing indicator of the bot', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const channel = await client.channels.fetch(rigs);
    if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
    await channel.sendTyping();
    expect(
      discord
        .as('mia')
        .typing(rigs)
        .map(({ displayName }) => displayName),
    ).toEqual(['Greeter']);
    await channel.send('done');
    expect(discord.as('mia').typing(rigs)).toEqual([]);
  });
});

describe('a lost connection', () => {
  it('resumes after a dropped socket without missing an event', async () => {
    const discord = await startDiscord();
    const client = await login(discord, { intents: ALL_INTENTS });
    const rigs = channelId(discord, 'rigs');
    const seen: string[] = [];
    client.on(Events.MessageCreate, (message) => seen.push(message.content));
    const resumed = next<number>((listener) => client.on(Events.ShardResume, listener));
    discord.faults.dropGateway();
    await discord.as('mia').post({ channelId: rigs, content: 'while away' });
    await discord.as('mia').post({ channelId: rigs, content: 'twice' });
    await resumed;
    expect(seen).toEqual(['while away', 'twice']);
  });

  it('resumes on op 7 and on a resumable op 9', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const resumed = () => next<number>((listener) => client.once(Events.ShardResume, listener));
    const first = resumed();
    discord.faults.reconnect();
    await first;
    const second = resumed();
    discord.faults.invalidSession(true);
    await second;
    const arrived = messageBy(client, 'mia');
    await discord.as('mia').post({ channelId: channelId(discord, 'rigs'), content: 'still here?' });
    expect((await arrived).content).toBe('still here?');
  });

  it('must identify again (op 9 false) when its session is unknown or forgotten', async () => {
    const discord = await startDiscord();
    const { token } = discord.createBot({ name: 'Raw' });
    const first = await openSocket(discord.url);
    first.send({ op: 2, d: { token, intents: 1, properties: {} } });
    const ready = await first.receive((frame) => frame.t === 'READY');
    const session_id = (ready.d as { session_id: string }).session_id;
    discord.faults.invalidSession(false);
    expect((await first.receive((frame) => frame.op === 9)).d).toBe(false);
    const second = await openSocket(discord.url);
    second.send({ op: 6, d: { token, session_id, seq: 1 } });
    expect((await second.receive((frame) => frame.op === 9)).d).toBe(false);
    second.send({ op: 2, d: { token, intents: 1, properties: {} } });
    await second.receive((frame) => frame.t === 'GUILD_CREATE');
  });
});

type Frame = { op: number; t?: string; d: unknown };

async function openSocket(url: string) {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  onTestFinished(() => socket.terminate());
  const frames: Frame[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    send: (frame: object) => socket.send(JSON.stringify(frame)),
    async receive(passes: (frame: Frame) => boolean): Promise<Frame> {
      for (;;) {
        const found = frames.find(passes);
        if (found) return found;
        await new Promise((resolve) => socket.once('message', resolve));
      }
    },
  };
}

function closeCode(url: string, frame: object | string): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/gateway?v=10&encoding=json`);
  socket.on('open', () => socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame)));
  return new Promise((resolve) => socket.on('close', resolve));
}
