import { ApplicationCommandOptionType, InteractionContextType, PermissionFlagsBits } from 'discord.js';
import { memberCreditsCard } from '../src/bot/cards/credits.js';
import type { Command } from '../src/bot/command.js';

const moderates = PermissionFlagsBits.ModerateMembers;

export default {
  data: {
    name: 'mod',
    description: 'For moderators',
    contexts: [InteractionContextType.Guild],
    default_member_permissions: moderates.toString(),
    options: [
      {
        type: ApplicationCommandOptionType.Subcommand,
        name: 'credits',
        description: "See a member's credits",
        options: [
          {
            type: ApplicationCommandOptionType.User,
            name: 'member',
            description: 'Member to look up',
            required: true,
          },
        ],
      },
    ],
  },
  actions: {
    credits: {
      acknowledge: 'private',
      async run({ interaction, member, place, flows }) {
        const target = interaction.options.getUser('member', true);
        const isModerator = interaction.memberPermissions.has(moderates);
        const look = { moderatorId: member.id, isModerator, memberId: target.id, guildId: place.guildId };
        return memberCreditsCard({ name: target.username, ...(await flows.moderation.readCredits(look)) });
      },
    },
  },
} satisfies Command;
