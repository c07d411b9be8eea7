import type { Saying } from '../saying.js';
import { inEnglish, say } from '../sayings.js';
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

/** The sentence Discord's client shows for a notice. */
function noticeOf(state: State, { type, content, mentionIds }: Message, name: string): Saying | null {
  const others = mentionIds.map((id) => state.users.get(id)?.displayName).join(', ');
  switch (type) {
    case MessageType.RecipientAdd:
      return say('notice_added', { name, others });
    case MessageType.RecipientRemove:
      return say('notice_removed', { name, others });
    case MessageType.ChannelNameChange:
      return say('notice_renamed', { name, channel: content });
    case MessageType.PinnedMessage:
      return say('notice_pinned', { name });
    case MessageType.PollResult:
      return say('notice_poll', { name });
    case MessageType.ThreadCreated:
      return say('notice_thread', { name, thread: content });
    default:
      return null;
  }
}

/** The text of a message; that of a notice follows the author's name. */
export function contentOf(state: State, message: Message, name: string) {
  const notice = noticeOf(state, message, name);
  const bare = noticeOf(state, message, '');
  return { content: bare ? inEnglish(bare).trim() : message.content, notice };
}
