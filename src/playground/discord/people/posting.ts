import { readMentions } from '../domain/mentions.js';
import { PersonError } from '../failure.js';
import { Permission } from '../permission.js';
import { canSend, may } from '../state/access.js';
import { type Channel, type Message, MessageType } from '../state/model.js';
import type { Person } from '../types.js';
import type { PeopleDeps } from './person.js';

const CONTENT_LIMIT = 2_000;

/** What a person writes: messages in channels, threads and direct messages. */
export function createPosting(
  { state, messages, threads, views }: PeopleDeps,
  userId: string,
  find: { seenChannel(id: string): Channel; seenMessage(channelId: string, id: string): Message },
): Pick<Person, 'post' | 'dm' | 'allowDms'> {
  const enter = (channel: Channel): void => {
    const { thread } = channel;
    const name = state.users.get(userId)!.username;
    const isLocked = thread?.locked === true && !may(state, channel, userId, Permission.ManageThreads);
    if (!canSend(state, channel, userId) || isLocked) {
      throw new PersonError(`${name} may not send messages in ${channel.name || 'this conversation'}.`);
    }
    if (!thread) return;
    if (thread.archived)
      threads.change(channel, () =>
        Object.assign(thread, { archived: false, archivedAt: state.clock.now() }),
      );
    threads.join(channel, userId);
  };

  return {
    async post({ channelId, content, attachments = [], replyTo }) {
      const channel = find.seenChannel(channelId);
      if (content.trim() === '' && attachments.length === 0)
        throw new PersonError('There is nothing to send.');
      if ([...content].length > CONTENT_LIMIT) {
        throw new PersonError(`A message takes at most ${CONTENT_LIMIT} characters.`);
      }
      const target = replyTo === undefined ? undefined : find.seenMessage(channelId, replyTo);
      enter(channel);
      const mayMentionEveryone = may(state, channel, userId, Permission.MentionEveryone);
      const message = messages.create({
        channelId,
        authorId: userId,
        content: content.trim(),
        type: target ? MessageType.Reply : MessageType.Default,
        replyToId: target?.id ?? null,
        attachments: attachments.map((file) => messages.attach(channelId, file)),
        ...readMentions(state, content, undefined, {
          mayMentionEveryone,
          ...(target ? { repliedTo: target.authorId } : {}),
        }),
      });
      return views.message(message);
    },
    dm(userIdOrName) {
      const other = [...state.users.values()].find(
        ({ id, username }) => id === userIdOrName || username === userIdOrName,
      );
      if (!other || other.id === userId)
        throw new PersonError(`There is nobody "${userIdOrName}" to write to.`);
      return threads.dm(userId, other.id).id;
    },
    allowDms(allowed) {
      if (allowed) state.closedDms.delete(userId);
      else state.closedDms.add(userId);
    },
  };
}
