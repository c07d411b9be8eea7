import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { balanceCard } from '../src/bot/credits/card.js';

export default {
  data: {
    name: 'credits',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ member, flows, t }) {
        const { balance, wallet } = await flows.credits.read(member.id);
        return balanceCard(balance, wallet?.address ?? null, t);
      },
    },
  },
} satisfies Command;
