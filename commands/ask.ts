import { ApplicationCommandType, InteractionContextType } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import { threadCard } from '../src/bot/cards/talk.js';
import type { Command } from '../src/bot/command.js';
import { requirePermissions } from '../src/bot/permissions.js';
import { channelFor, threadNeeds } from './talk-buttons.js';

/** A message menu command: starts a conversation about the message, in a thread attached to it. */
export default {
  data: {
    type: ApplicationCommandType.Message,
    name: 'Ask the agent about this',
    contexts: [InteractionContextType.Guild],
  },
  onMessage: {
    acknowledge: 'private',
    async run({ interaction, member, place, flows }) {
      requirePermissions(interaction.appPermissions, threadNeeds(false));
      const { targetMessage, channel, attachmentSizeLimit: uploadLimit } = interaction;
      const { id, author, content, attachments } = targetMessage;
      const files = [...attachments.values()].map(attached);
      if (content.trim() === '' && files.length === 0)
        throw new AppError('invalid_request', 'That message has no text or files to ask about.');
      const isFree = !channel?.isThread() && !targetMessage.hasThread;
      const about = { authorId: author.id, ...(isFree && { messageId: id }) };
      const opening = {
        text: content,
        files,
        isPrivate: false,
        about,
        speakers: 'owner' as const,
        payer: 'owner' as const,
      };
      const at = { channelId: channelFor(channel, place.channelId), uploadLimit };
      return threadCard(await flows.talk.start(member, at, opening, interaction.id));
    },
  },
} satisfies Command;
