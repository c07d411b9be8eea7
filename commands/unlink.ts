import { InteractionContextType } from 'discord.js';
import { nothingLinkedCard, unlinkedCard } from '../src/bot/cards/wallet.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'unlink',
    description: 'Unlink your primary wallet and close its session',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ member, flows }) {
        const unlinked = await flows.wallet.unlink(member.id, null, 'here');
        return unlinked ? unlinkedCard(unlinked, 'here') : nothingLinkedCard;
      },
    },
  },
} satisfies Command;
