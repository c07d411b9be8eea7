import { ChannelType, type Interaction, type ModalBuilder, type TextChannel } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { BOT_PERMISSIONS } from '../../../src/playground/discord/permission.js';
import { createAsker, nested } from './asker.js';
import { channelId, createManualClock, login, STAFF, startBot, startDiscord } from './world.js';

const GO = [{ name: 'go', description: 'Go' }];

/** A thread of a bot without Manage Threads, with a card of the bot in it. */
async function createThreadWorld(answer: (interaction: Interaction) => unknown = () => {}) {
  const discord = await startDiscord();
  const bot = discord.createBot({ name: 'Greeter' });
  const { client, errors } = await startBot(discord, GO, answer, { bot });
  const channel = (await client.channels.fetch(channelId(discord, 'agent'))) as TextChannel;
  const thread = await channel.threads.create({ name: 'talk', type: ChannelType.PublicThread });
  const row = { type: 1, components: [{ type: 2, style: 1, label: 'Press', custom_id: 'press' }] };
  const card = await thread.send({ content: 'card', components: [row] });
  const moderate = (change: { archived?: boolean; locked?: boolean }) =>
    discord.faults.setThread({ threadId: thread.id, ...change });
  const click = () => discord.as('mia').click({ channelId: thread.id, messageId: card.id, label: 'Press' });
  return { discord, client, errors, thread, card, moderate, click, mia: discord.as('mia') };
}

describe('a thread that a moderator locked', () => {
  it('accepts no message and no edit from a bot without Manage Threads, though it is open', async () => {
    const { thread, card, moderate } = await createThreadWorld();
    moderate({ locked: true });
    await expect(card.edit('changed')).rejects.toMatchObject({ status: 403, code: 50083 });
    await expect(thread.send('more')).rejects.toMatchObject({ status: 403, code: 160005 });
    moderate({ locked: false });
    await card.edit('changed');
  });

  it('accepts no answer to a click, not even an ephemeral one', async () => {
    const { moderate, click, errors } = await createThreadWorld(async (interaction) => {
      if (interaction.isButton()) await interaction.reply({ content: 'psst', flags: 64 });
    });
    moderate({ locked: true });
    void click();
    await expect.poll(() => errors).toMatchObject([{ status: 403, code: 50083 }]);
  });

  it('accepts no edit of a deferred answer', async () => {
    const world = await createThreadWorld(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.deferReply();
      world.moderate({ locked: true });
      await interaction.editReply('done');
    });
    await world.click();
    await expect.poll(() => world.errors).toMatchObject([{ code: 50083 }]);
  });

  it('offers members no commands, and those who manage threads all', async () => {
    const { discord, thread, moderate, mia } = await createThreadWorld();
    moderate({ locked: true });
    expect(mia.commands(thread.id)).toEqual([]);
    await expect(mia.run({ channelId: thread.id, command: 'go' })).rejects.toThrow('talk is locked');
    expect(discord.as('max').commands(thread.id)).toHaveLength(1);
  });
});

describe('an archived thread', () => {
  it('offers no commands; a click reopens it first, or fails if the person may not', async () => {
    const { thread, moderate, mia, click } = await createThreadWorld(
      (interaction) => interaction.isButton() && interaction.deferUpdate(),
    );
    moderate({ archived: true });
    expect(mia.commands(thread.id)).toEqual([]);
    await expect(mia.run({ channelId: thread.id, command: 'go' })).rejects.toThrow('talk is archived');
    expect((await click()).state).toBe('deferred');
    expect(mia.channels().find(({ id }) => id === thread.id)?.archived).toBe(false);
    moderate({ archived: true, locked: true });
    await expect(click()).rejects.toThrow('An error occurred, please try again.');
  });

  it('accepts no edit through the webhook of an interaction', async () => {
    const world = await createThreadWorld(async (interaction) => {
      if (!interaction.isButton()) return;
      await interaction.reply('first');
      world.moderate({ archived: true });
      await interaction.editReply('second');
    });
    await world.click();
    await expect.poll(() => world.errors).toMatchObject([{ status: 400, code: 50083 }]);
  });
});

it('lists of members and thread members need the members intent', async () => {
  const discord = await startDiscord();
  const bot = discord.createBot({ name: 'Greeter', privilegedIntents: false });
  const client = await login(discord, { bot, intents: ['Guilds'] });
  const { id } = await discord.as('mia').startThread({ channelId: channelId(discord, 'rigs'), name: 'one' });
  const missing = { status: 403, code: 50001 };
  await expect(client.rest.get(`/guilds/${discord.guildId}/members`)).rejects.toMatchObject(missing);
  await expect(client.rest.get(`/channels/${id}/thread-members`)).rejects.toMatchObject(missing);
  expect(await client.rest.get(`/guilds/${discord.guildId}/members/${bot.userId}`)).toMatchObject({});
});

it('bulk delete refuses duplicate ids, and old ids of messages long gone', async () => {
  const clock = createManualClock();
  const { ask, path } = await createAsker({ clock });
  const send = async () => nested((await ask('POST', path.messages, { content: 'x' })).body, 'id');
  const [old, gone] = [await send(), await send()];
  await ask('DELETE', `${path.messages}/${gone}`);
  clock.advance(15 * 24 * 60 * 60_000);
  const young = [await send(), await send()];
  const remove = (messages: string[]) => ask('POST', `${path.messages}/bulk-delete`, { messages });
  expect(await remove([...young, young[0]!])).toMatchObject({ status: 400, code: 50035 });
  expect(await remove([gone, ...young])).toMatchObject({ status: 400, code: 50034 });
  expect(await remove([old, ...young])).toMatchObject({ status: 400, code: 50034 });
  expect(await remove(young)).toMatchObject({ status: 204 });
});

it('a thread created without a type is private', async () => {
  const { ask, discord } = await createAsker();
  const path = `/channels/${channelId(discord, 'rigs')}/threads`;
  expect((await ask('POST', path, { name: 'untyped' })).body).toMatchObject({
    type: ChannelType.PrivateThread,
  });
  expect((await ask('POST', path, { name: 'typed', type: 11 })).body).toMatchObject({ type: 11 });
});

it('an attachment that names a file missing from the request is refused', async () => {
  const { ask, path } = await createAsker();
  const body = { content: 'x', attachments: [{ id: '0', filename: 'a.png' }] };
  expect(await ask('POST', path.messages, body)).toMatchObject({ status: 400, code: 50146 });
});

it('a premium button sells only products of its own application', async () => {
  const discord = await startDiscord();
  const client = await login(discord, { bot: discord.createBot({ name: 'Shop', skus: ['41'] }) });
  discord.createBot({ name: 'Rival', skus: ['42'] });
  const path = `/channels/${channelId(discord, 'rigs')}/messages` as const;
  const offer = (sku_id: string) =>
    client.rest.post(path, {
      body: { content: 'x', components: [{ type: 1, components: [{ type: 2, style: 6, sku_id }] }] },
    });
  await offer('41');
  for (const foreign of ['42', '43']) await expect(offer(foreign)).rejects.toMatchObject({ code: 50035 });
  const mia = discord.as('mia');
  expect(mia.buy({ skuId: '41' })).toMatch(/^\d+$/);
  expect(() => mia.buy({ skuId: '42' })).toThrow('Shop does not sell SKU 42.');
});

it('a form whose field is prefilled beyond its own maximum length is refused', async () => {
  const discord = await startDiscord();
  const modal = (value: string) => ({
    customId: 'm',
    title: 'M',
    components: [
      {
        type: 18,
        label: 'L',
        component: { type: 4, style: 1, custom_id: 'f', min_length: 2, max_length: 4, value },
      },
    ],
  });
  const values = ['12345', '1', '1234'];
  const { errors } = await startBot(discord, GO, (interaction) => {
    if (interaction.isChatInputCommand()) {
      return interaction.showModal(modal(values.shift()!) as unknown as ModalBuilder);
    }
  });
  const run = () => discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'go' });
  void run();
  void run();
  await expect.poll(() => errors).toMatchObject([{ code: 50035 }, { code: 50035 }]);
  expect((await run()).state).toBe('modal');
});

it('a bot is invited with the permissions of the README and none for moderation', async () => {
  const discord = await startDiscord();
  const client = await login(discord, { bot: discord.createBot({ name: 'Greeter' }) });
  const me = await client.guilds.cache.first()!.members.fetchMe();
  const own = me.roles.cache.find(({ managed }) => managed)!.permissions;
  expect(own.toArray().sort()).toEqual([
    'AttachFiles',
    'CreatePrivateThreads',
    'CreatePublicThreads',
    'EmbedLinks',
    'ReadMessageHistory',
    'SendMessages',
    'SendMessagesInThreads',
    'ViewChannel',
  ]);
  expect(STAFF & BOT_PERMISSIONS).toBe(BOT_PERMISSIONS);
  expect(me.permissions.has('ManageThreads')).toBe(false);
});
