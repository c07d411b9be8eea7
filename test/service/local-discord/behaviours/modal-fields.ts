import assert from 'node:assert/strict';
import {
  CheckboxBuilder,
  CheckboxGroupBuilder,
  FileUploadBuilder,
  RadioGroupBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
  TextInputStyle,
  UserSelectMenuBuilder,
} from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { bytes, many } from './expect.js';
import { form, label, sends, shows } from './form.js';

export const modalFields: Behaviour[] = [
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
];
