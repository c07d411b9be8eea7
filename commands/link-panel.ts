import { InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { linkPanelCard } from '../src/bot/cards/link.js';
import type { Command } from '../src/bot/command.js';

const manages = PermissionFlagsBits.ManageGuild;

/** Discord hides the command from others; that can be changed per server, so the right is checked again. */
export default {
  data: {
    name: 'link-panel',
    description: 'For moderators: post a button here by which members link their wallets',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: manages.toString(),
  },
  actions: {
    '': {
      acknowledge: 'public',
      async run({ interaction, place }) {
        if (!interaction.memberPermissions.has(manages))
          throw new AppError('forbidden', 'Only moderators who manage this server may post that.');
        return linkPanelCard(place.guildName);
      },
    },
  },
} satisfies Command;
