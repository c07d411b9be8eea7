import { ApplicationCommandOptionType, InteractionContextType } from 'discord.js';
import type { Command } from '../src/bot/command.js';
import { askForgetCard, forgottenCard, privacyFileCard } from '../src/bot/privacy/card.js';

const { Subcommand } = ApplicationCommandOptionType;

export default {
  data: {
    name: 'privacy',
    contexts: [InteractionContextType.Guild],
    options: [
      { type: Subcommand, name: 'export' },
      { type: Subcommand, name: 'delete' },
    ],
  },
  actions: {
    export: {
      acknowledge: 'private',
      async run({ interaction, member, flows, t }) {
        return privacyFileCard(await flows.privacy.exportFile(member.id, interaction.attachmentSizeLimit), t);
      },
    },
    delete: {
      acknowledge: 'private',
      run: async ({ member, flows, t }) => askForgetCard(await flows.privacy.ask(member.id), member.id, t),
    },
  },
  components: {
    forget: {
      acknowledge: 'update',
      async run({ member, argument, flows, t }) {
        await flows.privacy.forget(member.id, Number(argument));
        return forgottenCard(t);
      },
    },
  },
} satisfies Command;
