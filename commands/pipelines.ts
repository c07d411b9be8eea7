import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { pipelinesCard } from '../src/bot/rig/cards/rigs.js';

export default {
  data: {
    name: 'pipelines',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ flows, t }) => pipelinesCard(await flows.rig.pipelines(), t),
    },
  },
} satisfies Command;
