import { type Message, MessageType } from '../state/model.js';
import type { State } from '../state/state.js';

/** Types of messages that Discord itself writes, shown with kind `system`. */
export const NOTICES: ReadonlySet<number> = new Set([
  MessageType.RecipientAdd,
  MessageType.RecipientRemove,
  MessageType.ChannelNameChange,
  MessageType.PinnedMessage,
  MessageType.PollResult,
]);

/** The sentence Discord's client shows for a notice, after the author's name. */
export function noticeOf(state: State, { type, content, mentionIds }: Message): string | undefined {
  const whom = mentionIds.map((id) => state.users.get(id)?.displayName).join(', ');
  switch (type) {
    case MessageType.RecipientAdd:
      return `added ${whom} to the thread.`;
    case MessageType.RecipientRemove:
      return `removed ${whom} from the thread.`;
    case MessageType.ChannelNameChange:
      return `changed the channel name: ${content}`;
    case MessageType.PinnedMessage:
      return 'pinned a message to this channel.';
    case MessageType.PollResult:
      return 'closed a poll.';
    case MessageType.ThreadCreated:
      return `started a thread: ${content}`;
    default:
      return undefined;
  }
}
