import {
  type APIAttachment,
  type APIMessage,
  type APIThreadChannel,
  ChannelType,
  DiscordAPIError,
  MessageType,
  type REST,
  Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Attached } from '../attachment.js';
import { retryLost } from './lost.js';
import { createThreadMaker } from './thread-maker.js';

/** Threads by REST alone, so that no cache has to know them. */
export type Threads = {
  /**
   * @param messageId whose thread it becomes, if it has none yet
   * @returns the thread's id
   * @throws AppError in a sentence where none may be opened
   */
  open(
    channelId: string,
    thread: { name: string; isPrivate: boolean; memberId: string; messageId?: string },
  ): Promise<string>;
  /** Takes away a thread that was opened in vain, or closes it where the bot may not delete. Never throws. */
  discard(threadId: string): Promise<void>;
  /** Brings a member in, which a private thread asks for. */
  invite(threadId: string, memberId: string): Promise<void>;
  /** False when there is no such thread any more. */
  isThere(threadId: string): Promise<boolean>;
  /** Out of the archive; false where people can't write in it: it's locked, or the bot may not open it. */
  unarchive(threadId: string): Promise<boolean>;
  rename(threadId: string, name: string): Promise<void>;
  /** What people wrote after a message, oldest first, at most 100. */
  since(
    threadId: string,
    messageId: string,
  ): Promise<{ messageId: string; authorId: string; text: string; files: Attached[] }[]>;
};

const dayMinutes = 1440;
const unknownChannel = 10003;
const sentences: Readonly<Record<number, string>> = {
  50001: "I can't see this channel. Ask a moderator to let me, or use another one.",
  50013: "I'm not allowed to open such a thread here. Ask a moderator, or use another channel.",
  50024: 'This kind of channel has no threads. Use a text channel.',
  160006: 'This server has as many open threads as Discord allows. Close some first.',
};

const isCode = (error: unknown, code: number): boolean =>
  error instanceof DiscordAPIError && error.code === code;

function refuse(error: unknown): never {
  const sentence = error instanceof DiscordAPIError && sentences[Number(error.code)];
  throw sentence ? new AppError('forbidden', sentence, { cause: error }) : error;
}

const attached = ({ url, filename, size, content_type }: APIAttachment): Attached => ({
  url,
  name: filename,
  size,
  contentType: content_type ?? null,
});

export function createThreads(options: {
  rest: REST;
  /** The bot's own id, known once it is logged in. */
  selfId: () => string;
  /** Whether a talk is bound to the thread. */
  isBound: (threadId: string) => Promise<boolean>;
  clock: Clock;
  log: Log;
}): Threads {
  const { rest, clock, log } = options;
  const change = (threadId: string, body: object) => rest.patch(Routes.channel(threadId), { body });
  const create = createThreadMaker(options);

  const invite = async (threadId: string, memberId: string): Promise<void> => {
    await rest.put(Routes.threadMembers(threadId, memberId));
  };

  const discard = async (threadId: string): Promise<void> => {
    await rest
      .delete(Routes.channel(threadId))
      .catch(() => change(threadId, { archived: true }))
      .catch((error) => log.warn({ thread: threadId, err: error }, 'an empty thread could not be closed'));
  };

  return {
    async open(channelId, { name, isPrivate, memberId, messageId }) {
      const id = await create({
        channelId,
        name,
        type: isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread,
        autoArchiveMinutes: dayMinutes,
        ...(messageId && { messageId }),
      }).catch(refuse);
      await retryLost(clock, () => invite(id, memberId)).catch(async (error) => {
        await discard(id);
        return refuse(error);
      });
      return id;
    },
    discard,
    invite,
    isThere: (threadId) =>
      rest.get(Routes.channel(threadId)).then(
        () => true,
        (error) => {
          if (isCode(error, unknownChannel)) return false;
          throw error;
        },
      ),
    unarchive: (threadId) =>
      change(threadId, { archived: false }).then(
        (thread) => !(thread as APIThreadChannel).thread_metadata?.locked,
        (error) => {
          if (error instanceof DiscordAPIError && error.status < 500) return false;
          throw error;
        },
      ),
    async rename(threadId, name) {
      await change(threadId, { name });
    },
    async since(threadId, messageId) {
      const query = new URLSearchParams({ after: messageId, limit: '100' });
      const messages = (await rest.get(Routes.channelMessages(threadId), { query })) as APIMessage[];
      return messages
        .filter(
          ({ author, type }) => !author.bot && (type === MessageType.Default || type === MessageType.Reply),
        )
        .map(({ id, author, content, attachments }) => ({
          messageId: id,
          authorId: author.id,
          text: content,
          files: attachments.map(attached),
        }))
        .reverse();
    },
  };
}
