import assert from 'node:assert/strict';
import { LabelBuilder, ModalBuilder, type ModalSubmitInteraction } from 'discord.js';
import type { Stage } from './behaviour.js';

export const form = (customId: string, ...labels: LabelBuilder[]) =>
  new ModalBuilder().setCustomId(customId).setTitle('A form').addLabelComponents(labels);
export const label = (name: string) => new LabelBuilder().setLabel(name);

/** Shows Mia a form by command; returns it as she sees it. */
export async function shows(stage: Stage, modal: ModalBuilder) {
  const { seen } = await stage.go((interaction) => interaction.showModal(modal));
  assert.equal(seen.state, 'modal');
  assert.ok(seen.modal);
  return seen.modal;
}

/** Mia sends the form; the bot reads it and says thanks. */
export const sends = <Told>(
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
