import { ApplicationCommandType, InteractionContextType } from 'discord.js';
import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { Command } from '../src/bot/command.js';
import { requirePermissions } from '../src/bot/permissions.js';
import { threadCard } from '../src/bot/talk/cards/talk.js';
import { reason } from '../src/copy/reason.js';
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
    async run({ interaction, member, place, flows, t }) {
      requirePermissions(interaction.appPermissions, threadNeeds(false));
      const { targetMessage, channel, attachmentSizeLimit: uploadLimit } = interaction;
      const { id, author, content, attachments } = targetMessage;
      const files = [...attachments.values()].map(attached);
      if (content.trim() === '' && files.length === 0)
        throw new AppError('invalid_request', reason('talk.error.nothing_to_ask'));
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
      const at = {
        guildId: place.guildId,
        channelId: channelFor(channel, place.channelId),
        uploadLimit,
        locale: place.locale,
      };
      return threadCard(await flows.talk.start(member, at, opening, interaction.id), t);
    },
  },
} satisfies Command;
