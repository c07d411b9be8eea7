import assert from 'node:assert/strict';
import { type AutocompleteInteraction, ApplicationCommandOptionType as Type } from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { many, refused } from './expect.js';

const packs = (stage: Stage) =>
  stage.registers({
    name: 'packs',
    description: 'Packs',
    options: [
      { name: 'pack', description: 'Which', type: Type.String, autocomplete: true },
      { name: 'amount', description: 'How many', type: Type.Integer, autocomplete: true },
      { name: 'note', description: 'Note', type: Type.String },
    ],
  });

export const autocomplete: Behaviour[] = [
  {
    name: 'autocomplete of a string: the option being typed is focused, the others are present',
    async run(stage) {
      await packs(stage);
      const { seen, told } = await stage.answering(
        'packs',
        () => stage.mia.autocompletes('/packs', 'pack', 'sm', { options: { note: 'gift' } }),
        async (interaction: AutocompleteInteraction) => {
          const focused = interaction.options.getFocused(true);
          await interaction.respond([{ name: 'Small', value: 'small' }]);
          return [focused.name, focused.value, interaction.options.getString('note')];
        },
      );
      assert.deepEqual(seen, [{ name: 'Small', value: 'small' }]);
      assert.deepEqual(told, ['pack', 'sm', 'gift']);
    },
  },
  {
    name: 'autocomplete of a number: the choices are numbers',
    async run(stage) {
      await packs(stage);
      const { seen } = await stage.answering(
        'packs',
        () => stage.mia.autocompletes('/packs', 'amount', '1'),
        async (interaction: AutocompleteInteraction) =>
          interaction.respond(many(3, (n) => ({ name: `${n}`, value: n }))),
      );
      assert.deepEqual(
        seen.map(({ value }) => value),
        [0, 1, 2],
      );
    },
  },
  {
    name: '25 choices are shown, 26 are refused with 50035',
    async run(stage) {
      await packs(stage);
      const choices = (count: number) => many(count, (n) => ({ name: `${n}`, value: `${n}` }));
      const { seen, told } = await stage.answering(
        'packs',
        () => stage.mia.autocompletes('/packs', 'pack', ''),
        async ({ id, token }: AutocompleteInteraction) => {
          const respond = (count: number) =>
            stage.bot.request('POST', `/interactions/${id}/${token}/callback`, {
              type: 8,
              data: { choices: choices(count) },
            });
          const refusal = await respond(26);
          return [refusal, await respond(25)] as const;
        },
      );
      refused(told[0], 400, 50035, 'data.choices');
      assert.deepEqual([told[1].status, seen.length], [204, 25]);
    },
  },
  {
    name: 'an autocomplete takes no message, a command takes no choices',
    async run(stage) {
      await packs(stage);
      const callback = ({ id, token }: { id: string; token: string }, body: object) =>
        stage.bot.request('POST', `/interactions/${id}/${token}/callback`, body);
      const { told } = await stage.answering(
        'packs',
        () => stage.mia.autocompletes('/packs', 'pack', 'x'),
        async (interaction: AutocompleteInteraction) => {
          const refusal = await callback(interaction, { type: 4, data: { content: 'no' } });
          await interaction.respond([]);
          return refusal;
        },
      );
      refused(told, 400, 50035, 'type');
      const { told: other } = await stage.go(async (interaction) => {
        const refusal = await callback(interaction, { type: 8, data: { choices: [] } });
        await interaction.reply('ok');
        return refusal;
      });
      refused(other, 400, 50035, 'type');
    },
  },
];
