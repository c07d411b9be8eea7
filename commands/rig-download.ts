import type { Command } from '../src/bot/command.js';
import { whole } from '../src/bot/interaction/acknowledge.js';
import { downloadCard, makingFileCard } from '../src/bot/rig/cards/download.js';

/** "Download as…" below a finished rig: other formats of its model. */
export const rigDownload = {
  download: {
    acknowledge: 'private',
    isRepeatable: true,
    async run({ interaction, member, argument, flows, t }) {
      const [choice = 'glb'] = interaction.isStringSelectMenu() ? interaction.values : [];
      const author = { id: member.id, name: interaction.user.displayName };
      const limit = interaction.attachmentSizeLimit;
      const file = await flows.rig.download(author, argument, choice, limit, (format) =>
        interaction.editReply(whole(makingFileCard(format, t))),
      );
      return downloadCard(file, t);
    },
  },
} satisfies Command['components'];
