import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, GatewayIntentBits as Intents, type Message } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

/** The next message of a person that a client receives. */
const heard = ({ client }: Stage, who: string) =>
  new Promise<Message>((resolve) => {
    const listen = (message: Message) => {
      if (message.author.username !== who) return;
      client.off('messageCreate', listen);
      resolve(message);
    };
    client.on('messageCreate', listen);
  });

export const dms: Behaviour[] = [
  {
    name: 'a direct message reaches its person alone',
    async run(stage) {
      const user = await stage.client.users.fetch(stage.ids.people.mia ?? '');
      const sent = await user.send('For your eyes.');
      const channel = await stage.mia.opensDm(stage.bot.account.userId);
      assert.equal(channel, sent.channelId);
      assert.equal((await stage.mia.messages(channel)).at(-1)?.content, 'For your eyes.');
      const others = await stage.sam.channels();
      assert.ok(!others.some(({ id }) => id === channel));
    },
  },
  {
    name: 'a person writes to the bot, which hears the content and the channel without a guild',
    async run(stage) {
      const next = heard(stage, 'sam');
      await stage.sam.posts('Hello, bot', { channel: await stage.sam.opensDm(stage.bot.account.userId) });
      const message = await next;
      assert.deepEqual(
        [message.content, message.guildId, message.channel.isDMBased()],
        ['Hello, bot', null, true],
      );
    },
  },
  {
    name: 'opening direct messages twice gives the same channel',
    async run({ bot, ids }) {
      const open = async () =>
        accepted(await bot.request('POST', '/users/@me/channels', { recipient_id: ids.people.max }));
      const [first, second] = [await open(), await open()];
      assert.deepEqual([first.id, first.type, first.recipients[0].username], [second.id, 1, 'max']);
    },
  },
  {
    name: 'a command used in direct messages comes with a user and no member',
    async run(stage) {
      const channel = await stage.mia.opensDm(stage.bot.account.userId);
      const { told } = await stage.answering(
        'go',
        () => stage.mia.runs('/go', {}, { channel }),
        async (interaction: ChatInputCommandInteraction) => {
          await interaction.reply('Just us.');
          return [interaction.user.username, interaction.member, interaction.guildId, interaction.context];
        },
      );
      assert.deepEqual(told, ['mia', null, null, 1]);
    },
  },
  {
    name: 'a command for guilds alone is not offered in direct messages',
    async run(stage) {
      await stage.registers({ name: 'guild-only', description: 'Here', contexts: [0] });
      await stage.registers({ name: 'dm-only', description: 'There', contexts: [1] });
      const offered = async (channel: string) => {
        const names = (await stage.mia.commands(channel)).map(({ name }) => name);
        return [names.includes('guild-only'), names.includes('dm-only')];
      };
      assert.deepEqual(await offered('rigs'), [true, false]);
      assert.deepEqual(await offered(await stage.mia.opensDm(stage.bot.account.userId)), [false, true]);
    },
  },
  {
    name: 'a bot cannot write to another bot (50007)',
    async run(stage) {
      const other = await stage.freshBot();
      const recipient_id = other.account.userId;
      refused(await stage.bot.request('POST', '/users/@me/channels', { recipient_id }), 403, 50007);
    },
  },
  {
    name: 'MESSAGE_CONTENT not asked for: content is blank, but not in mentions and direct messages',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'Blind' });
      const intents = [Intents.Guilds, Intents.GuildMessages, Intents.DirectMessages];
      const client = await bot.login({ intents });
      const contents: string[] = [];
      const own = client.user.id;
      const done = new Promise<void>((resolve) =>
        client.on('messageCreate', (message) => {
          if (contents.push(message.content) === 4) resolve();
        }),
      );
      await stage.mia.posts('a secret');
      await stage.mia.posts(`<@${own}> not a secret`);
      await stage.mia.posts('in private', { channel: await stage.mia.opensDm(own) });
      await (
        await client.channels
          .fetch(stage.ids.channels.rigs ?? '')
          .then((c) => (c?.isSendable() ? c : Promise.reject(c)))
      ).send('my own');
      await done;
      assert.deepEqual(contents, ['', `<@${own}> not a secret`, 'in private', 'my own']);
    },
  },
];
