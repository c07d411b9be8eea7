import assert from 'node:assert/strict';
import {
  ApplicationCommandType,
  type ChatInputCommandInteraction,
  type MessageContextMenuCommandInteraction,
  ApplicationCommandOptionType as Type,
  type UserContextMenuCommandInteraction,
} from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { accepted, bytes } from './expect.js';

const option = (name: string, type: Type, fields: object = {}) =>
  ({ name, type, description: `A ${name}`, ...fields }) as never;

export const commands: Behaviour[] = [
  {
    name: 'a slash command brings every type of option, with the objects behind the ids',
    async run({ mia, registers, answering }) {
      await registers({
        name: 'every',
        description: 'Every option',
        options: [
          option('text', Type.String),
          option('whole', Type.Integer),
          option('real', Type.Number),
          option('yes', Type.Boolean),
          option('whom', Type.User),
          option('where', Type.Channel),
          option('rank', Type.Role),
          option('either', Type.Mentionable),
          option('file', Type.Attachment),
        ],
      });
      const { told } = await answering(
        'every',
        () =>
          mia.runs(
            '/every',
            {
              text: 'hi',
              whole: 7,
              real: 1.5,
              yes: true,
              whom: 'max',
              where: '#agent',
              rank: 'Moderator',
              either: 'sam',
            },
            { attachments: { file: { name: 'a.txt', bytes: bytes('abc') } } },
          ),
        async (interaction: ChatInputCommandInteraction<'cached'>) => {
          await interaction.reply('All there.');
          const { options } = interaction;
          const either = options.getMentionable('either', true);
          return [
            options.getString('text'),
            options.getInteger('whole'),
            options.getNumber('real'),
            options.getBoolean('yes'),
            options.getUser('whom', true).username,
            options.getMember('whom')?.displayName,
            options.getChannel('where', true).name,
            options.getRole('rank', true).name,
            'user' in either ? either.user.username : undefined,
            options.getAttachment('file', true).size,
          ];
        },
      );
      const expected = ['hi', 7, 1.5, true, 'max', 'Max', 'agent', 'Moderator', 'sam', 3];
      assert.deepEqual(told, expected);
    },
  },
  {
    name: 'a command keeps its choices, bounds and required options at the keyboard',
    async run({ mia, registers }) {
      await registers({
        name: 'bounded',
        description: 'Bounded',
        options: [
          option('sides', Type.Integer, { required: true, minValue: 2, maxValue: 20 }),
          option('word', Type.String, { minLength: 2, maxLength: 4 }),
          option('pick', Type.String, { choices: [{ name: 'Small', value: 's' }] }),
        ],
      });
      await assert.rejects(mia.runs('/bounded'), /needs the option "sides"/);
      await assert.rejects(mia.runs('/bounded', { sides: 21 }), /at most 20/);
      await assert.rejects(mia.runs('/bounded', { sides: 2.5 }), /whole number/);
      await assert.rejects(mia.runs('/bounded', { sides: 2, word: 'x' }), /at least 2/);
      await assert.rejects(mia.runs('/bounded', { sides: 2, pick: 'Huge' }), /one of: Small/);
      await assert.rejects(mia.runs('/bounded', { sides: 2, other: 1 }), /no option "other"/);
    },
  },
  {
    name: 'a subcommand in a group arrives with both names',
    async run({ mia, registers, answering }) {
      const options = [option('to', Type.String, { required: true })];
      await registers({
        name: 'tree',
        description: 'A tree',
        options: [
          option('branch', Type.SubcommandGroup, { options: [option('leaf', Type.Subcommand, { options })] }),
          option('root', Type.Subcommand),
        ],
      });
      const offered = (await mia.commands()).map(({ name }) => name).filter((name) => /^tree/.test(name));
      assert.deepEqual(offered, ['tree branch leaf', 'tree root']);
      const { seen, told } = await answering(
        'tree',
        () => mia.runs('/tree branch leaf', { to: 'grow' }),
        async (interaction: ChatInputCommandInteraction) => {
          await interaction.reply('ok');
          const { options: given } = interaction;
          return [given.getSubcommandGroup(), given.getSubcommand(), given.getString('to')];
        },
      );
      assert.deepEqual([seen.state, told], ['answered', ['branch', 'leaf', 'grow']]);
    },
  },
  {
    name: 'a user context menu carries the resolved member',
    async run({ mia, ids, registers, answering, find }) {
      await registers({ name: 'Show roles', type: ApplicationCommandType.User });
      const { seen, told } = await answering(
        'Show roles',
        () => mia.runs('Show roles', {}, { target: 'max' }),
        async (interaction: UserContextMenuCommandInteraction<'cached'>) => {
          await interaction.reply(`of ${interaction.targetUser.username}`);
          return [
            interaction.targetId,
            interaction.targetMember?.roles.cache.some((r) => r.name === 'Moderator'),
          ];
        },
      );
      assert.deepEqual(told, [ids.people.max, true]);
      assert.equal((await find(mia, seen.message_id))?.content, 'of max');
    },
  },
  {
    name: 'a message context menu carries the message with its content',
    async run({ mia, registers, answering }) {
      await registers({ name: 'Quote it', type: ApplicationCommandType.Message });
      const post = await mia.posts('a line worth quoting');
      const { told } = await answering(
        'Quote it',
        () => mia.runs('Quote it', {}, { target: post.id }),
        async (interaction: MessageContextMenuCommandInteraction) => {
          await interaction.reply('quoted');
          return [interaction.targetMessage.content, interaction.targetMessage.author.username];
        },
      );
      assert.deepEqual(told, ['a line worth quoting', 'mia']);
    },
  },
  {
    name: 'the answer names the command and who used it',
    async run({ max, go, find }) {
      const { seen, told } = await go(async (interaction) => {
        const { resource } = await interaction.reply({ content: 'Here.', withResponse: true });
        return resource?.message?.interactionMetadata?.user.username;
      });
      const view = await find(max, seen.message_id);
      assert.deepEqual(
        [view?.kind, view?.interaction?.command, view?.interaction?.member_name],
        ['command', 'go', 'Mia'],
      );
      assert.equal(told, 'mia');
    },
  },
  {
    name: 'an interaction tells locale, permissions, context and the size limit of uploads',
    async run({ go, ids }) {
      const { told } = await go(async (interaction) => {
        await interaction.reply('ok');
        return [
          interaction.locale,
          interaction.guildId,
          interaction.context,
          interaction.memberPermissions?.has('SendMessages'),
          interaction.appPermissions.has('ManageThreads'),
          interaction.attachmentSizeLimit >= 10 * 1024 * 1024,
        ];
      });
      assert.deepEqual(told, ['en-US', ids.guild, 0, true, true, true]);
    },
  },
  {
    name: 'the error for an unknown command lists the commands in the picker',
    async run({ mia, bot }) {
      await assert.rejects(mia.runs('/nowhere'), /no command/);
      accepted(await bot.request('GET', '/users/@me'));
    },
  },
];
