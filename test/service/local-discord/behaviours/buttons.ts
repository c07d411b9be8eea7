import assert from 'node:assert/strict';
import type { ButtonInteraction } from 'discord.js';
import type { Behaviour } from './behaviour.js';
import { button, many, row } from './expect.js';
import { options, postsRows } from './rows.js';

export const buttons: Behaviour[] = [
  {
    name: 'a button updates its own message (7) and names who pressed it',
    async run(stage) {
      const message = await postsRows(stage, row(button('press', { label: 'Press' })));
      const { seen, told } = await stage.answering(
        'press',
        () => stage.mia.clicks('Press', { message }),
        async (interaction: ButtonInteraction) => {
          await interaction.update({ content: 'Pressed.', components: [] });
          return [interaction.user.username, interaction.message.id];
        },
      );
      assert.deepEqual([seen.state, ...told], ['updated', 'mia', message]);
      const view = await stage.find(stage.sam, message);
      assert.deepEqual([view?.content, view?.components], ['Pressed.', []]);
    },
  },
  {
    name: 'a deferred update (6) changes nothing until the bot edits @original, which is that message',
    async run(stage) {
      const message = await postsRows(stage, row(button('later')));
      const { seen, told } = await stage.answering(
        'later',
        () => stage.mia.clicks('later', { message }),
        async (interaction: ButtonInteraction) => {
          await interaction.deferUpdate();
          const before = await stage.find(stage.mia, message);
          const edited = await interaction.editReply({ content: 'Done.' });
          return [before?.content, before?.pending, edited.id];
        },
      );
      assert.deepEqual([seen.state, ...told], ['deferred', 'Choose', false, message]);
      assert.equal((await stage.find(stage.mia, message))?.content, 'Done.');
    },
  },
  {
    name: 'a button may answer below with a message of its own (4), which refers to the pressed one',
    async run(stage) {
      const message = await postsRows(stage, row(button('answer')));
      const { seen, told } = await stage.answering(
        'answer',
        () => stage.mia.clicks('answer', { message }),
        async (interaction: ButtonInteraction) => {
          const { resource } = await interaction.reply({ content: 'Below.', withResponse: true });
          return resource?.message?.interactionMetadata?.interactedMessageId;
        },
      );
      assert.equal(told, message);
      assert.equal((await stage.find(stage.sam, seen.message_id))?.content, 'Below.');
    },
  },
  {
    name: 'all styles of buttons are shown as sent; link buttons only open their address',
    async run(stage) {
      const styles = many(4, (n) => button(`style-${n + 1}`, { style: n + 1 }));
      const link = { type: 2, style: 5, label: 'Read', url: 'https://example.com/' };
      const message = await postsRows(stage, row(...styles), row(link));
      const view = await stage.find(stage.mia, message);
      const shown = (view?.components ?? []).flatMap((one) => one.components as { style: number }[]);
      assert.deepEqual(
        shown.map(({ style }) => style),
        [1, 2, 3, 4, 5],
      );
      await assert.rejects(stage.mia.clicks('Read', { message }), /opens https:\/\/example\.com/);
    },
  },
  {
    name: 'a disabled button and a disabled menu cannot be used',
    async run(stage) {
      const menu = { type: 3, custom_id: 'off-menu', options, disabled: true };
      const message = await postsRows(stage, row(button('off', { disabled: true })), row(menu));
      await assert.rejects(stage.mia.clicks('off', { message }), /disabled/);
      await assert.rejects(stage.mia.selects(['n1'], { message, customId: 'off-menu' }), /disabled/);
    },
  },
];
