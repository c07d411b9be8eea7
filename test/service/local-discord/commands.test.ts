import {
  ApplicationCommandType,
  type AutocompleteInteraction,
  ChannelType,
  type Client,
  type Interaction,
  ApplicationCommandOptionType as OptionType,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import type { LocalDiscord, Person } from '../../../src/playground/discord/index.js';
import { channelId, login, startBot, startDiscord } from './world.js';

const answer = (interaction: Interaction) =>
  interaction.isRepliable() ? interaction.reply('ok') : undefined;
const offered = (person: Person, channel?: string) => person.commands(channel).map(({ name }) => name);

/** The raw INTERACTION_CREATEs a client receives. */
function listen(client: Client): Record<string, unknown>[] {
  const heard: Record<string, unknown>[] = [];
  client.on('raw', ({ t, d }: { t: string; d: Record<string, unknown> }) => {
    if (t === 'INTERACTION_CREATE') heard.push(structuredClone(d));
  });
  return heard;
}

const put = (client: Client<true>, commands: object[], guildId?: string) =>
  client.rest.put(`/applications/${client.application.id}${guildId ? `/guilds/${guildId}` : ''}/commands`, {
    body: commands.map((command) => ({ description: 'It', ...command })),
  });

describe('the commands offered to a person', () => {
  it('are those of the guild before global ones of the same name; outside the guild the global ones', async () => {
    const discord = await startDiscord();
    const { client } = await startBot(discord, [], answer);
    await put(client, [{ name: 'rig', description: 'everywhere' }, { name: 'help' }]);
    await put(client, [{ name: 'rig', description: 'here' }], discord.guildId);
    const mia = discord.as('mia');
    expect(mia.commands().map(({ name, description }) => [name, description])).toEqual([
      ['help', 'It'],
      ['rig', 'here'],
    ]);
    const heard = listen(client);
    await mia.run({ channelId: channelId(discord, 'rigs'), command: 'rig' });
    expect(heard[0]!.data).toMatchObject({ name: 'rig', guild_id: discord.guildId });
    const dm = mia.dm(client.user.id);
    expect(mia.commands(dm).find(({ name }) => name === 'rig')!.description).toBe('everywhere');
  });

  it('depend on context, kind of installation and age restriction', async () => {
    const discord = await startDiscord();
    const keeper = await login(discord, { bot: discord.createBot({ name: 'Keeper', permissions: 8n }) });
    const { client } = await startBot(discord, [], answer);
    await put(client, [
      { name: 'anywhere' },
      { name: 'guild-only', contexts: [0] },
      { name: 'dm-only', contexts: [1] },
      { name: 'no-dm', dm_permission: false },
      { name: 'for-users', integration_types: [1], contexts: [0, 1, 2] },
      { name: 'adult', nsfw: true },
    ]);
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    expect(offered(mia, rigs)).toEqual(['anywhere', 'guild-only', 'no-dm']);
    expect(offered(mia, mia.dm(client.user.id))).toEqual(['anywhere', 'dm-only', 'for-users']);
    expect(offered(mia, mia.dm('sam'))).toEqual([]);
    expect(offered(mia, mia.dm(keeper.user.id))).toEqual([]);
    await keeper.rest.patch(`/channels/${rigs}`, { body: { nsfw: true } });
    expect(offered(mia, rigs)).toContain('adult');
    await expect(mia.run({ channelId: rigs, command: 'dm-only' })).rejects.toThrow('no command /dm-only');
  });

  it('depend on permissions; "0" means administrators alone', async () => {
    const discord = await startDiscord();
    await startBot(
      discord,
      [
        { name: 'mod', description: 'M', defaultMemberPermissions: ['ManageMessages'] },
        { name: 'admin', description: 'A', defaultMemberPermissions: [] },
        { name: 'all', description: 'E' },
      ],
      answer,
    );
    const rigs = channelId(discord, 'rigs');
    const seen = () => ['mia', 'max', 'olga'].map((name) => offered(discord.as(name), rigs));
    expect(seen()).toEqual([['all'], ['mod', 'all'], ['mod', 'admin', 'all']]);
  });
});

describe('localizations', () => {
  const commands = [
    {
      name: 'rig',
      description: 'Make a character',
      nameLocalizations: { de: 'figur', 'en-US': 'puppet' },
      descriptionLocalizations: { de: 'Macht eine Figur' },
      options: [
        {
          name: 'text',
          description: 'From words',
          nameLocalizations: { de: 'worte' },
          type: OptionType.Subcommand as const,
          options: [
            {
              name: 'style',
              description: 'Style',
              nameLocalizations: { de: 'stil' },
              descriptionLocalizations: { de: 'Der Stil' },
              type: OptionType.String as const,
              choices: [{ name: 'Wood', value: 'wood', nameLocalizations: { de: 'Holz' } }],
            },
          ],
        },
      ],
    },
  ];

  it('are shown to each person in their own language, with the fallbacks of Discord, and sent with the interaction', async () => {
    const discord = await startDiscord();
    discord.as('olga').useLocale('de');
    discord.as('sam').useLocale('fr');
    const { client } = await startBot(discord, commands, answer);
    const heard = listen(client);
    const names = (name: string) =>
      discord
        .as(name)
        .commands()
        .map(({ displayName }) => displayName);
    expect(['mia', 'max', 'olga', 'sam'].map(names)).toEqual([
      ['puppet text'],
      ['puppet text'],
      ['figur worte'],
      ['rig text'],
    ]);
    const olga = discord.as('olga');
    expect(olga.commands()).toMatchObject([
      {
        name: 'rig text',
        options: [
          {
            name: 'style',
            displayName: 'stil',
            description: 'Der Stil',
            choices: [{ name: 'Holz', value: 'wood' }],
          },
        ],
      },
    ]);
    const rigs = channelId(discord, 'rigs');
    await olga.run({ channelId: rigs, command: 'figur worte', options: { style: 'Holz' } });
    await olga.run({ channelId: rigs, command: 'rig text' });
    expect(heard[0]).toMatchObject({
      locale: 'de',
      guild_locale: 'en-US',
      data: { name: 'rig', options: [{ name: 'text', options: [{ name: 'style', value: 'wood' }] }] },
    });
    expect(olga.see(rigs)[0]!.interaction!.command).toBe('rig text');
  });

  it("change when the person picks another of Discord's languages", async () => {
    const discord = await startDiscord();
    await startBot(discord, commands, answer);
    const sam = discord.as('sam');
    expect(() => sam.useLocale('tlh')).toThrow('no language "tlh"');
    sam.useLocale('de');
    expect(sam.member.locale).toBe('de');
    expect(sam.commands()[0]!.displayName).toBe('figur worte');
  });
});

describe('options', () => {
  const option = (type: number, name: string, fields: object = {}) => ({
    type,
    name,
    description: 'It',
    ...fields,
  });

  it('are typed, resolved and held to their bounds', async () => {
    const discord = await startDiscord();
    const { client } = await startBot(discord, [], answer);
    await put(client, [
      {
        name: 'set',
        options: [
          option(4, 'count', { min_value: 1, max_value: 5 }),
          option(10, 'ratio', { max_value: 1.5 }),
          option(5, 'loud'),
          option(6, 'who'),
          option(7, 'where', { channel_types: [ChannelType.GuildText] }),
          option(8, 'role'),
          option(9, 'whom'),
        ],
      },
    ]);
    const heard = listen(client);
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const max = discord.as('max').member.id;
    const moderator = discord.guild().roles.find(({ name }) => name === 'Moderator')!.id;
    const run = (options: Record<string, string | number | boolean>) =>
      mia.run({ channelId: rigs, command: 'set', options });
    const thread = await mia.startThread({ channelId: rigs, name: 'T' });
    for (const [options, sentence] of [
      [{ count: 1.5 }, 'takes a whole number'],
      [{ count: 6 }, 'at most 5'],
      [{ ratio: 2 }, 'at most 1.5'],
      [{ loud: 'yes' }, 'true or false'],
      [{ where: thread.id }, 'no channel of an allowed type'],
      [{ where: channelId(discord, 'mods') }, 'no channel of an allowed type'],
      [{ role: max }, 'names no role'],
      [{ nothing: 1 }, 'has no option "nothing"'],
    ] as const) {
      await expect(run(options as never)).rejects.toThrow(sentence);
    }
    await run({ count: 3, ratio: 0.5, loud: true, who: max, where: rigs, role: moderator, whom: moderator });
    const { resolved, options } = heard[0]!.data as {
      resolved: Record<string, Record<string, object>>;
      options: { value: unknown }[];
    };
    expect(options.map(({ value }) => value)).toEqual([3, 0.5, true, max, rigs, moderator, moderator]);
    expect(Object.keys(resolved).sort()).toEqual(['channels', 'members', 'roles', 'users']);
    expect(resolved.members![max]).toMatchObject({
      roles: [moderator],
      nick: null,
      unusual_dm_activity_until: null,
    });
    for (const absent of ['user', 'deaf', 'mute']) expect(resolved.members![max]).not.toHaveProperty(absent);
    expect(resolved.channels![rigs]).toMatchObject({
      name: 'rigs',
      type: 0,
      permissions: expect.any(String),
    });
    expect(resolved.channels![rigs]).not.toHaveProperty('permission_overwrites');
  });

  it('are completed with the focused one as typed and the others unchanged; choices have the option’s type', async () => {
    const discord = await startDiscord();
    discord.as('olga').useLocale('de');
    let reply: (interaction: AutocompleteInteraction) => Promise<unknown> = (interaction) =>
      interaction.respond([{ name: 'one', value: 1 }]);
    const { client, errors } = await startBot(
      discord,
      [],
      (interaction) => interaction.isAutocomplete() && reply(interaction),
    );
    await put(
      client,
      [
        {
          name: 'pick',
          options: [option(6, 'who'), option(4, 'count', { autocomplete: true }), option(3, 'note')],
        },
      ],
      discord.guildId,
    );
    const heard = listen(client);
    const mia = discord.as('mia');
    const input = { channelId: channelId(discord, 'rigs'), command: 'pick', option: 'count', value: '1' };
    const who = discord.as('sam').member.id;
    expect(await mia.autocomplete({ ...input, options: { who } })).toEqual([{ name: 'one', value: 1 }]);
    expect(heard[0]).toMatchObject({
      type: 4,
      data: {
        name: 'pick',
        guild_id: discord.guildId,
        options: [
          { name: 'who', type: 6, value: who },
          { name: 'count', type: 4, value: '1', focused: true },
        ],
        resolved: { users: { [who]: { username: 'sam' } } },
      },
    });
    expect((heard[0]!.data as { options: object[] }).options[0]).not.toHaveProperty('focused');
    reply = async (interaction) => {
      const wrong = interaction.respond([{ name: 'one', value: '1' }]);
      await expect(wrong).rejects.toMatchObject({ code: 50035 });
      await interaction.respond([{ name: 'zero', value: 0, nameLocalizations: { de: 'null' } }]);
    };
    expect(await discord.as('olga').autocomplete(input)).toEqual([{ name: 'null', value: 0 }]);
    await expect(mia.autocomplete({ ...input, option: 'note' })).rejects.toThrow('has no autocomplete');
    expect(errors).toEqual([]);
  });
});

describe('the payload of an interaction', () => {
  async function startHeard(): Promise<{
    discord: LocalDiscord;
    client: Client<true>;
    heard: Record<string, unknown>[];
  }> {
    const discord = await startDiscord();
    const { client } = await startBot(
      discord,
      [
        { name: 'go', description: 'Go' },
        { name: 'Whose', type: ApplicationCommandType.User },
        { name: 'Quote', type: ApplicationCommandType.Message },
      ],
      answer,
    );
    return { discord, client, heard: listen(client) };
  }

  it('in the guild names the guild, the member and their permissions', async () => {
    const { discord, client, heard } = await startHeard();
    await discord.as('mia').run({ channelId: channelId(discord, 'rigs'), command: 'go' });
    const [interaction] = heard;
    expect(interaction).toMatchObject({
      version: 1,
      type: 2,
      application_id: client.application.id,
      guild_id: discord.guildId,
      context: 0,
      authorizing_integration_owners: { '0': discord.guildId },
      entitlements: [],
      app_permissions: expect.stringMatching(/^\d+$/),
      channel: { name: 'rigs', nsfw: false, permissions: expect.stringMatching(/^\d+$/) },
      member: { nick: null, avatar: null, banner: null, premium_since: null, pending: false, deaf: false },
    });
    expect(interaction).not.toHaveProperty('user');
    expect(interaction).not.toHaveProperty('message');
    expect(Object.keys((interaction!.member as { user: object }).user).sort()).toEqual(
      [
        'id username discriminator global_name avatar avatar_decoration_data collectibles',
        'display_name_styles primary_guild clan public_flags',
      ]
        .join(' ')
        .split(' ')
        .sort(),
    );
  });

  it('in direct messages carries the user and neither member nor guild', async () => {
    const { discord, client, heard } = await startHeard();
    const mia = discord.as('mia');
    await mia.run({ channelId: mia.dm(client.user.id), command: 'go' });
    expect(heard[0]).toMatchObject({
      user: { username: 'mia', discriminator: '0' },
      context: 1,
      authorizing_integration_owners: { '0': '0' },
      channel: { type: 1, recipients: [{ username: 'mia' }] },
    });
    for (const absent of ['member', 'guild_id', 'guild', 'guild_locale'])
      expect(heard[0]).not.toHaveProperty(absent);
    const [reply] = mia.see(mia.dm(client.user.id));
    expect(reply).toMatchObject({ content: 'ok', kind: 'command' });
  });

  it('carries the target of a context menu, and the answer refers to it', async () => {
    const { discord, client, heard } = await startHeard();
    const mia = discord.as('mia');
    const rigs = channelId(discord, 'rigs');
    const max = discord.as('max').member.id;
    const post = await mia.post({ channelId: rigs, content: 'words' });
    const onUser = await mia.run({ channelId: rigs, command: 'Whose', targetId: max });
    const onMessage = await mia.run({ channelId: rigs, command: 'Quote', targetId: post.id });
    expect(heard.map(({ data }) => data)).toMatchObject([
      {
        type: 2,
        target_id: max,
        resolved: { users: { [max]: { username: 'max' } }, members: { [max]: {} } },
      },
      { type: 3, target_id: post.id, resolved: { messages: { [post.id]: { content: 'words' } } } },
    ]);
    const stored = (id: string) => client.rest.get(`/channels/${rigs}/messages/${id}`);
    expect(await stored(onUser.messageId!)).toMatchObject({
      type: 23,
      interaction_metadata: { name: 'Whose', command_type: 2, target_user: { id: max } },
    });
    expect(await stored(onMessage.messageId!)).toMatchObject({
      interaction_metadata: { command_type: 3, target_message_id: post.id },
    });
    await expect(mia.run({ channelId: rigs, command: 'Whose', targetId: post.id })).rejects.toThrow(
      /"Whose" needs a member; \d+ is unknown/,
    );
  });
});
