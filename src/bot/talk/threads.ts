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
import { AppError, type Reason } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { reason } from '../../copy/reason.js';
import type { Attached } from '../attachment.js';
import { retryLost } from './lost.js';
import { createThreadMaker } from './thread-maker.js';

/** Thread operations over REST, independent of the client's cache. */
export type Threads = {
  /**
   * @param messageId the message to attach it to, if it has no thread yet
   * @returns the thread's id
   * @throws AppError when the bot can't open a thread there
   */
  open(
    channelId: string,
    thread: { name: string; isPrivate: boolean; memberId: string; messageId?: string },
  ): Promise<string>;
  /** Deletes an unused thread, or closes it without permission to delete. Never throws. */
  discard(threadId: string): Promise<void>;
  /** Adds a member, which private threads require. */
  invite(threadId: string, memberId: string): Promise<void>;
  isPrivate(threadId: string): Promise<boolean>;
  /** Unarchives it; false when it is gone, hidden or locked, or the bot can't reopen it. */
  unarchive(threadId: string): Promise<boolean>;
  archive(threadId: string): Promise<void>;
  rename(threadId: string, name: string): Promise<void>;
  /** Messages by people after a message, oldest first, at most 100. */
  since(
    threadId: string,
    messageId: string,
  ): Promise<{ messageId: string; authorId: string; authorName: string; text: string; files: Attached[] }[]>;
};

const dayMinutes = 1440;
const reasons: Readonly<Record<number, Reason>> = {
  50001: reason('talk.error.thread.hidden'),
  50013: reason('talk.error.thread.forbidden'),
  50024: reason('talk.error.thread.unsupported'),
  160006: reason('talk.error.thread.full'),
};

function refuse(error: unknown): never {
  const why = error instanceof DiscordAPIError && reasons[Number(error.code)];
  throw why ? new AppError('invalid_request', why, { cause: error }) : error;
}

const attached = ({ url, filename, size, content_type }: APIAttachment): Attached => ({
  url,
  name: filename,
  size,
  contentType: content_type ?? null,
});

export function createThreads(options: {
  rest: REST;
  /** The bot's own user id, known after login. */
  selfId: () => string;
  /** Whether the thread has a conversation. */
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
      .catch((error) => log.warn({ thread: threadId, err: error }, 'unused thread could not be closed'));
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
    isPrivate: async (threadId) =>
      ((await rest.get(Routes.channel(threadId))) as APIThreadChannel).type === ChannelType.PrivateThread,
    unarchive: (threadId) =>
      change(threadId, { archived: false }).then(
        (thread) => !(thread as APIThreadChannel).thread_metadata?.locked,
        (error) => {
          if (error instanceof DiscordAPIError && error.status < 500) return false;
          throw error;
        },
      ),
    async archive(threadId) {
      await change(threadId, { archived: true });
    },
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
          authorName: author.global_name ?? author.username,
          text: content,
          files: attachments.map(attached),
        }))
        .reverse();
    },
  };
}
