import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, PermissionFlagsBits } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

const messagesOf = ({ ids }: Stage, name: string) => `/channels/${ids.channels[name]}/messages`;
const offers = async (person: Stage['mia'], command: string, channel = 'rigs') =>
  (await person.commands(channel)).some(({ name }) => name === command);

export const permissions: Behaviour[] = [
  {
    name: 'a channel the bot does not see answers 50001 to everything',
    async run(stage) {
      const { mods } = stage.ids.channels;
      refused(await stage.bot.request('GET', `/channels/${mods}`), 403, 50001);
      refused(await stage.bot.request('GET', messagesOf(stage, 'mods')), 403, 50001);
      refused(await stage.bot.request('POST', messagesOf(stage, 'mods'), { content: 'x' }), 403, 50001);
    },
  },
  {
    name: 'a channel for moderators is hidden from members, at the keyboard too',
    async run({ mia, max, olga }) {
      const sees = async (person: Stage['mia']) =>
        (await person.channels()).some(({ name }) => name === 'mods');
      assert.deepEqual([await sees(mia), await sees(max), await sees(olga)], [false, true, true]);
      await assert.rejects(mia.posts('hello', { channel: 'mods' }), /sees no channel/);
    },
  },
  {
    name: 'a bot without Manage Channels cannot change or delete a channel (50013)',
    async run({ bot, ids }) {
      const path = `/channels/${ids.channels.rigs}`;
      refused(await bot.request('PATCH', path, { name: 'mine' }), 403, 50013);
      refused(await bot.request('DELETE', path), 403, 50013);
    },
  },
  {
    name: 'a bot without Manage Roles cannot assign roles or overwrite permissions (50013)',
    async run({ bot, ids, actor }) {
      const role = (await actor.world()).guild.roles.find(({ name }) => name === 'Moderator')?.id;
      const give = bot.request('PUT', `/guilds/${ids.guild}/members/${ids.people.mia}/roles/${role}`);
      refused(await give, 403, 50013);
      const path = `/channels/${ids.channels.rigs}/permissions/${ids.people.mia}`;
      refused(await bot.request('PUT', path, { type: 1, deny: '2048' }), 403, 50013);
    },
  },
  {
    name: 'default_member_permissions hides a command from Mia and shows it to Max and Olga',
    async run(stage) {
      await stage.registers({ name: 'tidy', description: 'Tidy', defaultMemberPermissions: ['ManageGuild'] });
      const offered = [stage.mia, stage.max, stage.olga].map((person) => offers(person, 'tidy'));
      assert.deepEqual(await Promise.all(offered), [false, true, true]);
      await assert.rejects(stage.mia.runs('/tidy'), /no command/);
      const { told } = await stage.answering(
        'tidy',
        () => stage.max.runs('/tidy'),
        async (interaction: ChatInputCommandInteraction) => {
          await interaction.reply('Tidied.');
          return interaction.memberPermissions?.has('ManageGuild');
        },
      );
      assert.equal(told, true);
    },
  },
  {
    name: 'default_member_permissions "0" leaves a command to administrators',
    async run(stage) {
      await stage.registers({ name: 'locked-up', description: 'Locked', defaultMemberPermissions: 0n });
      const offered = [stage.mia, stage.max, stage.olga].map((person) => offers(person, 'locked-up'));
      assert.deepEqual(await Promise.all(offered), [false, false, true]);
    },
  },
  {
    name: 'Send Messages taken away in one channel: 50013 there, not elsewhere, until it is given back',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'Muted' });
      const send = (name: string) => bot.request('POST', messagesOf(stage, name), { content: 'x' });
      const change = { bot: bot.account.userId, permission: 'SendMessages', channel: 'rigs' };
      await stage.fault('permission', { ...change, allowed: false });
      refused(await send('rigs'), 403, 50013);
      accepted(await send('agent'));
      await stage.fault('permission', { ...change, allowed: true });
      accepted(await send('rigs'));
    },
  },
  {
    name: 'View Channel taken away: 50001, and the bot hears nothing of the channel',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'Shut out' });
      const client = await bot.login();
      const heard: string[] = [];
      const elsewhere = new Promise<void>((resolve) =>
        client.on('messageCreate', ({ content }) => {
          heard.push(content);
          if (content === 'in agent') resolve();
        }),
      );
      const change = { bot: bot.account.userId, permission: 'ViewChannel', channel: 'rigs' };
      await stage.fault('permission', { ...change, allowed: false });
      refused(await bot.request('GET', `/channels/${stage.ids.channels.rigs}`), 403, 50001);
      await stage.mia.posts('in rigs');
      await stage.mia.posts('in agent', { channel: 'agent' });
      await elsewhere;
      assert.deepEqual(heard, ['in agent']);
      await stage.fault('permission', { ...change, allowed: true });
    },
  },
  {
    name: 'Attach Files taken away: text goes, files get 50013',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'No files' });
      const change = { bot: bot.account.userId, permission: 'AttachFiles' };
      await stage.fault('permission', { ...change, allowed: false });
      const form = new FormData();
      form.append('files[0]', new Blob(['x']), 'x.txt');
      refused(await bot.request('POST', messagesOf(stage, 'rigs'), form), 403, 50013);
      accepted(await bot.request('POST', messagesOf(stage, 'rigs'), { content: 'only text' }));
      await stage.fault('permission', { ...change, allowed: true });
    },
  },
  {
    name: 'Mention Everyone taken away: @everyone is text',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'Quiet' });
      const send = async () =>
        accepted(await bot.request('POST', messagesOf(stage, 'rigs'), { content: '@everyone' }))
          .mention_everyone;
      assert.equal(await send(), true);
      const change = { bot: bot.account.userId, permission: 'MentionEveryone' };
      await stage.fault('permission', { ...change, allowed: false });
      assert.equal(await send(), false);
      await stage.fault('permission', { ...change, allowed: true });
    },
  },
  {
    name: 'discord.js computes the same permissions from roles and overwrites',
    async run(stage) {
      const [rigs, mods] = [await stage.channel('rigs'), stage.ids.channels.mods ?? ''];
      const guild = stage.client.guilds.cache.get(stage.ids.guild);
      const me = await guild?.members.fetchMe({ force: true });
      const seen = await guild?.channels.fetch();
      assert.equal(me?.permissionsIn(rigs).has(PermissionFlagsBits.SendMessages), true);
      assert.equal(me?.permissionsIn(mods).has(PermissionFlagsBits.ViewChannel), false);
      assert.equal(seen?.has(mods), true);
    },
  },
];
