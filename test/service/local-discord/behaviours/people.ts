import assert from 'node:assert/strict';
import { type ChatInputCommandInteraction, type Client, type ClientEvents, Events } from 'discord.js';
import type { Behaviour } from './behaviour.js';

/** The arguments of the next such event. */
const next = <Name extends keyof ClientEvents>(client: Client, name: Name) =>
  new Promise<ClientEvents[Name]>((resolve) => client.once(name, (...args) => resolve(args)));

export const people: Behaviour[] = [
  {
    name: 'a person edits a message, and the bot hears the new text',
    async run({ mia, client }) {
      const { id } = await mia.posts('teh text');
      const heard = next(client, Events.MessageUpdate);
      assert.equal((await mia.edits(id, 'the text')).content, 'the text');
      const [, message] = await heard;
      assert.deepEqual(
        [message.id, message.content, message.editedTimestamp !== null],
        [id, 'the text', true],
      );
    },
  },
  {
    name: 'a person deletes a message, and the bot hears of it',
    async run({ mia, sam, client, find }) {
      const { id } = await mia.posts('taken back');
      const heard = next(client, Events.MessageDelete);
      await assert.rejects(sam.deletes(id));
      await mia.deletes(id);
      assert.equal((await heard)[0].id, id);
      assert.equal(await find(sam, id), undefined);
    },
  },
  {
    name: 'a person replies to the bot, which gets the reference and the mention',
    async run({ mia, channel, client }) {
      const sent = await (await channel('rigs')).send('Ask me.');
      const heard = new Promise<ClientEvents['messageCreate'][0]>((resolve) => {
        const listen = (message: ClientEvents['messageCreate'][0]) => {
          if (message.author.bot) return;
          client.off(Events.MessageCreate, listen);
          resolve(message);
        };
        client.on(Events.MessageCreate, listen);
      });
      await mia.posts('I do.', { replyTo: sent.id });
      const message = await heard;
      assert.deepEqual([message.reference?.messageId, message.mentions.has(client.user)], [sent.id, true]);
    },
  },
  {
    name: 'a person starts a thread from a message; the bot hears THREAD_CREATE with its id',
    async run({ mia, client, ids }) {
      const opener = await mia.posts('Let us talk', { channel: 'agent' });
      const heard = next(client, Events.ThreadCreate);
      const thread = await mia.startsThread('Ours', { channel: 'agent', message: opener.id });
      const [created] = await heard;
      assert.deepEqual([created.id, thread.id, created.ownerId], [opener.id, opener.id, ids.people.mia]);
    },
  },
  {
    name: 'a person joins, leaves and archives a thread, and the bot hears each',
    async run({ mia, sam, client, channel, ids }) {
      const thread = await (await channel('agent')).threads.create({ name: 'Comings and goings' });
      const sams = ids.people.sam ?? '';
      const joined = next(client, Events.ThreadMembersUpdate);
      await sam.joins(thread.id);
      assert.deepEqual([...(await joined)[0].keys()], [sams]);
      const left = next(client, Events.ThreadMembersUpdate);
      await sam.leaves(thread.id);
      assert.deepEqual([...(await left)[1].keys()], [sams]);
      await assert.rejects(sam.archives(thread.id));
      const own = await mia.startsThread('Hers', { channel: 'agent' });
      const archived = next(client, Events.ThreadUpdate);
      await mia.archives(own.id);
      assert.equal((await archived)[1].archived, true);
    },
  },
  {
    name: 'a person’s language is in the interaction, and the picker speaks it',
    async run({ olga, registers, answering }) {
      await registers({
        name: 'greet',
        nameLocalizations: { de: 'grüßen' },
        description: 'Says hello',
        descriptionLocalizations: { de: 'Sagt hallo' },
      });
      await olga.speaks('de');
      const shown = (await olga.commands()).find(({ name }) => name === 'greet');
      assert.deepEqual([shown?.display_name, shown?.description], ['grüßen', 'Sagt hallo']);
      const { told } = await answering(
        'greet',
        () => olga.runs('/greet'),
        async (interaction: ChatInputCommandInteraction) => {
          await interaction.reply('Hallo.');
          return [interaction.locale, interaction.guildLocale];
        },
      );
      await olga.speaks('en-US');
      assert.deepEqual(told, ['de', 'en-US']);
    },
  },
  {
    name: 'the server’s language is in interactions, and the bot hears when it changes',
    async run({ actor, mia, client, answering, registers }) {
      await registers({ name: 'where', description: 'Says where' });
      const updated = next(client, Events.GuildUpdate);
      await actor.usesLocale('ja');
      const [before, after] = await updated;
      assert.deepEqual([before.preferredLocale, after.preferredLocale], ['en-US', 'ja']);
      assert.equal((await actor.world()).guild.locale, 'ja');
      const { told } = await answering(
        'where',
        () => mia.runs('/where'),
        async (interaction: ChatInputCommandInteraction) => {
          await interaction.reply('Here.');
          return [interaction.locale, interaction.guildLocale];
        },
      );
      await actor.usesLocale('en-US');
      assert.deepEqual(told, ['en-US', 'ja']);
      await assert.rejects(actor.usesLocale('tlh'), /no language "tlh"/);
    },
  },
  {
    name: 'slow mode holds a member back, not a moderator',
    async run({ channel, sam, max }) {
      const thread = await (await channel('agent')).threads.create({ name: 'Slowly', rateLimitPerUser: 30 });
      await sam.in(thread.id).posts('first');
      await assert.rejects(sam.in(thread.id).posts('second'), /slow|wait|seconds/i);
      await max.in(thread.id).posts('first');
      await max.in(thread.id).posts('second');
    },
  },
];
