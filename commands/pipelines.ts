import { InteractionContextType } from 'discord.js';
import { pipelinesCard } from '../src/bot/cards/rigs.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'pipelines',
    description: 'See the pipelines that make rigs, and what they cost',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': { acknowledge: 'private', run: async ({ flows }) => pipelinesCard(await flows.rig.pipelines()) },
  },
} satisfies Command;
