import { ApplicationCommandOptionType, InteractionContextType, PermissionFlagsBits } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { memberCreditsCard } from '../src/bot/credits/card.js';

const moderates = PermissionFlagsBits.ModerateMembers;

export default {
  data: {
    name: 'mod',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: moderates.toString(),
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'credits',
        options: [
          {
            type: ApplicationCommandOptionType.User,
            name: 'member',
            required: true,
          },
        ],
      },
    ],
  },
  actions: {
    credits: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows, t }) {
        const target = interaction.options.getUser('member', true);
        const isModerator = interaction.memberPermissions.has(moderates);
        const look = { moderatorId: member.id, isModerator, memberId: target.id, guildId: place.guildId };
        const credits = await flows.moderation.readCredits(look);
        return memberCreditsCard({ name: target.username, ...credits }, t);
      },
    },
  },
} satisfies Command;
