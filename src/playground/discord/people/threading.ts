import { isGuildChannel } from '../domain/guild-channels.js';
import { mayInvite } from '../domain/thread-members.js';
import { PersonError } from '../failure.js';
import { Permission } from '../permission.js';
import { say } from '../sayings.js';
import { may } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import { guildOfChannel } from '../state/state.js';
import type { Person, StartThreadInput } from '../types.js';
import type { PeopleDeps } from './deps.js';
import type { Finder } from './finder.js';
import { mayArchive, maySend } from './rules.js';
import type { Slowmode } from './slowmode.js';

const NAME_LIMIT = 100;

type Threading = Pick<Person, 'startThread' | 'joinThread' | 'leaveThread' | 'addToThread' | 'archiveThread'>;

/** Starts, joins, leaves, archives and reopens threads for a person, and adds others to them. */
export function createThreading(
  { state, threads, messages, views }: PeopleDeps,
  userId: string,
  { seenChannel, seenMessage }: Finder,
  slowmode: Slowmode,
): Threading {
  const { username } = state.users.get(userId)!;

  const seenThread = (threadId: string): Channel => {
    const channel = seenChannel(threadId);
    if (!channel.thread) throw new PersonError(`${channel.name || 'This conversation'} is not a thread.`);
    return channel;
  };
  const openThread = (threadId: string): Channel => {
    const thread = seenThread(threadId);
    if (thread.thread!.archived) throw new PersonError(`${thread.name} is archived.`);
    return thread;
  };
  const needRoom = ({ guildId }: Channel): void => {
    if (!threads.hasRoom(guildId)) throw new PersonError(say('threads_full'));
  };

  const needToStart = (parent: Channel, input: StartThreadInput): void => {
    if (!isGuildChannel(parent))
      throw new PersonError('Threads can only start in a text channel or a forum.');
    const isPost = parent.type === ChannelType.Forum;
    if (isPost && (input.private || input.messageId || !input.content?.trim()))
      throw new PersonError('A forum post is public and needs a first message.');
    const ofThreads = input.private ? Permission.CreatePrivateThreads : Permission.CreatePublicThreads;
    const wanted = isPost ? Permission.SendMessages : ofThreads;
    if (!may(state, parent, userId, wanted)) {
      throw new PersonError(
        say(input.private ? 'may_not_start_private' : 'may_not_start', { name: username }),
      );
    }
    if (input.private && input.messageId)
      throw new PersonError('A thread started from a message must be public.');
    const length = [...input.name.trim()].length;
    if (length < 1 || length > NAME_LIMIT) {
      throw new PersonError(say('thread_name', { max: NAME_LIMIT }));
    }
    needRoom(parent);
    slowmode.need(parent, 'thread');
  };

  return {
    async startThread(input) {
      const parent = seenChannel(input.channelId);
      needToStart(parent, input);
      const fields = { name: input.name.trim(), isPrivate: input.private === true };
      const message = input.messageId ? seenMessage(parent.id, input.messageId) : undefined;
      if (message && state.channels.has(message.id)) {
        throw new PersonError(say('has_thread'));
      }
      if (message && message.ephemeralFor !== null) {
        throw new PersonError(say('hidden_thread'));
      }
      const id = state.nextId();
      const isPost = parent.type === ChannelType.Forum;
      const thread = message
        ? threads.startFrom(message, userId, fields)
        : threads.start(parent, userId, isPost ? { ...fields, id } : fields);
      if (isPost) messages.create({ id, channelId: id, authorId: userId, content: input.content!.trim() });
      slowmode.note(parent, 'thread');
      return views.channel(thread, userId);
    },
    joinThread: (threadId) => threads.join(openThread(threadId), userId),
    leaveThread: (threadId) => threads.leave(openThread(threadId), userId),
    addToThread(threadId, memberIdOrName) {
      const thread = openThread(threadId);
      const other = [...(guildOfChannel(state, thread)?.members.keys() ?? [])]
        .map((id) => state.users.get(id)!)
        .find(({ id, username: name }) => id === memberIdOrName || name === memberIdOrName);
      if (!other) throw new PersonError(`Unknown member "${memberIdOrName}".`);
      if (!mayInvite(state, thread, userId)) {
        throw new PersonError(`${username} may not add others to ${thread.name}.`);
      }
      threads.join(thread, other.id, userId);
    },
    archiveThread(threadId, archived) {
      const thread = seenThread(threadId);
      const isAllowed = archived ? mayArchive(state, thread, userId) : maySend(state, thread, userId);
      if (!isAllowed) {
        throw new PersonError(`${username} may not ${archived ? 'archive' : 'reopen'} ${thread.name}.`);
      }
      if (!archived && thread.thread!.archived) needRoom(thread);
      threads.setArchived(thread, archived);
    },
  };
}
