import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { linkPanelCard } from '../src/bot/cards/link.js';
import type { Command } from '../src/bot/command.js';

const manages = PermissionFlagsBits.ManageGuild;

/** Servers can change who sees the command in Discord, so the permission is checked again here. */
export default {
  data: {
    name: 'link-panel',
    description: 'For moderators: post a button here that lets members link their wallets',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: manages.toString(),
  },
  actions: {
    '': {
      acknowledge: 'public',
      async run({ interaction, place }) {
        if (!interaction.memberPermissions.has(manages))
          throw new AppError('forbidden', 'You need the Manage Server permission to post that.');
        return linkPanelCard(place.guildName);
      },
    },
  },
} satisfies Command;
