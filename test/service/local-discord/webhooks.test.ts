import { ChannelType, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { Permission } from '../../../src/playground/discord/permission.js';
import { createAsker } from './asker.js';
import { channelId, login, startDiscord } from './world.js';

async function createHooked() {
  const discord = await startDiscord();
  const permissions = Permission.ManageWebhooks | Permission.CreatePublicThreads;
  const client = await login(discord, { bot: discord.createBot({ name: 'Greeter', permissions }) });
  const channel = (await client.channels.fetch(channelId(discord, 'rigs'))) as TextChannel;
  return { discord, client, channel, mia: discord.as('mia') };
}

describe('a webhook of a channel', () => {
  it('posts under its own name or another, with files, and edits and deletes its messages', async () => {
    const { channel, mia } = await createHooked();
    const hook = await channel.createWebhook({ name: 'News' });
    const file = { attachment: Buffer.from('x'), name: 'x.txt' };
    const first = await hook.send({ content: 'one', files: [file] });
    const second = await hook.send({ content: 'two', username: 'Herald' });
    expect(first).toMatchObject({ webhookId: hook.id, author: { username: 'News', bot: true } });
    expect((await hook.fetchMessage(second.id)).author.username).toBe('Herald');
    await hook.editMessage(first.id, { content: 'one, edited' });
    await hook.deleteMessage(second.id);
    expect(mia.see(channel.id).map(({ author, content }) => [author.name, content])).toEqual([
      ['News', 'one, edited'],
    ]);
    await expect(hook.fetchMessage(second.id)).rejects.toMatchObject({ code: 10008 });
  });

  it('is listed, renamed, moved and deleted, and then unknown', async () => {
    const { discord, client, channel } = await createHooked();
    const hook = await channel.createWebhook({ name: 'News' });
    await hook.edit({ name: 'Olds', channel: channelId(discord, 'agent') });
    expect(await channel.fetchWebhooks()).toHaveProperty('size', 0);
    const all = await client.guilds.cache.first()!.fetchWebhooks();
    expect(all.map(({ name, token }) => [name, token])).toEqual([['Olds', hook.token]]);
    await hook.delete();
    await expect(client.fetchWebhook(hook.id)).rejects.toMatchObject({ code: 10015 });
    await expect(hook.send('late')).rejects.toMatchObject({ code: 10015 });
  });

  it('posts into threads of its own channel alone', async () => {
    const { discord, client, channel, mia } = await createHooked();
    const hook = await channel.createWebhook({ name: 'News' });
    const thread = await channel.threads.create({ name: 'inside', type: ChannelType.PublicThread });
    await hook.send({ content: 'in here', threadId: thread.id });
    expect(mia.see(thread.id).at(-1)?.content).toBe('in here');
    const other = (await client.channels.fetch(channelId(discord, 'agent'))) as TextChannel;
    const foreign = await other.threads.create({ name: 'outside', type: ChannelType.PublicThread });
    await expect(hook.send({ content: 'x', threadId: foreign.id })).rejects.toMatchObject({ code: 10003 });
  });

  it('needs Manage Webhooks, a name that does not imitate Discord, and the right token', async () => {
    const { ask, fetch, discord } = await createAsker();
    const path = `/channels/${channelId(discord, 'rigs')}/webhooks`;
    expect(await ask('POST', path, { name: 'News' })).toMatchObject({ status: 403, code: 50013 });
    const { channel } = await createHooked();
    await expect(channel.createWebhook({ name: 'Discord News' })).rejects.toMatchObject({ code: 50035 });
    const hook = await channel.createWebhook({ name: 'News' });
    const wrong = await fetch(`/webhooks/${hook.id}/wrong`, { method: 'GET' });
    expect(wrong.status).toBe(404);
    await Promise.all(Array.from({ length: 14 }, (_, index) => channel.createWebhook({ name: `N${index}` })));
    await expect(channel.createWebhook({ name: 'one more' })).rejects.toMatchObject({ code: 30007 });
  });
});
