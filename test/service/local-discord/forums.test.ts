import { ChannelType, type ForumChannel, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { Permission } from '../../../src/playground/discord/permission.js';
import { createAsker } from './asker.js';
import { login, STAFF, startDiscord } from './world.js';

async function createBuilder() {
  const discord = await startDiscord();
  const permissions = STAFF | Permission.ManageChannels | Permission.ManageWebhooks;
  const client = await login(discord, { bot: discord.createBot({ name: 'Greeter', permissions }) });
  return { discord, client, channels: client.guilds.cache.first()!.channels, mia: discord.as('mia') };
}

const TAGS = [{ name: 'Bug', moderated: false }, { name: 'Idea' }];

describe('a new channel', () => {
  it('can be created by a bot with Manage Channels, and people write into it', async () => {
    const { channels, mia } = await createBuilder();
    const channel = (await channels.create({ name: 'Fox Den', topic: 'Foxes.' })) as TextChannel;
    expect([channel.name, channel.topic, channel.type]).toEqual(['fox-den', 'Foxes.', ChannelType.GuildText]);
    await channel.send('hello');
    await mia.post({ channelId: channel.id, content: 'hi' });
    expect(mia.see(channel.id).map(({ content }) => content)).toEqual(['hello', 'hi']);
    const voice = channels.create({ name: 'voice', type: ChannelType.GuildVoice });
    await expect(voice).rejects.toMatchObject({ code: 50035 });
  });

  it('needs Manage Channels', async () => {
    const { ask, discord } = await createAsker();
    const path = `/guilds/${discord.guildId}/channels`;
    expect(await ask('POST', path, { name: 'mine' })).toMatchObject({ status: 403, code: 50013 });
  });
});

describe('a forum', () => {
  it('holds bot posts with files and tags, whose first message has the id of the post', async () => {
    const { channels, mia } = await createBuilder();
    const forum = (await channels.create({
      name: 'ideas',
      type: ChannelType.GuildForum,
      availableTags: TAGS,
    })) as ForumChannel;
    const [bug] = forum.availableTags;
    const file = { attachment: Buffer.from('x'), name: 'x.txt' };
    const post = await forum.threads.create({
      name: 'It broke',
      appliedTags: [bug!.id],
      message: { content: 'like this', files: [file] },
    });
    expect([post.appliedTags, post.parentId]).toEqual([[bug!.id], forum.id]);
    const [first] = mia.see(post.id);
    expect([first!.id, first!.content, first!.attachments[0]?.name]).toEqual([post.id, 'like this', 'x.txt']);
    await post.setAppliedTags([forum.availableTags[1]!.id]);
    await expect(post.setAppliedTags(['1'])).rejects.toMatchObject({ code: 10087 });
    await mia.post({ channelId: post.id, content: 'same here' });
    expect((await post.fetch()).messageCount).toBe(1);
  });

  it('accepts posts of people and of webhooks, but not plain messages', async () => {
    const { client, channels, mia } = await createBuilder();
    const forum = (await channels.create({ name: 'ideas', type: ChannelType.GuildForum })) as ForumChannel;
    const path = `/channels/${forum.id}/messages` as const;
    await expect(client.rest.post(path, { body: { content: 'x' } })).rejects.toMatchObject({ code: 40058 });
    await expect(mia.post({ channelId: forum.id, content: 'x' })).rejects.toThrow('may not send messages');
    const { id } = await mia.startThread({ channelId: forum.id, name: 'Mine', content: 'my idea' });
    expect(mia.see(id).map((message) => [message.id, message.content])).toEqual([[id, 'my idea']]);
    await expect(mia.startThread({ channelId: forum.id, name: 'Empty' })).rejects.toThrow(
      'needs a first message',
    );
    const hook = await forum.createWebhook({ name: 'News' });
    await expect(hook.send('nowhere')).rejects.toMatchObject({ code: 220001 });
    const message = await hook.send({ content: 'by hook', threadName: 'Hooked' });
    expect(mia.see(message.channelId).map(({ content }) => content)).toEqual(['by hook']);
    expect(mia.channels().find((channel) => channel.id === forum.id)?.kind).toBe('forum');
  });
});
