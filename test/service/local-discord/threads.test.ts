import { ChannelType, type Client, type TextChannel, type ThreadChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { LocalDiscord, LocalDiscordOptions } from '../../../src/playground/discord/index.js';
import { ALL_INTENTS, channelId, createManualClock, login, startDiscord } from './world.js';

const MINUTE = 60_000;

type Heard = { t: string; d: Record<string, unknown> };

async function startTalk(options: LocalDiscordOptions = {}) {
  const clock = createManualClock();
  const limits = { heartbeatMs: 7 * 24 * 60 * MINUTE, ...options.limits };
  const discord = await startDiscord({ clock, ...options, limits });
  const client = await login(discord);
  const heard: Heard[] = [];
  client.on('raw', (packet: Heard) => heard.push(structuredClone(packet)));
  const rigs = channelId(discord, 'rigs');
  return { clock, discord, client, heard, rigs, mia: discord.as('mia'), sam: discord.as('sam') };
}

const textChannel = async (client: Client, id: string): Promise<TextChannel> => {
  const channel = await client.channels.fetch(id);
  if (channel?.type !== ChannelType.GuildText) throw new Error('a text channel expected');
  return channel;
};
const events = (heard: Heard[], name: string) => heard.filter(({ t }) => t === name).map(({ d }) => d);
const until = (heard: Heard[], name: string, count = 1) =>
  expect.poll(() => events(heard, name).length).toBe(count);
const viewOf = (discord: LocalDiscord, id: string) => discord.guild().channels.find((one) => one.id === id)!;

describe('a thread started by a person', () => {
  it('is sent to the bot as newly created and shows a notice in the parent channel', async () => {
    const { discord, heard, rigs, mia, sam } = await startTalk();
    const thread = await mia.startThread({ channelId: rigs, name: ' Plans ' });
    expect(thread).toMatchObject({ name: 'Plans', kind: 'thread', parentId: rigs, canSend: true });
    expect(sam.see(rigs)).toMatchObject([
      { kind: 'thread-created', author: { name: 'Mia' }, thread: { id: thread.id, name: 'Plans' } },
    ]);
    await until(heard, 'MESSAGE_CREATE');
    expect(events(heard, 'THREAD_CREATE')).toMatchObject([{ id: thread.id, newly_created: true }]);
    expect(events(heard, 'THREAD_CREATE')[0]).not.toHaveProperty('member');
    expect(events(heard, 'MESSAGE_CREATE')).toMatchObject([
      {
        type: 18,
        content: 'Plans',
        message_reference: { channel_id: thread.id, guild_id: discord.guildId, type: 0 },
      },
    ]);
    expect(events(heard, 'MESSAGE_CREATE')[0]).not.toHaveProperty('referenced_message');
  });

  it('has the id of its message, starts with it, and is refused a second time', async () => {
    const { heard, rigs, mia, sam } = await startTalk();
    const post = await mia.post({ channelId: rigs, content: 'Who plays?' });
    const thread = await sam.startThread({ channelId: rigs, name: 'Play', messageId: post.id });
    expect(thread.id).toBe(post.id);
    expect(sam.see(thread.id)).toMatchObject([
      { kind: 'thread-starter', author: { name: 'Mia' }, replyTo: { content: 'Who plays?' } },
    ]);
    expect(sam.see(rigs)).toMatchObject([{ kind: 'message', thread: { id: post.id, messageCount: 0 } }]);
    await until(heard, 'MESSAGE_CREATE', 2);
    expect(events(heard, 'MESSAGE_UPDATE')).toMatchObject([{ id: post.id, flags: 1 << 5 }]);
    const again = mia.startThread({ channelId: rigs, name: 'Again', messageId: post.id });
    await expect(again).rejects.toThrow('already has a thread');
  });

  it('is refused without permission, without a name, in a thread, and beyond the limit of open threads', async () => {
    const { discord, rigs, mia, client } = await startTalk({ limits: { activeThreads: 1 } });
    const start = (fields: object) => mia.startThread({ channelId: rigs, name: 'Plans', ...fields });
    await expect(start({ private: true })).rejects.toThrow('mia may not start private threads');
    await expect(start({ name: '  ' })).rejects.toThrow('1 to 100 characters');
    const only = await start({});
    await expect(start({ channelId: only.id })).rejects.toThrow('only start in a text channel');
    await expect(start({})).rejects.toThrow('Too many threads are open');
    const byBot = (await textChannel(client, rigs)).threads.create({ name: 'Mine' });
    await expect(byBot).rejects.toMatchObject({ code: 160006, status: 400 });
    mia.archiveThread(only.id, true);
    const next = await start({ name: 'Next' });
    await expect(mia.post({ channelId: only.id, content: 'hello?' })).rejects.toThrow('stays archived');
    expect(viewOf(discord, next.id).archived).toBe(false);
  });
});

describe('inactivity', () => {
  it('archives a thread after its minutes, counted from the last message, and a message reopens it', async () => {
    const { clock, discord, heard, client, rigs, mia, sam } = await startTalk();
    const channel = await textChannel(client, rigs);
    const { id } = await channel.threads.create({ name: 'Short', autoArchiveDuration: 60 });
    clock.advance(59 * MINUTE);
    await mia.post({ channelId: id, content: 'still here' });
    clock.advance(59 * MINUTE);
    await mia.post({ channelId: rigs, content: 'elsewhere' });
    expect(viewOf(discord, id).archived).toBe(false);
    clock.advance(MINUTE);
    await until(heard, 'THREAD_UPDATE');
    expect(events(heard, 'THREAD_UPDATE')).toMatchObject([{ id, thread_metadata: { archived: true } }]);

    heard.length = 0;
    await sam.post({ channelId: id, content: 'back' });
    await until(heard, 'MESSAGE_CREATE');
    expect(heard.map(({ t }) => t)).toEqual(['THREAD_UPDATE', 'THREAD_MEMBERS_UPDATE', 'MESSAGE_CREATE']);
    expect(viewOf(discord, id)).toMatchObject({ archived: false });
    clock.advance(60 * MINUTE);
    await expect.poll(() => viewOf(discord, id).archived).toBe(true);
  });

  it('archives every expired thread, also one reopened while another was archived', async () => {
    const { clock, discord, client, rigs } = await startTalk();
    const channel = await textChannel(client, rigs);
    const long = await channel.threads.create({ name: 'Long', autoArchiveDuration: 1_440 });
    const short = await channel.threads.create({ name: 'Short', autoArchiveDuration: 60 });
    clock.advance(60 * MINUTE);
    await expect.poll(() => viewOf(discord, short.id).archived).toBe(true);
    expect(viewOf(discord, long.id).archived).toBe(false);
    clock.advance(1_380 * MINUTE);
    await expect.poll(() => viewOf(discord, long.id).archived).toBe(true);
  });
});

describe('archiving and locking', () => {
  it('is for the owner and for moderators; a locked thread is for moderators alone', async () => {
    const { discord, client, rigs, mia, sam } = await startTalk();
    const max = discord.as('max');
    const { id } = await mia.startThread({ channelId: rigs, name: 'Mine' });
    expect(() => sam.archiveThread(id, true)).toThrow('sam may not archive Mine');
    mia.archiveThread(id, true);
    expect(() => sam.joinThread(id)).toThrow('Mine is archived');
    sam.archiveThread(id, false);
    const thread = (await client.channels.fetch(id)) as ThreadChannel;
    await thread.setLocked(true);
    expect(mia.channels().find((channel) => channel.id === id)).toMatchObject({
      locked: true,
      canSend: false,
    });
    await expect(mia.post({ channelId: id, content: 'x' })).rejects.toThrow('may not send messages');
    expect(() => mia.archiveThread(id, true)).toThrow('mia may not archive');
    max.archiveThread(id, true);
    expect(() => mia.archiveThread(id, false)).toThrow('mia may not reopen');
    await max.post({ channelId: id, content: 'closing word' });
    expect(viewOf(discord, id)).toMatchObject({ archived: false, locked: true });
  });

  it('lets a bot without Manage Threads reopen an unlocked thread, and nothing more', async () => {
    const { discord, rigs, mia } = await startTalk();
    const VIEW_AND_SEND = (1n << 10n) | (1n << 11n) | (1n << 38n) | (1n << 16n);
    const modest = discord.createBot({ name: 'Modest', permissions: VIEW_AND_SEND });
    const client = await login(discord, { bot: modest });
    const { id } = await mia.startThread({ channelId: rigs, name: 'Mine' });
    mia.archiveThread(id, true);
    const patch = (body: object) => client.rest.patch(`/channels/${id}`, { body });
    await expect(patch({ name: 'Yours', archived: false })).rejects.toMatchObject({ code: 50013 });
    expect(await patch({ archived: false })).toMatchObject({ thread_metadata: { archived: false } });
    await expect(patch({ archived: true })).rejects.toMatchObject({ code: 50013 });
  });

  it('shows in the thread who renamed it', async () => {
    const { client, rigs, mia } = await startTalk();
    const thread = await (await textChannel(client, rigs)).threads.create({ name: 'Old' });
    await thread.setName('New');
    expect(mia.see(thread.id)).toMatchObject([
      { kind: 'system', author: { name: 'Greeter' }, content: 'changed the channel name: New' },
    ]);
  });
});

describe('members of a thread', () => {
  it('are added by writing, by a mention or by hand; they leave; and the bot gets each event', async () => {
    const { discord, heard, client, rigs, mia, sam } = await startTalk();
    const idOf = (name: string) => discord.as(name).member.id;
    const { id } = await mia.startThread({ channelId: rigs, name: 'Plans' });
    await sam.post({ channelId: id, content: `look <@${idOf('olga')}>` });
    mia.addToThread(id, 'max');
    const members = (await client.rest.get(`/channels/${id}/thread-members`)) as { user_id: string }[];
    expect(members.map((member) => member.user_id)).toEqual(['mia', 'sam', 'olga', 'max'].map(idOf));
    expect(mia.see(id).at(-1)).toMatchObject({ kind: 'system', content: 'added Max to the thread.' });
    sam.leaveThread(id);
    await until(heard, 'THREAD_MEMBERS_UPDATE', 4);
    expect(events(heard, 'THREAD_MEMBERS_UPDATE')).toMatchObject([
      { added_members: [{ user_id: idOf('sam'), member: { user: { username: 'sam' } } }], member_count: 2 },
      { added_members: [{ user_id: idOf('olga') }] },
      { added_members: [{ user_id: idOf('max') }] },
      { removed_member_ids: [idOf('sam')], member_count: 3 },
    ]);
  });

  it('are reported to a bot without the GUILD_MEMBERS intent only for the bot itself', async () => {
    const { discord, rigs, mia, sam } = await startTalk();
    const intents = ALL_INTENTS.filter((intent) => intent !== 2);
    const plain = discord.createBot({ name: 'Plain' });
    const client = await login(discord, { bot: plain, intents });
    const heard: Heard[] = [];
    client.on('raw', (packet: Heard) => heard.push(structuredClone(packet)));
    const { id } = await mia.startThread({ channelId: rigs, name: 'Plans' });
    sam.joinThread(id);
    mia.addToThread(id, plain.userId);
    await until(heard, 'THREAD_MEMBERS_UPDATE');
    expect(events(heard, 'THREAD_MEMBERS_UPDATE')).toMatchObject([
      { added_members: [{ user_id: plain.userId }] },
    ]);
    expect(events(heard, 'THREAD_MEMBER_UPDATE')).toMatchObject([{ id, guild_id: discord.guildId }]);
    expect(events(heard, 'THREAD_CREATE').at(-1)).toMatchObject({ id, member: { user_id: plain.userId } });
    expect(events(heard, 'THREAD_CREATE').at(-1)).not.toHaveProperty('newly_created');
  });

  it('are invited to a non-invitable thread by its owner or a moderator only; others cannot see it', async () => {
    const { discord, client, rigs, mia, sam } = await startTalk();
    const thread = await (await textChannel(client, rigs)).threads.create({
      name: 'Secret',
      type: ChannelType.PrivateThread,
      invitable: false,
    });
    expect(mia.see(rigs)).toEqual([]);
    expect(mia.channels().some(({ id }) => id === thread.id)).toBe(false);
    await thread.members.add(mia.member.id);
    expect(mia.channels().find(({ id }) => id === thread.id)).toMatchObject({ kind: 'private-thread' });
    expect(() => mia.addToThread(thread.id, 'sam')).toThrow('mia may not add others to Secret');
    await mia.post({ channelId: thread.id, content: `hey <@${sam.member.id}>` });
    expect(() => sam.see(thread.id)).toThrow('sam sees no channel');
    discord.as('max').addToThread(thread.id, 'sam');
    expect(sam.see(thread.id).map(({ kind }) => kind)).toContain('system');
  });
});

describe('access to a channel', () => {
  it('sends a bot the list of open threads when it gains access, not while it has it', async () => {
    const { discord, heard, rigs, mia } = await startTalk();
    const view = { permission: 'ViewChannel', channelId: rigs };
    const open = await mia.startThread({ channelId: rigs, name: 'Open' });
    mia.archiveThread((await mia.startThread({ channelId: rigs, name: 'Done' })).id, true);
    discord.faults.setPermission({ ...view, allowed: false });
    await mia.post({ channelId: open.id, content: 'unheard' });
    discord.faults.setPermission({ ...view, allowed: true });
    await until(heard, 'THREAD_LIST_SYNC');
    expect(events(heard, 'THREAD_LIST_SYNC')).toMatchObject([
      { guild_id: discord.guildId, channel_ids: [rigs], threads: [{ id: open.id }], members: [] },
    ]);
    expect(events(heard, 'CHANNEL_UPDATE')).toHaveLength(2);
    expect(events(heard, 'MESSAGE_CREATE').map(({ content }) => content)).not.toContain('unheard');
  });
});

describe('slow mode', () => {
  it('makes members wait for messages and threads separately; moderators and bots do not wait', async () => {
    const { clock, discord, client, rigs, mia } = await startTalk();
    const olga = discord.createBot({ name: 'Keeper', permissions: 1n << 3n });
    const keeper = await login(discord, { bot: olga });
    await (await textChannel(keeper, rigs)).setRateLimitPerUser(30);
    const post = () => mia.post({ channelId: rigs, content: 'hello' });
    expect(mia.channels().find(({ id }) => id === rigs)).toMatchObject({ slowmodeSeconds: 30 });
    await post();
    clock.advance(10_500);
    await expect(post()).rejects.toThrow('Slow mode: wait another 20 s in rigs.');
    await mia.startThread({ channelId: rigs, name: 'One' });
    await expect(mia.startThread({ channelId: rigs, name: 'Two' })).rejects.toThrow('wait another 30 s');
    clock.advance(19_500);
    await post();
    const channel = await textChannel(client, rigs);
    for (const one of [1, 2]) {
      await discord.as('max').post({ channelId: rigs, content: `max ${one}` });
      await channel.send(`bot ${one}`);
    }
    expect(mia.see(rigs).filter(({ kind }) => kind === 'message')).toHaveLength(6);
  });
});
