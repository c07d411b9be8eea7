import assert from 'node:assert/strict';
import {
  type ButtonInteraction,
  CheckboxBuilder,
  CheckboxGroupBuilder,
  FileUploadBuilder,
  LabelBuilder,
  ModalBuilder,
  type ModalSubmitInteraction,
  RadioGroupBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, button, bytes, many, refused, row } from './expect.js';

const form = (customId: string, ...labels: LabelBuilder[]) =>
  new ModalBuilder().setCustomId(customId).setTitle('A form').addLabelComponents(labels);
const label = (name: string) => new LabelBuilder().setLabel(name);

/** Shows Mia a form by command; returns it as she sees it. */
async function shows(stage: Stage, modal: ModalBuilder) {
  const { seen } = await stage.go((interaction) => interaction.showModal(modal));
  assert.equal(seen.state, 'modal');
  assert.ok(seen.modal);
  return seen.modal;
}

/** Mia sends the form; the bot reads it and says thanks. */
const sends = <Told>(
  stage: Stage,
  customId: string,
  act: Parameters<Stage['mia']['fills']>,
  read: (interaction: ModalSubmitInteraction<'cached'>) => Promise<Told> | Told,
) =>
  stage.answering(
    customId,
    () => stage.mia.fills(...act),
    async (interaction: ModalSubmitInteraction<'cached'>) => {
      const told = await read(interaction);
      await interaction.reply({ content: 'Thanks.', flags: 64 });
      return told;
    },
  );

export const modals: Behaviour[] = [
  {
    name: 'a modal with short and paragraph inputs: prefilled, bounded, read by custom id',
    async run(stage) {
      const short = new TextInputBuilder().setCustomId('code').setStyle(TextInputStyle.Short);
      const long = new TextInputBuilder().setCustomId('story').setStyle(TextInputStyle.Paragraph);
      const modal = await shows(
        stage,
        form(
          'texts',
          label('Code').setTextInputComponent(short.setMinLength(3).setMaxLength(5)),
          label('Story').setTextInputComponent(long.setValue('Once')),
        ),
      );
      assert.deepEqual(
        modal.fields.map(({ kind }) => kind),
        ['short', 'paragraph'],
      );
      assert.deepEqual(
        modal.fields.map(({ value }) => value),
        ['', 'Once'],
      );
      await assert.rejects(stage.mia.fills({ Code: 'ab' }), /at least 3/);
      await assert.rejects(stage.mia.fills({ Code: 'abcdef' }), /at most 5/);
      await assert.rejects(stage.mia.fills({}), /must be filled in/);
      const { told } = await sends(stage, 'texts', [{ Code: 'abcd' }], ({ fields }) => [
        fields.getTextInputValue('code'),
        fields.getTextInputValue('story'),
      ]);
      assert.deepEqual(told, ['abcd', 'Once']);
      assert.deepEqual(await stage.mia.modals(), []);
    },
  },
  {
    name: 'a modal with a label around a select, and one around people',
    async run(stage) {
      const options = [
        { label: 'Red', value: 'r' },
        { label: 'Blue', value: 'b' },
      ];
      const colour = new StringSelectMenuBuilder().setCustomId('colour').addOptions(options);
      const whom = new UserSelectMenuBuilder().setCustomId('whom');
      await shows(
        stage,
        form(
          'selects',
          label('Colour').setDescription('Any').setStringSelectMenuComponent(colour),
          label('For').setUserSelectMenuComponent(whom),
        ),
      );
      const values = { Colour: ['b'], For: [stage.ids.people.max ?? ''] };
      const { told } = await sends(stage, 'selects', [values], ({ fields }) => [
        fields.getStringSelectValues('colour')[0],
        fields.getSelectedUsers('whom')?.first()?.username,
      ]);
      assert.deepEqual(told, ['b', 'max']);
    },
  },
  {
    name: 'a modal with a file upload hands over files the bot can download',
    async run(stage) {
      const upload = new FileUploadBuilder().setCustomId('proof').setMinValues(1).setMaxValues(2);
      await shows(stage, form('files', label('Proof').setFileUploadComponent(upload)));
      const file = (n: number) => ({ name: `f${n}.txt`, bytes: bytes(`file ${n}`) });
      await assert.rejects(stage.mia.fills({}), /takes 1 to 2 values/);
      await assert.rejects(stage.mia.fills({}, { files: { Proof: many(3, file) } }), /takes 1 to 2/);
      const { told } = await sends(
        stage,
        'files',
        [{}, { files: { Proof: many(2, file) } }],
        async ({ fields }) => {
          const files = [...(fields.getUploadedFiles('proof')?.values() ?? [])];
          return Promise.all(
            files.map(async ({ name, url }) => `${name}: ${await (await fetch(url)).text()}`),
          );
        },
      );
      assert.deepEqual(told, ['f0.txt: file 0', 'f1.txt: file 1']);
    },
  },
  {
    name: 'an optional file upload may stay empty, a full one takes ten files',
    async run(stage) {
      const upload = new FileUploadBuilder()
        .setCustomId('any')
        .setRequired(false)
        .setMinValues(0)
        .setMaxValues(10);
      const modal = form('up-to-ten', label('Any').setFileUploadComponent(upload));
      const count = async (files: number) => {
        await shows(stage, modal);
        const Any = many(files, (n) => ({ name: `${n}.bin`, bytes: bytes('x') }));
        const { told } = await sends(
          stage,
          'up-to-ten',
          [{}, { files: { Any } }],
          ({ fields }) => fields.getUploadedFiles('any')?.size ?? 0,
        );
        return told;
      };
      assert.deepEqual([await count(0), await count(10)], [0, 10]);
    },
  },
  {
    name: 'a modal with a radio group, a checkbox and checkboxes',
    async run(stage) {
      const options = ['a', 'b', 'c'].map((value) => ({ label: value.toUpperCase(), value }));
      const modal = await shows(
        stage,
        form(
          'choices',
          label('One').setRadioGroupComponent(new RadioGroupBuilder().setCustomId('one').addOptions(options)),
          label('Some').setCheckboxGroupComponent(
            new CheckboxGroupBuilder().setCustomId('some').addOptions(options),
          ),
          label('Sure').setCheckboxComponent(new CheckboxBuilder().setCustomId('sure')),
        ),
      );
      assert.deepEqual(
        modal.fields.map(({ kind }) => kind),
        ['radio', 'checkboxes', 'checkbox'],
      );
      const values = { One: 'b', Some: ['a', 'c'], Sure: 'true' };
      const { told } = await sends(stage, 'choices', [values], ({ fields }) => [
        fields.getRadioGroup('one'),
        fields.getCheckboxGroup('some'),
        fields.getCheckbox('sure'),
      ]);
      assert.deepEqual(told, ['b', ['a', 'c'], true]);
    },
  },
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
      await assert.rejects(stage.sam.fills({ X: 'mine' }, { modal: modal.id }), /no such form/);
      await stage.mia.dismisses(modal.id);
      await assert.rejects(stage.mia.fills({ X: 'y' }, { modal: modal.id }), /no such form/);
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
