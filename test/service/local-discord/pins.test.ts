import { ChannelType, type Client, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { channelId, login, next, startDiscord } from './world.js';

const rigsOf = async (client: Client, id: string): Promise<TextChannel> => {
  const channel = await client.channels.fetch(id);
  if (channel?.type !== ChannelType.GuildText) throw new Error('a text channel expected');
  return channel;
};

describe('a pinned message', () => {
  it('is marked, sent to the bot, listed newest first and announced in the channel once', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const rigs = channelId(discord, 'rigs');
    const channel = await rigsOf(client, rigs);
    const mia = discord.as('mia');
    const [first, second] = [await channel.send('first'), await channel.send('second')];
    const told = next<unknown>((listener) => client.on('channelPinsUpdate', listener));
    await first.pin();
    await first.pin();
    await told;
    await second.pin();
    const { items, hasMore } = await channel.messages.fetchPins();
    expect([items.map(({ message }) => message.content), hasMore]).toEqual([['second', 'first'], false]);
    expect((await channel.messages.fetchPins({ limit: 1 })).hasMore).toBe(true);
    expect(mia.see(rigs)).toMatchObject([
      { content: 'first', pinned: true, kind: 'message' },
      { content: 'second', pinned: true },
      { kind: 'system', author: { name: 'Greeter' }, content: 'pinned a message to this channel.' },
      { kind: 'system' },
    ]);
    await first.unpin();
    expect(mia.see(rigs)[0]).toMatchObject({ pinned: false });
    expect(mia.see(rigs)).toHaveLength(4);
  });

  it('needs the permission to pin, and a free place', { tags: 'slow' }, async () => {
    const discord = await startDiscord();
    const client = await login(discord, { rest: { globalRequestsPerSecond: 5_000 } });
    const channel = await rigsOf(client, channelId(discord, 'rigs'));
    const plain = discord.createBot({ name: 'Plain', permissions: (1n << 10n) | (1n << 16n) });
    const other = await login(discord, { bot: plain });
    const message = await channel.send('mine');
    const path = `/channels/${channel.id}/messages/pins/${message.id}` as const;
    await expect(other.rest.put(path)).rejects.toMatchObject({ code: 50013 });
    const many = Array.from({ length: 250 }, (_, at) => channel.send(`${at}`));
    for (const one of await Promise.all(many)) await one.pin();
    await expect(message.pin()).rejects.toMatchObject({ code: 30003 });
  });
});
