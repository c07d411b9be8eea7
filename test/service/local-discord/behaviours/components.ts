import assert from 'node:assert/strict';
import {
  type AnySelectMenuInteraction,
  type ButtonInteraction,
  type ChannelSelectMenuInteraction,
  type MentionableSelectMenuInteraction,
  MessageFlags,
  type RoleSelectMenuInteraction,
  type StringSelectMenuInteraction,
  type UserSelectMenuInteraction,
} from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { accepted, button, many, row } from './expect.js';

/** Posts a message with components into #rigs; returns its id. */
const posts = async ({ bot, ids }: Stage, ...rows: object[]): Promise<string> =>
  accepted(
    await bot.request('POST', `/channels/${ids.channels.rigs}/messages`, {
      content: 'Choose',
      components: rows,
    }),
  ).id;

/** Mia chooses in a menu of that type, and the bot reads what came with it. */
async function chooses<Interaction extends AnySelectMenuInteraction, Told>(
  stage: Stage,
  menu: { type: number; fields?: object; values: string[] },
  read: (interaction: Interaction) => Told,
): Promise<Told> {
  const customId = `menu-${menu.type}`;
  const message = await posts(stage, row({ type: menu.type, custom_id: customId, ...menu.fields }));
  const { seen, told } = await stage.answering(
    customId,
    () => stage.mia.selects(menu.values, { message, customId }),
    async (interaction: Interaction) => {
      await interaction.reply({ content: 'ok', flags: MessageFlags.Ephemeral });
      return read(interaction);
    },
  );
  assert.equal(seen.state, 'answered');
  return told;
}

const options = many(3, (n) => ({ label: `Number ${n}`, value: `n${n}` }));

export const components: Behaviour[] = [
  {
    name: 'a button updates the message it stands on (7) and names who pressed it',
    async run(stage) {
      const message = await posts(stage, row(button('press', { label: 'Press' })));
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
      const message = await posts(stage, row(button('later')));
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
      const message = await posts(stage, row(button('answer')));
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
      const message = await posts(stage, row(...styles), row(link));
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
      const message = await posts(stage, row(button('off', { disabled: true })), row(menu));
      await assert.rejects(stage.mia.clicks('off', { message }), /disabled/);
      await assert.rejects(stage.mia.selects(['n1'], { message, customId: 'off-menu' }), /disabled/);
    },
  },
  {
    name: 'a string select brings the chosen values, within its bounds',
    async run(stage) {
      const fields = { options, min_values: 1, max_values: 2 };
      const told = await chooses(
        stage,
        { type: 3, fields, values: ['n0', 'Number 2'] },
        (interaction: StringSelectMenuInteraction) => interaction.values,
      );
      assert.deepEqual(told, ['n0', 'n2']);
      const three = stage.mia.selects(['n0', 'n1', 'n2'], { customId: 'menu-3' });
      await assert.rejects(three, /takes 1 to 2 values/);
      await assert.rejects(stage.mia.selects(['n9'], { customId: 'menu-3' }), /no option "n9"/);
    },
  },
  {
    name: 'a user select brings users and their members',
    async run(stage) {
      const told = await chooses(
        stage,
        { type: 5, values: [stage.ids.people.max ?? ''] },
        (interaction: UserSelectMenuInteraction<'cached'>) => [
          interaction.users.first()?.username,
          interaction.members.first()?.displayName,
        ],
      );
      assert.deepEqual(told, ['max', 'Max']);
    },
  },
  {
    name: 'a role select brings roles',
    async run(stage) {
      const role = (await stage.actor.world()).guild.roles.find(({ name }) => name === 'Moderator');
      const told = await chooses(
        stage,
        { type: 6, values: [role?.id ?? ''] },
        (interaction: RoleSelectMenuInteraction) => interaction.roles.map(({ name }) => name),
      );
      assert.deepEqual(told, ['Moderator']);
    },
  },
  {
    name: 'a mentionable select brings people and roles together',
    async run(stage) {
      const role = (await stage.actor.world()).guild.roles.find(({ name }) => name === 'Operator');
      const told = await chooses(
        stage,
        { type: 7, fields: { max_values: 2 }, values: [stage.ids.people.sam ?? '', role?.id ?? ''] },
        (interaction: MentionableSelectMenuInteraction) => [
          interaction.users.first()?.username,
          interaction.roles.first()?.name,
        ],
      );
      assert.deepEqual(told, ['sam', 'Operator']);
    },
  },
  {
    name: 'a channel select brings channels',
    async run(stage) {
      const told = await chooses(
        stage,
        { type: 8, values: [stage.ids.channels.agent ?? ''] },
        (interaction: ChannelSelectMenuInteraction) => interaction.channels.map((one) => one.id),
      );
      assert.deepEqual(told, [stage.ids.channels.agent]);
    },
  },
];
