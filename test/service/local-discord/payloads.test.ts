import {
  ApplicationCommandType,
  type Client,
  MessageFlags,
  ApplicationCommandOptionType as OptionType,
  Routes,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { FileInput } from '../../../src/playground/discord/index.js';
import { described, faultsOf, type Json, type Schema } from './described.js';
import { channelId, login, startBot, startDiscord } from './world.js';

/** The payloads the gateway sent to a client, by event. */
function listen(client: Client): (event: string) => Json[] {
  const heard: { t: string; d: Json }[] = [];
  client.on('raw', (packet: { t: string; d: Json }) => heard.push(structuredClone(packet)));
  return (event) => heard.filter(({ t }) => t === event).map(({ d }) => d);
}

/** A gateway user lacks the fields that only REST has. */
const asOfRest = (user: unknown): Json => ({ flags: 0, ...(user as Json) });

const picture: FileInput = {
  name: 'dot.png',
  contentType: 'image/png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

describe('payloads of the local Discord', () => {
  it('match the OpenAPI document for messages: text, files, embeds, layouts, replies, answers', async () => {
    const discord = await startDiscord();
    const { client } = await startBot(
      discord,
      [
        { name: 'show', description: 'Show' },
        { name: 'Quote', type: ApplicationCommandType.Message },
      ],
      async (interaction) => {
        if (interaction.isChatInputCommand()) {
          await interaction.reply({
            embeds: [{ title: 'One', image: { url: 'attachment://dot.png' } }],
            files: [{ name: 'dot.png', attachment: Buffer.from(picture.bytes) }],
            components: [
              { type: 1, components: [{ type: 2, style: 1, label: 'Go', customId: 'go' }] },
              { type: 1, components: [{ type: 5, customId: 'who' }] },
            ],
          });
          await interaction.followUp({ content: 'more', flags: MessageFlags.Ephemeral });
        }
        if (interaction.isButton())
          await interaction.showModal({
            customId: 'form',
            title: 'Form',
            components: [
              { type: 18, label: 'Name', component: { type: 4, customId: 'name', style: 1 } },
            ] as never,
          });
        if (interaction.isModalSubmit()) await interaction.reply('thanks');
        if (interaction.isMessageContextMenuCommand()) await interaction.reply('quoted');
      },
    );
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    const post = await mia.post({ channelId: rigs, content: '<@1> hello', attachments: [picture] });
    await mia.post({ channelId: rigs, content: 'and again', replyTo: post.id });
    const { messageId } = await mia.run({ channelId: rigs, command: 'show' });
    await mia.waitFor((seen) => seen.find(({ content }) => content === 'more'), { channelId: rigs });
    const { modalId } = await mia.click({ channelId: rigs, messageId: messageId!, label: 'Go' });
    await mia.submit({ modalId: modalId!, values: { name: 'Mia' } });
    await mia.run({ channelId: rigs, command: 'Quote', targetId: post.id });
    await client.rest.post(Routes.channelMessages(rigs), {
      body: {
        flags: MessageFlags.IsComponentsV2,
        components: [
          {
            type: 17,
            components: [
              { type: 10, content: '# Hi' },
              { type: 14 },
              {
                type: 9,
                components: [{ type: 10, content: 'beside' }],
                accessory: { type: 11, media: { url: 'https://example.org/a.png' } },
              },
              { type: 12, items: [{ media: { url: 'https://example.org/b.png' } }] },
              { type: 13, file: { url: 'attachment://dot.png' } },
              { type: 1, components: [{ type: 3, custom_id: 's', options: [{ label: 'a', value: 'a' }] }] },
            ],
          },
        ],
        attachments: [{ id: '0', filename: 'dot.png' }],
      },
      files: [{ name: 'dot.png', data: Buffer.from(picture.bytes) }],
    });
    const messages = (await client.rest.get(Routes.channelMessages(rigs))) as Json[];
    expect(messages).toHaveLength(6);
    expect(messages.map((message) => faultsOf(described('MessageResponse'), message))).toEqual(
      messages.map(() => []),
    );
    expect(discord.problems()).toEqual([]);
  });

  it('match it for users, members, roles, channels, commands and threads', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const heard = listen(client);
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const get = (path: `/${string}`) => client.rest.get(path) as Promise<Json[]>;
    const parts: [Schema, Json[]][] = [
      [described('UserResponse'), [(await get(Routes.user(mia.member.id))) as unknown as Json]],
      [
        described('GuildMemberResponse'),
        await get(`${Routes.guildMembers(discord.guildId)}?limit=10` as never),
      ],
      [described('GuildRoleResponse'), await get(Routes.guildRoles(discord.guildId))],
      [described('GuildChannelResponse'), await get(Routes.guildChannels(discord.guildId))],
      [
        described('PrivateChannelResponse'),
        [(await client.rest.post(Routes.userChannels(), { body: { recipient_id: mia.member.id } })) as Json],
      ],
    ];
    await client.application.commands.set([
      {
        name: 'all',
        description: 'All',
        options: [
          { type: OptionType.String, name: 'a', description: 'A', choices: [{ name: 'x', value: 'x' }] },
          { type: OptionType.Number, name: 'b', description: 'B', minValue: 1 },
          { type: OptionType.Channel, name: 'c', description: 'C', channelTypes: [0] },
        ],
      },
      { name: 'Whose', type: ApplicationCommandType.User },
    ]);
    parts.push([
      described('ApplicationCommandResponse'),
      await get(Routes.applicationCommands(client.application.id)),
    ]);
    const open = await mia.startThread({ channelId: rigs, name: 'Plans' });
    await mia.post({ channelId: open.id, content: 'first' });
    await client.rest.put(Routes.threadMembers(open.id, '@me'));
    parts.push([described('ThreadResponse'), [(await get(Routes.channel(open.id))) as unknown as Json]]);
    parts.push([described('ThreadMemberResponse'), await get(Routes.threadMembers(open.id))]);
    for (const [schema, values] of parts) {
      expect(values.length).toBeGreaterThan(0);
      for (const value of values) expect([value, faultsOf(schema, value)]).toEqual([value, []]);
    }
    expect(heard('THREAD_CREATE').map((thread) => faultsOf(described('ThreadResponse'), thread))).toEqual([
      [],
      [],
    ]);
  });

  it('match it for a first answer with its response', async () => {
    const discord = await startDiscord();
    const bodies: unknown[] = [];
    const row = { type: 1, components: [{ type: 2, style: 1, label: 'Go', custom_id: 'go' }] };
    const { client } = await startBot(discord, [{ name: 'go', description: 'Go' }], async (interaction) => {
      const body = {
        type: interaction.isButton() ? 7 : 4,
        data: { content: 'card', components: [row] },
      };
      const path =
        `/interactions/${interaction.id}/${interaction.token}/callback?with_response=true` as const;
      bodies.push(await client.rest.post(path, { body, auth: false }));
    });
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    const { messageId } = await mia.run({ channelId: rigs, command: 'go' });
    await mia.click({ channelId: rigs, messageId: messageId!, label: 'Go' });
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies.map((body) => faultsOf(described('InteractionCallbackResponse'), body))).toEqual([[], []]);
    expect(bodies[1]).toMatchObject({
      interaction: { type: 3 },
      resource: { type: 7, message: { id: messageId } },
    });
  });

  it('are the same over the gateway, where users lack the fields that only REST has', async () => {
    const discord = await startDiscord();
    const client = await login(discord);
    const heard = listen(client);
    const rigs = channelId(discord, 'rigs');
    const mia = discord.as('mia');
    await mia.post({ channelId: rigs, content: `hello <@${client.user.id}>`, attachments: [picture] });
    const [message] = await waitForEvent(heard, 'MESSAGE_CREATE');
    const restful = {
      ...message,
      author: asOfRest(message!.author),
      mentions: (message!.mentions as unknown[]).map(asOfRest),
    };
    expect(faultsOf(described('MessageResponse'), restful)).toEqual([]);
    expect(message!.author).not.toHaveProperty('banner');
    expect(message!.author).not.toHaveProperty('bot');
    expect(message!.member).not.toHaveProperty('user');
    expect(message).toMatchObject({ guild_id: discord.guildId, channel_type: 0 });
  });
});

async function waitForEvent(heard: (event: string) => Json[], event: string): Promise<Json[]> {
  await expect.poll(() => heard(event).length).toBeGreaterThan(0);
  return heard(event);
}
