import { InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { ownQuotasCard } from '../src/bot/moderation/cards/limits.js';

/** A member's own limits in the server. */
export default {
  data: { name: 'quota', contexts: [InteractionContextType.Guild] },
  actions: {
    '': {
      acknowledge: 'private',
      run: async ({ member, place, flows, t }) =>
        ownQuotasCard(await flows.quotas.own(member.id, place.guildId), t),
    },
  },
} satisfies Command;
