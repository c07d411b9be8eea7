import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import type { Command } from '../src/bot/command.js';
import { linkPanelCard } from '../src/bot/link/cards/link.js';
import { reason } from '../src/copy/reason.js';

const manages = PermissionFlagsBits.ManageGuild;

/** Servers can change who sees the command in Discord, so the permission is checked again here. */
export default {
  data: {
    name: 'link-panel',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: manages.toString(),
  },
  actions: {
    '': {
      acknowledge: 'public',
      async run({ interaction, place, channelT }) {
        if (!interaction.memberPermissions.has(manages))
          throw new AppError('forbidden', reason('link.error.not_manager'));
        return linkPanelCard(place.guildName, channelT);
      },
    },
  },
} satisfies Command;
