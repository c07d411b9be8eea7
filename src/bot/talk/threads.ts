import { type APIMessage, ChannelType, MessageType, type REST, Routes } from 'discord.js';

/** Threads by REST alone, so that no cache has to know them. */
export type Threads = {
  /** @returns the thread's id */
  open(channelId: string, thread: { name: string; isPrivate: boolean; memberId: string }): Promise<string>;
  /** What people wrote after a message, oldest first. */
  since(
    threadId: string,
    messageId: string,
  ): Promise<{ messageId: string; authorId: string; text: string }[]>;
};

const dayMinutes = 1440;

export function createThreads(rest: REST): Threads {
  return {
    async open(channelId, { name, isPrivate, memberId }) {
      const type = isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread;
      const body = { name, type, auto_archive_duration: dayMinutes, ...(isPrivate && { invitable: false }) };
      const { id } = (await rest.post(Routes.threads(channelId), { body })) as { id: string };
      await rest.put(Routes.threadMembers(id, memberId));
      return id;
    },
    async since(threadId, messageId) {
      const query = new URLSearchParams({ after: messageId, limit: '100' });
      const messages = (await rest.get(Routes.channelMessages(threadId), { query })) as APIMessage[];
      return messages
        .filter(
          ({ author, type }) => !author.bot && (type === MessageType.Default || type === MessageType.Reply),
        )
        .map(({ id, author, content }) => ({ messageId: id, authorId: author.id, text: content }))
        .reverse();
    },
  };
}
