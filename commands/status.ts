import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { statusCard } from '../src/bot/status/card.js';

export default {
  data: {
    name: 'status',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      isRepeatable: true,
      run: async ({ interaction, flows, t }) =>
        statusCard(await flows.status.read(interaction.client.ws.ping), t),
    },
  },
} satisfies Command;
