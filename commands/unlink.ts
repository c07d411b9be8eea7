import { InteractionContextType } from 'discord.js';
import { unlinkedCard } from '../src/bot/cards/link.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'unlink',
    description: 'Unlink your wallet and close its session',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ member, flows }) => unlinkedCard(await flows.link.unlink(member.id)),
    },
  },
} satisfies Command;
