import { mentionable, readMentions } from '../domain/mentions.js';
import { PersonError } from '../failure.js';
import { has, Permission } from '../permission.js';
import { say } from '../sayings.js';
import { isLockedFor, may, permissionsIn } from '../state/access.js';
import { type Channel, MessageType } from '../state/model.js';
import type { Person } from '../types.js';
import type { PeopleDeps } from './deps.js';
import type { Finder } from './finder.js';
import { maySend } from './rules.js';
import type { Slowmode } from './slowmode.js';

const CONTENT_LIMIT = 2_000;

/** Sends, edits and deletes a person's messages in channels, threads and direct messages. */
export function createPosting(
  { state, messages, threads, views, outage }: PeopleDeps,
  userId: string,
  { seenChannel, seenMessage }: Finder,
  slowmode: Slowmode,
): Pick<Person, 'post' | 'edit' | 'remove' | 'dm' | 'allowDms'> {
  const { username } = state.users.get(userId)!;

  const needToSend = (channel: Channel, withFiles: boolean): void => {
    const who = { name: username, channel: channel.name || say('conversation') };
    if (channel.guildId !== null && outage.isOn(channel.guildId)) throw new PersonError(say('server_down'));
    if (!maySend(state, channel, userId)) {
      throw new PersonError(say('may_not_send', who));
    }
    if (withFiles && !has(permissionsIn(state, channel, userId), Permission.AttachFiles)) {
      throw new PersonError(say('may_not_attach', who));
    }
    if (channel.thread?.archived && !threads.hasRoom(channel.guildId)) {
      throw new PersonError(say('threads_full_archived'));
    }
  };

  const mentionsOf = (channel: Channel, content: string, repliedTo?: string) =>
    readMentions(mentionable(state, channel.guildId), content, undefined, {
      mayMentionEveryone: may(state, channel, userId, Permission.MentionEveryone),
      ...(repliedTo ? { repliedTo } : {}),
    });

  return {
    async post({ channelId, content, attachments = [], replyTo }) {
      const channel = seenChannel(channelId);
      checkContent(content, attachments.length);
      const target = replyTo === undefined ? undefined : seenMessage(channelId, replyTo);
      needToSend(channel, attachments.length > 0);
      slowmode.need(channel, 'message');
      const message = messages.create({
        channelId,
        authorId: userId,
        content: content.trim(),
        type: target ? MessageType.Reply : MessageType.Default,
        replyToId: target?.id ?? null,
        attachments: attachments.map((file) => messages.attach(channelId, file)),
        ...mentionsOf(channel, content, target?.authorId),
      });
      slowmode.note(channel, 'message');
      return views.message(message);
    },
    async edit({ channelId, messageId, content }) {
      const message = seenMessage(channelId, messageId);
      const channel = seenChannel(channelId);
      if (message.authorId !== userId) throw new PersonError(say('author_only'));
      if (channel.thread?.archived || isLockedFor(state, channel, userId))
        throw new PersonError(say('edit_closed'));
      checkContent(content, message.attachments.length);
      const target = state.messages.get(channelId)?.get(message.replyToId ?? '')?.authorId;
      const repliedTo = target && message.mentionIds.includes(target) ? target : undefined;
      const changes = { content: content.trim(), ...mentionsOf(channel, content, repliedTo) };
      return views.message(messages.edit(message, changes));
    },
    async remove({ channelId, messageId }) {
      const message = seenMessage(channelId, messageId);
      const channel = seenChannel(channelId);
      const isOwn = message.authorId === userId || message.ephemeralFor === userId;
      if (!isOwn && !may(state, channel, userId, Permission.ManageMessages)) {
        throw new PersonError(say('may_not_delete', { name: username, channel: channel.name }));
      }
      messages.remove(message);
    },
    dm(userIdOrName) {
      const other = [...state.users.values()].find(
        ({ id, username: name }) => id === userIdOrName || name === userIdOrName,
      );
      if (!other || other.id === userId) throw new PersonError(`Unknown user "${userIdOrName}".`);
      return threads.dm(userId, other.id).id;
    },
    allowDms(allowed) {
      if (allowed) state.closedDms.delete(userId);
      else state.closedDms.add(userId);
    },
  };
}

function checkContent(content: string, files: number): void {
  if (content.trim() === '' && files === 0) throw new PersonError(say('empty'));
  if ([...content].length > CONTENT_LIMIT) {
    throw new PersonError(say('too_long', { max: CONTENT_LIMIT }));
  }
}
