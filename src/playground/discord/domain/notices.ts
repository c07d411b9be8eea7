import { type Channel, ChannelType, type Message, MessageType } from '../state/model.js';
import type { Messages } from './messages.js';

/** System messages that Discord writes into a channel. The author is the user who caused them. */
export type Notices = {
  /** Posted in the parent channel when a public thread starts without a message. */
  threadCreated(thread: Channel): void;
  renamed(thread: Channel, byId: string): void;
  memberAdded(thread: Channel, userId: string, byId: string): void;
  memberRemoved(thread: Channel, userId: string, byId: string): void;
  pinned(message: Message, byId: string): void;
};

export const createNotices = (messages: Messages): Notices => ({
  threadCreated(thread) {
    if (thread.type !== ChannelType.PublicThread) return;
    messages.create({
      channelId: thread.parentId!,
      authorId: thread.thread!.ownerId,
      type: MessageType.ThreadCreated,
      content: thread.name,
      aboutChannelId: thread.id,
    });
  },
  renamed: (thread, byId) => {
    messages.create({
      channelId: thread.id,
      authorId: byId,
      type: MessageType.ChannelNameChange,
      content: thread.name,
    });
  },
  memberAdded: (thread, userId, byId) => {
    messages.create({
      channelId: thread.id,
      authorId: byId,
      type: MessageType.RecipientAdd,
      mentionIds: [userId],
    });
  },
  memberRemoved: (thread, userId, byId) => {
    messages.create({
      channelId: thread.id,
      authorId: byId,
      type: MessageType.RecipientRemove,
      mentionIds: [userId],
    });
  },
  pinned: (message, byId) => {
    messages.create({
      channelId: message.channelId,
      authorId: byId,
      type: MessageType.PinnedMessage,
      replyToId: message.id,
    });
  },
});
