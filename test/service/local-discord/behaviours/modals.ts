import assert from 'node:assert/strict';
import {
  type ButtonInteraction,
  type ModalSubmitInteraction,
  TextInputBuilder,
  TextInputStyle,
} from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { accepted, button, many, refused, row } from './expect.js';
import { form, label, sends, shows } from './form.js';

export const modals: Behaviour[] = [
  {
    name: 'a modal opened from a button may update the button’s message',
    async run(stage) {
      const path = `/channels/${stage.ids.channels.rigs}/messages`;
      const components = [row(button('open-form', { label: 'Open' }))];
      const { id } = accepted(await stage.bot.request('POST', path, { content: 'A card', components }));
      const input = new TextInputBuilder().setCustomId('name').setStyle(TextInputStyle.Short);
      await stage.answering(
        'open-form',
        () => stage.mia.clicks('Open', { message: id }),
        (interaction: ButtonInteraction) =>
          interaction.showModal(form('rename', label('Name').setTextInputComponent(input))),
      );
      const { seen } = await stage.answering(
        'rename',
        () => stage.mia.fills({ Name: 'Fox' }),
        async (interaction: ModalSubmitInteraction) => {
          if (!interaction.isFromMessage()) throw new Error('the form came from a message');
          await interaction.update({ content: interaction.fields.getTextInputValue('name') });
        },
      );
      assert.equal(seen.state, 'updated');
      assert.equal((await stage.find(stage.sam, id))?.content, 'Fox');
    },
  },
  {
    name: 'a modal that is closed is never sent, and is only its member’s',
    async run(stage) {
      const input = new TextInputBuilder().setCustomId('x').setStyle(TextInputStyle.Short);
      const modal = await shows(stage, form('closed', label('X').setTextInputComponent(input)));
      await assert.rejects(stage.sam.fills({ X: 'mine' }, { modal: modal.id }), /does not have that form/);
      await stage.mia.dismisses(modal.id);
      await assert.rejects(stage.mia.fills({ X: 'y' }, { modal: modal.id }), /does not have that form/);
    },
  },
  {
    name: 'a modal of six labels, a title of 46 characters and a modal for a modal are refused',
    async run(stage) {
      const field = (n: number) => ({
        type: 18,
        label: `L${n}`,
        component: { type: 4, style: 1, custom_id: `t${n}` },
      });
      const open = ({ id, token }: { id: string; token: string }, fields: object) =>
        stage.bot.request('POST', `/interactions/${id}/${token}/callback`, {
          type: 9,
          data: { custom_id: 'wrong', title: 'T', components: [field(0)], ...fields },
        });
      const { told } = await stage.go(async (interaction) => {
        const six = await open(interaction, { components: many(6, field) });
        const title = await open(interaction, { title: 'x'.repeat(46) });
        return [six, title, await open(interaction, {})] as const;
      });
      refused(told[0], 400, 50035, 'data.components');
      refused(told[1], 400, 50035, 'data.title');
      const { told: nested } = await sends(stage, 'wrong', [{ t0: 'x' }], (interaction) =>
        open(interaction, {}),
      );
      refused(nested, 400, 50035, 'type');
    },
  },
];
