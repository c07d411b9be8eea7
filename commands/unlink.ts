import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { nothingLinkedCard, unlinkedCard } from '../src/bot/link/cards/wallet.js';

export default {
  data: {
    name: 'unlink',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ member, flows, t }) {
        const unlinked = await flows.wallet.unlink(member.id, null, 'here');
        return unlinked ? unlinkedCard(unlinked, 'here', t) : nothingLinkedCard(t);
      },
    },
  },
} satisfies Command;
