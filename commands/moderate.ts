import { ApplicationCommandType, InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { showMember } from './mod-acts.js';
import { moderates } from './mod-options.js';

/** A user menu command: the member's card, as `/mod member`. */
export default {
  data: {
    type: ApplicationCommandType.User,
    name: 'Moderate member',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: moderates.toString(),
  },
  onUser: {
    acknowledge: 'private',
    run: (request) => showMember(request, request.interaction.targetUser),
  },
} satisfies Command;
