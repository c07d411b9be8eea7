import { InteractionContextType } from 'discord.js';
import { rigsCard } from '../src/bot/cards/rigs.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: { name: 'rigs', description: 'See the rigs you made', contexts: [InteractionContextType.Guild] },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ member, flows }) => rigsCard(await flows.rig.list(member.id), member.id),
    },
  },
  components: {
    page: {
      acknowledge: 'update',
      run: async ({ member, argument, flows }) =>
        rigsCard(await flows.rig.list(member.id, argument), member.id),
    },
  },
} satisfies Command;
