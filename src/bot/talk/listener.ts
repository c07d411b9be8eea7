import type { Message, PartialMessage } from 'discord.js';
import type { Log } from '../../base/log.js';
import { asRequest } from '../../base/request-id.js';
import type { GatewayHandlers } from '../feature.js';
import { isAddressed, isOfPerson, isSaid, uploadLimitIn } from '../gateway/client.js';
import { createLanes } from '../lanes.js';
import type { Addressed } from './addressed.js';
import type { Said, WrittenWords } from './intake.js';

/** Forwards messages of people to their conversations, and what becomes of the messages while they wait. */
export function createListener({
  talk,
  selfId,
  log,
}: {
  talk: {
    onMessage(said: Said): Promise<boolean>;
    onAddressed(said: Addressed): Promise<void>;
    onEdit(messageId: string, words: WrittenWords | null): Promise<void>;
  };
  selfId: () => string;
  log: Log;
}): GatewayHandlers {
  /** By message: an edit may arrive before its message is in the queue. */
  const messages = createLanes();

  const onDelete = ({ id }: Message | PartialMessage): void =>
    void messages.run(id, () => talk.onEdit(id, null));

  return {
    messageCreate(message) {
      const answer = async () => {
        const isTaken = isSaid(message) && (await talk.onMessage(saidIn(message)));
        if (!isTaken && isAddressed(message, selfId())) await talk.onAddressed(addressedIn(message));
      };
      const answered = () =>
        messages.run(message.id, answer).catch((error) => {
          log.error({ err: error, thread: message.channelId }, 'message not forwarded to the agent');
        });
      void asRequest(`req_${message.id}`, answered);
    },
    messageUpdate(_, message) {
      if (message.partial || !isOfPerson(message)) return;
      void messages.run(message.id, () => talk.onEdit(message.id, wordsOf(message)));
    },
    messageDelete: onDelete,
    messageDeleteBulk(deleted) {
      for (const message of deleted.values()) onDelete(message);
    },
  };
}

const wordsOf = ({ content: text, attachments }: Message): WrittenWords => ({
  text,
  files: attachments.map(({ url, name, size, contentType }) => ({ url, name, size, contentType })),
});

function saidIn(message: Message): Said {
  const { id: messageId, channelId: threadId, author, member } = message;
  const authorName = member?.displayName ?? author.displayName;
  return { threadId, messageId, authorId: author.id, authorName, ...wordsOf(message) };
}

const addressedIn = (message: Message): Addressed => ({
  ...saidIn(message),
  guildId: message.guildId,
  isInThread: message.channel.isThread(),
  uploadLimit: uploadLimitIn(message.guild),
  locale: message.guild?.preferredLocale ?? null,
});
