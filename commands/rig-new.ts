import type { Command } from '../src/bot/command.js';
import { typedIn } from '../src/bot/interaction/acted.js';
import { newRigForm, promptField } from '../src/bot/rig/cards/new.js';
import { rigCard } from '../src/bot/rig/cards/rig.js';

/** The button "Make a character" on other cards: a form, and then the rig as `/rig text` makes it. */
export const rigNew = {
  new: {
    acknowledge: 'form',
    form: async ({ member, flows, t }) => newRigForm(member.id, await flows.rig.priceOf(member.id), t),
  },
  made: {
    acknowledge: 'public',
    needs: 'card',
    async run({ interaction, member, place, flows, channelT }) {
      const prompt = typedIn(interaction, promptField);
      const at = { ...place, uploadLimit: interaction.attachmentSizeLimit };
      return rigCard(
        await flows.rig.start(member, at, { kind: 'text', prompt }, interaction.id),
        null,
        channelT,
      );
    },
  },
} satisfies Command['components'];
