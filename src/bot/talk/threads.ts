import {
  type APIAttachment,
  type APIMessage,
  ChannelType,
  DiscordAPIError,
  MessageType,
  type REST,
  Routes,
} from 'discord.js';
import { AppError } from '../../base/errors.js';
import type { Attached } from '../attachment.js';

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
  /** Brings a member in, which a private thread asks for. */
  invite(threadId: string, memberId: string): Promise<void>;
  /** False when there is no such thread any more. */
  isThere(threadId: string): Promise<boolean>;
  /** Out of the archive; false where that is not to be had. */
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
const threadExists = 160004;
const sentences: Readonly<Record<number, string>> = {
  50001: 'I may not see this channel. Ask a moderator, or use another one.',
  50013: 'I may not open such a thread here. Ask a moderator, or use another channel.',
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
  ...{ url, name: filename, size, contentType: content_type ?? null },
});

export function createThreads(rest: REST): Threads {
  const change = (threadId: string, body: object) => rest.patch(Routes.channel(threadId), { body });
  const create = (channelId: string, body: object, messageId?: string) =>
    rest.post(Routes.threads(channelId, messageId), { body }) as Promise<{ id: string }>;

  const invite = async (threadId: string, memberId: string): Promise<void> => {
    await rest.put(Routes.threadMembers(threadId, memberId));
  };

  return {
    async open(channelId, { name, isPrivate, memberId, messageId }) {
      const type = isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread;
      const own = { name, auto_archive_duration: dayMinutes };
      const free = { ...own, type, ...(isPrivate && { invitable: false }) };
      const made = messageId
        ? create(channelId, own, messageId).catch((error) => {
            if (isCode(error, threadExists)) return create(channelId, free);
            throw error;
          })
        : create(channelId, free);
      const { id } = await made.catch(refuse);
      await invite(id, memberId);
      return id;
    },
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
        () => true,
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
          ...{ messageId: id, authorId: author.id, text: content, files: attachments.map(attached) },
        }))
        .reverse();
    },
  };
}
