import assert from 'node:assert/strict';
import { ChannelType, type ThreadChannel } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, refused } from './expect.js';

const starts = async (stage: Stage, name: string): Promise<ThreadChannel> =>
  (await stage.channel('agent')).threads.create({ name, autoArchiveDuration: 60 });
const seenBy = async (person: Stage['mia'], id: string) =>
  (await person.channels()).find((one) => one.id === id);

export const threads: Behaviour[] = [
  {
    name: 'a thread started from a message has the id of the message, and both show each other',
    async run(stage) {
      const opener = await (await stage.channel('agent')).send('Talk below.');
      const thread = await opener.startThread({ name: 'Below' });
      assert.equal(thread.id, opener.id);
      assert.equal((await thread.fetchStarterMessage())?.content, 'Talk below.');
      const view = (await stage.mia.messages('agent')).find(({ id }) => id === opener.id);
      assert.equal(view?.thread?.name, 'Below');
    },
  },
  {
    name: 'a second thread from the same message is refused with 160004',
    async run(stage) {
      const opener = await (await stage.channel('agent')).send('Once.');
      await opener.startThread({ name: 'First' });
      const path = `/channels/${stage.ids.channels.agent}/messages/${opener.id}/threads`;
      refused(await stage.bot.request('POST', path, { name: 'Second' }), 400, 160004);
    },
  },
  {
    name: 'a talk in a thread: the person writes, the bot hears and replies there',
    async run(stage) {
      const thread = await starts(stage, 'A talk');
      const heard = new Promise<string>((resolve) => {
        const listen = (message: import('discord.js').Message) => {
          if (message.channelId !== thread.id || message.author.bot) return;
          stage.client.off('messageCreate', listen);
          void message.reply('I hear you.').then(() => resolve(message.content));
        };
        stage.client.on('messageCreate', listen);
      });
      const mia = stage.mia.in(thread.id);
      await mia.posts('Hello?');
      assert.equal(await heard, 'Hello?');
      assert.equal((await mia.sees('I hear you.')).kind, 'reply');
    },
  },
  {
    name: 'a private thread is seen by its members and those who manage threads',
    async run(stage) {
      const parent = await stage.channel('agent');
      const thread = await parent.threads.create({ name: 'private', type: ChannelType.PrivateThread });
      await thread.members.add(stage.ids.people.mia ?? '');
      const sees = await Promise.all([stage.mia, stage.sam, stage.max].map((one) => seenBy(one, thread.id)));
      assert.deepEqual(
        sees.map((one) => one?.kind),
        ['private-thread', undefined, 'private-thread'],
      );
    },
  },
  {
    name: 'members of a thread are added, listed and removed',
    async run(stage) {
      const thread = await starts(stage, 'Members');
      const path = `/channels/${thread.id}/thread-members`;
      assert.equal((await stage.bot.request('PUT', `${path}/${stage.ids.people.sam}`)).status, 204);
      const ids = async () =>
        accepted(await stage.bot.request('GET', path)).map(({ user_id }: { user_id: string }) => user_id);
      assert.deepEqual((await ids()).sort(), [stage.ids.people.sam, stage.bot.account.userId].sort());
      assert.equal((await stage.bot.request('DELETE', `${path}/${stage.ids.people.sam}`)).status, 204);
      assert.deepEqual(await ids(), [stage.bot.account.userId]);
    },
  },
  {
    name: 'an archived thread reopens when a person writes in it',
    async run(stage) {
      const thread = await starts(stage, 'Sleeping');
      await thread.setArchived(true);
      assert.equal((await seenBy(stage.mia, thread.id))?.archived, true);
      await stage.mia.in(thread.id).posts('Wake up');
      assert.equal((await seenBy(stage.mia, thread.id))?.archived, false);
      await thread.setArchived(true);
      accepted(await stage.bot.request('POST', `/channels/${thread.id}/messages`, { content: 'So do I' }));
      assert.equal((await seenBy(stage.mia, thread.id))?.archived, false);
    },
  },
  {
    name: 'an archived thread allows no change except reopening (50083)',
    async run(stage) {
      const thread = await starts(stage, 'Closed');
      const message = await thread.send('Before');
      await thread.setArchived(true);
      refused(await stage.bot.request('PATCH', `/channels/${thread.id}`, { name: 'Other' }), 400, 50083);
      const path = `/channels/${thread.id}/messages/${message.id}`;
      refused(await stage.bot.request('PATCH', path, { content: 'After' }), 400, 50083);
      await thread.setArchived(false);
    },
  },
  {
    name: 'a locked thread is closed to members and open to those who manage threads',
    async run(stage) {
      const thread = await starts(stage, 'Locked');
      await thread.setLocked(true);
      await assert.rejects(stage.mia.in(thread.id).posts('Let me in'), /may not send/);
      assert.equal((await stage.max.in(thread.id).posts('I may')).content, 'I may');
      assert.equal((await seenBy(stage.mia, thread.id))?.can_send, false);
    },
  },
  {
    name: 'a thread is renamed and deleted; then it is an unknown channel (10003)',
    async run(stage) {
      const thread = await starts(stage, 'Old name');
      await thread.setName('New name');
      assert.equal((await seenBy(stage.sam, thread.id))?.name, 'New name');
      await thread.delete();
      assert.equal(await seenBy(stage.sam, thread.id), undefined);
      refused(await stage.bot.request('GET', `/channels/${thread.id}`), 404, 10003);
    },
  },
  {
    name: 'active threads are listed for the guild, archived ones for their channel',
    async run(stage) {
      const [open, closed] = [await starts(stage, 'Open'), await starts(stage, 'Put away')];
      await closed.setArchived(true);
      const ids = async (path: string) =>
        accepted(await stage.bot.request('GET', path)).threads.map(({ id }: { id: string }) => id);
      const active = await ids(`/guilds/${stage.ids.guild}/threads/active`);
      const archived = await ids(`/channels/${stage.ids.channels.agent}/threads/archived/public`);
      assert.deepEqual([active.includes(open.id), active.includes(closed.id)], [true, false]);
      assert.deepEqual([archived.includes(open.id), archived.includes(closed.id)], [false, true]);
    },
  },
];
