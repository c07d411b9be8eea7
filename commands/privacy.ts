import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import { askForgetCard, exportCard, forgottenCard } from '../src/bot/cards/privacy.js';
import type { Command } from '../src/bot/command.js';

const { Subcommand } = ApplicationCommandOptionType;

export default {
  data: {
    name: 'privacy',
    description: 'Export or delete your data',
    contexts: [InteractionContextType.Guild],
    options: [
      { type: Subcommand, name: 'export', description: 'Get all your data as a file' },
      {
        type: Subcommand,
        name: 'delete',
        description: 'Delete your data (asks for confirmation)',
      },
    ],
  },
  actions: {
    export: {
      acknowledge: 'private',
      async run({ interaction, member, flows }) {
        return exportCard(await flows.privacy.exportFile(member.id, interaction.attachmentSizeLimit));
      },
    },
    delete: {
      acknowledge: 'private',
      run: async ({ member, flows }) => askForgetCard(await flows.privacy.ask(member.id), member.id),
    },
  },
  components: {
    forget: {
      acknowledge: 'update',
      async run({ member, argument, flows }) {
        await flows.privacy.forget(member.id, Number(argument));
        return forgottenCard;
      },
    },
  },
} satisfies Command;
