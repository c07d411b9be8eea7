import assert from 'node:assert/strict';
import type { AutocompleteInteraction, ButtonInteraction, ChatInputCommandInteraction } from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { accepted, button, refused, row } from './expect.js';

const MINUTE_MS = 60_000;

export const expiry: Behaviour[] = [
  {
    name: 'no answer within 3 s: the person reads so, and the bot is late with 10062',
    async run({ mia, answering, passTime, bot }) {
      const { seen, told } = await answering(
        'go',
        () => mia.runs('/go').then(String, (error: Error) => error.message),
        async ({ id, token }: ChatInputCommandInteraction) => {
          await passTime(3_000);
          return bot.request('POST', `/interactions/${id}/${token}/callback`, { type: 5 });
        },
      );
      assert.match(seen, /did not respond/);
      refused(told, 404, 10062);
    },
  },
  {
    name: 'an autocomplete without an answer within 3 s fails to load',
    async run({ mia, answering, passTime, registers }) {
      const options = [{ name: 'what', description: 'What', type: 3 as const, autocomplete: true }];
      await registers({ name: 'slowly', description: 'Slowly', options });
      const { seen, told } = await answering(
        'slowly',
        () => mia.autocompletes('/slowly', 'what', '').then(String, (error: Error) => error.message),
        async (interaction: AutocompleteInteraction) => {
          await passTime(3_000);
          return interaction.respond([]).then(undefined, (error: { code: number }) => error.code);
        },
      );
      assert.match(seen, /Loading options failed/);
      assert.equal(told, 10062);
    },
  },
  {
    name: 'a deferred answer is edited up to 15 minutes, then 50027',
    async run({ go, passTime, bot, find, mia }) {
      const { seen, told } = await go(async (interaction) => {
        await interaction.deferReply();
        await passTime(14 * MINUTE_MS);
        await interaction.editReply('Just in time.');
        await passTime(MINUTE_MS);
        const path = `/webhooks/${bot.account.applicationId}/${interaction.token}`;
        const late = await bot.request('PATCH', `${path}/messages/@original`, { content: 'Too late.' });
        return [late, await bot.request('POST', path, { content: 'Too late.' })];
      });
      for (const answer of told) refused(answer, 401, 50027);
      assert.equal((await find(mia, seen.message_id))?.content, 'Just in time.');
    },
  },
  {
    name: 'an ordinary message outlives the token: its button still works, and the bot still edits it',
    async run({ mia, answering, passTime, bot, ids, find }) {
      const path = `/channels/${ids.channels.rigs}/messages`;
      const components = [row(button('durable'))];
      const { id } = accepted(await bot.request('POST', path, { content: 'A card', components }));
      await passTime(60 * MINUTE_MS);
      const { seen } = await answering(
        'durable',
        () => mia.clicks('durable', { message: id }),
        (interaction: ButtonInteraction) => interaction.deferUpdate(),
      );
      assert.equal(seen.state, 'deferred');
      accepted(await bot.request('PATCH', `${path}/${id}`, { content: 'Edited later', components: [] }));
      assert.equal((await find(mia, id))?.content, 'Edited later');
    },
  },
  {
    name: 'a thread goes to sleep after its time without messages',
    async run({ channel, mia, passTime, bot }) {
      const thread = await (await channel('agent')).threads.create({
        name: 'Drowsy',
        autoArchiveDuration: 60,
      });
      await passTime(59 * MINUTE_MS);
      await mia.in(thread.id).posts('not yet');
      await passTime(59 * MINUTE_MS);
      const isArchived = async () =>
        accepted(await bot.request('GET', `/channels/${thread.id}`)).thread_metadata.archived;
      assert.equal(await isArchived(), false);
      await passTime(2 * MINUTE_MS);
      assert.equal(await isArchived(), true);
    },
  },
];
