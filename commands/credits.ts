import { InteractionContextType } from 'discord.js';
import { balanceCard } from '../src/bot/cards/credits.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'credits',
    description: 'See how many credits you have',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ member, flows }) {
        const { balance, wallet } = await flows.credits.read(member.id);
        return balanceCard(balance, wallet?.address ?? null);
      },
    },
  },
} satisfies Command;
