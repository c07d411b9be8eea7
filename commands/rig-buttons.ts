import { AppError } from '../src/base/errors.js';
import { rigCard } from '../src/bot/cards/rig.js';
import { changeForm, readChange } from '../src/bot/cards/rig-form.js';
import type { Command, ComponentOrForm, Request } from '../src/bot/command.js';

const newPlace = ({ interaction, place }: Pick<Request<ComponentOrForm>, 'interaction' | 'place'>) => ({
  ...place,
  uploadLimit: interaction.attachmentSizeLimit,
});

/** By the ids of a form's fields. */
function answersOf(interaction: ComponentOrForm): [string, string][] {
  if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
  return [...interaction.fields.fields.values()].map((field) => {
    const answer = 'values' in field ? field.values[0] : 'value' in field ? field.value : '';
    return [field.customId, String(answer ?? '')];
  });
}

/** What is pressed on the card of a rig, by its owner. */
export const rigButtons = {
  cancel: {
    acknowledge: 'update',
    run: async ({ member, argument, flows }) => rigCard(await flows.rig.cancel(member.id, argument)),
  },
  again: {
    acknowledge: 'public',
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      return rigCard(await flows.rig.again(member, newPlace(request), argument, interaction.id));
    },
  },
  change: {
    acknowledge: 'form',
    form: async ({ member, argument, flows }) => changeForm(await flows.rig.changing(member.id, argument)),
  },
  changed: {
    acknowledge: 'public',
    run: async (request) => {
      const { interaction, member, argument, flows } = request;
      const change = readChange(answersOf(interaction));
      return rigCard(await flows.rig.change(member, newPlace(request), argument, change, interaction.id));
    },
  },
} satisfies Command['components'];
