import { PermissionFlagsBits as Bits, ChannelType, type Client, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { LocalDiscord } from '../../../src/playground/discord/index.js';
import { channelId, createManualClock, login, next, startDiscord } from './world.js';

/** A bot with the permissions a moderating bot is invited with, and the channel it works in. */
async function startModerator(options: Parameters<typeof startDiscord>[0] = {}, more = 0n) {
  const discord = await startDiscord(options);
  const permissions =
    Bits.ViewChannel |
    Bits.SendMessages |
    Bits.ReadMessageHistory |
    Bits.ManageMessages |
    Bits.ManageRoles |
    Bits.ManageNicknames |
    Bits.ManageThreads |
    Bits.ChangeNickname |
    Bits.CreatePrivateThreads |
    Bits.SendMessagesInThreads |
    more;
  const client = await login(discord, { bot: discord.createBot({ name: 'Guard', permissions }) });
  return { discord, client, channel: await textChannel(discord, client, 'rigs') };
}

async function textChannel(discord: LocalDiscord, client: Client, name: string): Promise<TextChannel> {
  const channel = await client.channels.fetch(channelId(discord, name));
  if (channel?.type !== ChannelType.GuildText) throw new Error('text channel expected');
  return channel;
}

describe('members', () => {
  it('are renamed by the bot, which gets the event, unless they rank above it', async () => {
    const { discord, client, channel } = await startModerator();
    const told = next<string | null>((listener) =>
      client.on('guildMemberUpdate', (_before, after) => listener(after.nickname)),
    );
    const mia = await channel.guild.members.fetch(discord.as('mia').member.id);
    expect((await mia.setNickname('Mia the Fox')).nickname).toBe('Mia the Fox');
    expect(await told).toBe('Mia the Fox');
    expect((await mia.setNickname(null)).nickname).toBeNull();
    expect((await channel.guild.members.editMe({ nick: 'Guardian' })).nickname).toBe('Guardian');
    const max = await channel.guild.members.fetch(discord.as('max').member.id);
    await expect(max.setNickname('Min')).rejects.toMatchObject({ code: 50013 });
    await expect(mia.setNickname('x'.repeat(33))).rejects.toMatchObject({ code: 50035 });
  });

  it('are given only roles below the bot’s own', async () => {
    const { discord, channel } = await startModerator();
    const moderator = discord.guild().roles.find(({ name }) => name === 'Moderator')!.id;
    const mia = await channel.guild.members.fetch(discord.as('mia').member.id);
    await expect(mia.roles.add(moderator)).rejects.toMatchObject({ code: 50013 });
    await expect(mia.roles.add('700000000000000999')).rejects.toMatchObject({ code: 10011 });
    await expect(mia.roles.set([moderator])).rejects.toMatchObject({ code: 50013 });
    expect(discord.as('mia').member.roles).toEqual([]);
  });

  it('get a role once the bot’s own was moved above it, and lose it when it is deleted', async () => {
    const { discord, client, channel } = await startModerator();
    const linked = discord.guild().roles.find(({ name }) => name === 'Linked')!.id;
    const mia = await channel.guild.members.fetch(discord.as('mia').member.id);
    await expect(mia.roles.add(linked)).rejects.toMatchObject({ code: 50013 });
    const moved = next<number>((listener) =>
      client.on('roleUpdate', (_before, { position }) => listener(position)),
    );
    discord.faults.moveRole('Guard', 11);
    expect(await moved).toBeGreaterThan(0);
    await mia.roles.add(linked);
    expect(discord.as('mia').member.roles).toEqual(['Linked']);
    const deleted = next<string>((listener) => client.on('roleDelete', ({ id }) => listener(id)));
    discord.faults.deleteRole('Linked');
    expect(await deleted).toBe(linked);
    expect(discord.as('mia').member.roles).toEqual([]);
    await expect(mia.roles.add(linked)).rejects.toMatchObject({ code: 10011 });
    expect(() => discord.faults.deleteRole('Linked')).toThrow('has no role "Linked"');
  });
});

describe('channel permissions', () => {
  it('are denied to a member and restored', async () => {
    const { discord, channel } = await startModerator();
    const mia = discord.as('mia');
    await channel.guild.members.fetch(mia.member.id);
    await channel.permissionOverwrites.create(mia.member.id, { SendMessages: false });
    await expect(mia.post({ channelId: channel.id, content: 'x' })).rejects.toThrow();
    await channel.permissionOverwrites.delete(mia.member.id);
    expect(await mia.post({ channelId: channel.id, content: 'x' })).toMatchObject({ content: 'x' });
    await expect(
      channel.client.rest.delete(`/channels/${channel.id}/permissions/${mia.member.id}`),
    ).rejects.toMatchObject({ code: 10009 });
  });

  it('cannot be granted by a bot that lacks them', async () => {
    const { discord, channel } = await startModerator();
    const mia = await channel.guild.members.fetch(discord.as('mia').member.id);
    await expect(channel.permissionOverwrites.create(mia, { ManageChannels: true })).rejects.toMatchObject({
      code: 50013,
    });
  });

  it('must be valid bits', async () => {
    const { discord, client, channel } = await startModerator();
    const path = `/channels/${channel.id}/permissions/${discord.as('mia').member.id}` as const;
    for (const allow of ['all', 1.5, -1]) {
      await expect(client.rest.put(path, { body: { type: 1, allow } })).rejects.toMatchObject({
        code: 50035,
      });
    }
    await client.rest.put(path, { body: { type: 1, allow: '2048', deny: 0 } });
  });
});

describe('bulk deletion', () => {
  it('removes many messages at once and sends one event', async () => {
    const { discord, client, channel } = await startModerator();
    const gone = next<number>((listener) =>
      client.on('messageDeleteBulk', (messages) => listener(messages.size)),
    );
    for (const content of ['1', '2', '3']) await channel.send(content);
    await discord.as('mia').post({ channelId: channel.id, content: '4' });
    expect((await channel.bulkDelete(4)).size).toBe(4);
    expect(await gone).toBe(4);
    expect(discord.as('mia').see(channel.id)).toEqual([]);
  });

  it('is refused for one message, or with one older than two weeks', async () => {
    const clock = createManualClock();
    const { discord, client, channel } = await startModerator({ clock });
    const old = await channel.send('old');
    clock.advance(14 * 24 * 60 * 60_000 + 1);
    const young = await channel.send('young');
    const remove = (...messages: string[]) =>
      client.rest.post(`/channels/${channel.id}/messages/bulk-delete`, { body: { messages } });
    await expect(remove(young.id)).rejects.toMatchObject({ code: 50035 });
    await expect(remove(young.id, old.id)).rejects.toMatchObject({ code: 50034 });
    expect(discord.as('mia').see(channel.id)).toHaveLength(2);
  });
});

describe('archived threads', () => {
  it('are listed by kind, the latest first, a page at a time', async () => {
    const clock = createManualClock();
    const { channel } = await startModerator({ clock }, Bits.CreatePublicThreads);
    for (const [name, type] of [
      ['a', ChannelType.PublicThread],
      ['b', ChannelType.PublicThread],
      ['c', ChannelType.PublicThread],
      ['secret', ChannelType.PrivateThread],
    ] as const) {
      clock.advance(1_000);
      const thread = await channel.threads.create({ name, type });
      await thread.setArchived(true);
    }
    const names = async (options: Parameters<typeof channel.threads.fetchArchived>[0]) => {
      const { threads, hasMore } = await channel.threads.fetchArchived(options, false);
      return [[...threads.values()].map(({ name }) => name), hasMore];
    };
    expect(await names({ limit: 2 })).toEqual([['c', 'b'], true]);
    expect(await names({ limit: 2, before: new Date(clock.now() - 2_000) })).toEqual([['a'], false]);
    expect(await names({ type: 'private', fetchAll: true })).toEqual([['secret'], false]);
    expect(await names({ type: 'private' })).toEqual([['secret'], false]);
  });
});
