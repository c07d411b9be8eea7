import { InteractionContextType } from 'discord.js';
import { packsCard } from '../src/bot/cards/credits.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'packs',
    description: 'See credit packs and prices',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ flows }) => packsCard(await flows.purchase.packs(), flows.purchase.network),
    },
  },
} satisfies Command;
