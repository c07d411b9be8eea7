import type { Command } from '../src/bot/command.js';
import { downloadCard } from '../src/bot/rig/cards/download.js';

/** "Download as…" below a finished rig: other formats of its model. */
export const rigDownload = {
  download: {
    acknowledge: 'private',
    async run({ interaction, member, argument, flows, t }) {
      const [choice = 'glb'] = interaction.isStringSelectMenu() ? interaction.values : [];
      const author = { id: member.id, name: interaction.user.displayName };
      return downloadCard(
        await flows.rig.download(author, argument, choice, interaction.attachmentSizeLimit),
        t,
      );
    },
  },
} satisfies Command['components'];
