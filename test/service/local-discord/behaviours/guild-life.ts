import assert from 'node:assert/strict';
import { AuditLogEvent, ChannelType, type Client, type ForumChannel, type TextChannel } from 'discord.js';
import type { Behaviour, BotHands, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

const BUILDER = ['ManageChannels', 'ManageWebhooks', 'ViewAuditLog'];

/** A separate bot with permission to manage the guild, so that the stage's bot stays unchanged. */
async function builder(stage: Stage): Promise<{ bot: BotHands; client: Client<true>; rigs: TextChannel }> {
  const bot = await stage.freshBot({ name: 'Builder', permissions: BUILDER });
  const client = await bot.login();
  const rigs = (await client.channels.fetch(stage.ids.channels.rigs ?? '')) as TextChannel;
  return { bot, client, rigs };
}

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

export const guildLife: Behaviour[] = [
  {
    name: 'a bot that is kicked loses the guild and its commands, and an invitation brings both back',
    async run(stage) {
      const { bot, client } = await builder(stage);
      await client.application.commands.create({ name: 'build', description: 'Build' });
      const offered = async () => (await stage.mia.commands()).some(({ name }) => name === 'build');
      await stage.fault('kick', { who: bot.account.userId });
      await until(() => client.guilds.cache.size === 0);
      const path = `/channels/${stage.ids.channels.rigs}/messages`;
      refused(await bot.request('POST', path, { content: 'x' }), 403, 50001);
      assert.equal(await offered(), false);
      await stage.fault('invite', { who: bot.account.userId });
      await until(() => client.guilds.cache.size === 1);
      accepted(await bot.request('POST', path, { content: 'Back again.' }));
      assert.equal(await offered(), true);
      await client.application.commands.set([]);
    },
  },
  {
    name: 'a bot makes a forum; its post is a thread whose first message has the thread’s id',
    async run(stage) {
      const { client } = await builder(stage);
      const { channels } = client.guilds.cache.first()!;
      const forum = (await channels.create({ name: 'Ideas', type: ChannelType.GuildForum })) as ForumChannel;
      const post = await forum.threads.create({ name: 'Wings', message: { content: 'Why not?' } });
      const [first] = await stage.mia.messages(post.id);
      assert.deepEqual([first?.id, first?.content], [post.id, 'Why not?']);
      await forum.delete();
    },
  },
  {
    name: 'a webhook writes under another name into a channel and into its threads',
    async run(stage) {
      const { rigs } = await builder(stage);
      const hook = await rigs.createWebhook({ name: 'News' });
      const thread = await rigs.threads.create({ name: 'Corner', type: ChannelType.PublicThread });
      const sent = await hook.send({ content: 'Read all about it.', username: 'Herald' });
      await hook.send({ content: 'Here too.', threadId: thread.id });
      assert.equal((await stage.find(stage.mia, sent.id))?.author.name, 'Herald');
      await stage.mia.sees('Here too.', { channel: thread.id });
      await hook.delete();
      await assert.rejects(hook.send('late'), { code: 10015 });
    },
  },
  {
    name: 'a poll shows its answers, cannot be edited and is ended by its author',
    async run(stage) {
      const { rigs } = await builder(stage);
      const answers = [{ text: 'Fox' }, { text: 'Owl' }];
      const sent = await rigs.send({
        poll: { question: { text: 'Who?' }, answers, duration: 1, allowMultiselect: false },
      });
      const seen = await stage.find(stage.mia, sent.id);
      assert.deepEqual(
        seen?.poll?.answers.map(({ text }) => text),
        ['Fox', 'Owl'],
      );
      await assert.rejects(sent.edit('Whom?'), { code: 520003 });
      await rigs.client.rest.post(`/channels/${rigs.id}/polls/${sent.id}/expire`);
      await stage.mia.sees('closed a poll.', { after: sent.id });
    },
  },
  {
    name: 'a forward keeps the message text of that moment',
    async run(stage) {
      const { rigs } = await builder(stage);
      const original = await rigs.send('As it was.');
      const forward = await original.forward(rigs);
      await original.edit('As it is.');
      assert.equal((await stage.find(stage.mia, forward.id))?.forwarded?.content, 'As it was.');
    },
  },
  {
    name: 'the audit log tells who changed a channel, and why',
    async run(stage) {
      const { client, rigs } = await builder(stage);
      await rigs.setTopic('Foxes.', 'too many owls');
      const { entries } = await rigs.guild.fetchAuditLogs({ type: AuditLogEvent.ChannelUpdate });
      const entry = entries.first();
      assert.deepEqual(
        [entry?.executorId, entry?.reason, entry?.changes[0]?.new],
        [client.user.id, 'too many owls', 'Foxes.'],
      );
      await rigs.setTopic('Characters made by the members.');
    },
  },
  {
    name: 'an edit in a thread that a moderator locked is refused with 50083',
    async run(stage) {
      const bot = await stage.freshBot({ name: 'Plain', permissions: [] });
      const path = `/channels/${stage.ids.channels.agent}/threads`;
      const { id } = accepted(await bot.request('POST', path, { name: 'Shut', type: 11 }), 201);
      const message = accepted(await bot.request('POST', `/channels/${id}/messages`, { content: 'x' }));
      await stage.fault('thread', { thread: id, locked: true });
      const own = `/channels/${id}/messages/${message.id}`;
      refused(await bot.request('PATCH', own, { content: 'y' }), 403, 50083);
      await stage.fault('thread', { thread: id, locked: false });
      accepted(await bot.request('PATCH', own, { content: 'y' }));
    },
  },
];
