import type { Command } from '../src/bot/command.js';
import { typedIn } from '../src/bot/interaction/acted.js';
import { collectField, collectForm, keepCard } from '../src/bot/rig/cards/keep.js';

/** Favourites and collections, below a finished rig. */
export const rigKeep = {
  keep: {
    acknowledge: 'private',
    run: async ({ member, argument, flows, t }) => keepCard(await flows.rig.kept(member.id, argument), t),
  },
  favourite: {
    acknowledge: 'update',
    run: async ({ member, argument, flows, t }) =>
      keepCard(await flows.rig.toggleFavourite(member.id, argument), t),
  },
  sort: {
    acknowledge: 'update',
    async run({ interaction, member, argument, flows, t }) {
      const ids = interaction.isStringSelectMenu() ? interaction.values.map(Number) : [];
      return keepCard(await flows.rig.sort(member.id, argument, ids), t);
    },
  },
  collect: { acknowledge: 'form', form: ({ member, argument, t }) => collectForm(member.id, argument, t) },
  collected: {
    acknowledge: 'update',
    async run({ interaction, member, argument, flows, t }) {
      return keepCard(await flows.rig.collect(member.id, argument, typedIn(interaction, collectField)), t);
    },
  },
} satisfies Command['components'];
