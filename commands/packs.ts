import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { packsCard } from '../src/bot/credits/card.js';

export default {
  data: {
    name: 'packs',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ flows, t }) => packsCard(await flows.purchase.packs(), flows.purchase.network, t),
    },
  },
} satisfies Command;
