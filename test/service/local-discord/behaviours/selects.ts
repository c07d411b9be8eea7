import assert from 'node:assert/strict';
import {
  type AnySelectMenuInteraction,
  type ChannelSelectMenuInteraction,
  type MentionableSelectMenuInteraction,
  MessageFlags,
  type RoleSelectMenuInteraction,
  type StringSelectMenuInteraction,
  type UserSelectMenuInteraction,
} from 'discord.js';
import type { Behaviour, Stage } from './behaviour.js';
import { row } from './expect.js';
import { options, postsRows } from './rows.js';

/** Mia chooses in a menu of that type, and the bot reads the values and resolved objects. */
async function chooses<Interaction extends AnySelectMenuInteraction, Told>(
  stage: Stage,
  menu: { type: number; fields?: object; values: string[] },
  read: (interaction: Interaction) => Told,
): Promise<Told> {
  const customId = `menu-${menu.type}`;
  const message = await postsRows(stage, row({ type: menu.type, custom_id: customId, ...menu.fields }));
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

export const selects: Behaviour[] = [
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
