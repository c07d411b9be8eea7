import { InteractionContextType, SnowflakeUtil } from 'discord.js';
import { verifyBotCard } from '../src/bot/cards/link.js';
import type { Command } from '../src/bot/command.js';

export default {
  data: {
    name: 'verify-bot',
    description: 'Check that this is the real bot, not an impostor',
    contexts: [InteractionContextType.Guild],
  },
  actions: {
    '': {
      acknowledge: 'private',
      async run({ interaction: { client, applicationId }, flows }) {
        const { id: userId, username: name } = client.user;
        const since = SnowflakeUtil.timestampFrom(applicationId);
        return verifyBotCard({ userId, name, applicationId, since, linkOrigin: flows.link.origin });
      },
    },
  },
} satisfies Command;
