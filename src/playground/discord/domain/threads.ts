import { Refusal } from '../failure.js';
import { Intent } from '../gateway/intents.js';
import type { Hub } from '../hub.js';
import { type Channel, ChannelType, type Message, MessageFlag, MessageType } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { toChannel, toMemberWithUser, toThreadMember } from '../wire/parts.js';
import type { Messages } from './messages.js';

export type ThreadFields = {
  name: string;
  autoArchiveMinutes?: number;
  isPrivate?: boolean;
  invitable?: boolean;
};

/** The only writer of channels, threads and direct messages' channels. */
export type Threads = {
  start(parent: Channel, ownerId: string, fields: ThreadFields): Channel;
  startFrom(message: Message, ownerId: string, fields: ThreadFields): Channel;
  change(channel: Channel, apply: () => void): void;
  remove(channel: Channel): void;
  join(thread: Channel, userId: string): void;
  leave(thread: Channel, userId: string): void;
  /** The channel of two users' direct messages, opened when needed. */
  dm(userId: string, otherId: string): Channel;
};

export function createThreads(deps: { state: State; hub: Hub; messages: Messages }): Threads {
  const { state, hub, messages } = deps;

  const tell = (name: string, channel: Channel, extra: JsonObject = {}): void =>
    hub.dispatch({
      name,
      intents: Intent.Guilds,
      channelId: channel.id,
      payload: ({ botId }) => ({ ...toChannel(state, channel, botId), ...extra }),
    });
  const announce = (channel: Channel, action: 'created' | 'edited' | 'deleted'): void =>
    hub.announce({ type: 'channel', action, channelId: channel.id });

  const open = (id: string, parent: Channel, ownerId: string, fields: ThreadFields): Channel => {
    const now = state.clock.now();
    const thread: Channel = {
      id,
      type: fields.isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread,
      name: fields.name,
      topic: null,
      position: 0,
      parentId: parent.id,
      overwrites: [],
      slowmodeSeconds: 0,
      lastMessageId: null,
      recipientIds: [],
      thread: {
        ownerId,
        archived: false,
        locked: false,
        invitable: fields.invitable ?? true,
        archivedAt: now,
        createdAt: now,
        autoArchiveMinutes: fields.autoArchiveMinutes ?? 4_320,
        memberIds: new Map([[ownerId, now]]),
        messageCount: 0,
      },
    };
    state.channels.set(id, thread);
    tell('THREAD_CREATE', thread, { newly_created: true });
    announce(thread, 'created');
    return thread;
  };

  const tellMembers = (thread: Channel, added: string[], removed: string[]): void => {
    const members = added.map((userId) => ({
      ...toThreadMember(thread.id, userId, thread.thread!.memberIds.get(userId)!),
      member: toMemberWithUser(state, state.members.get(userId)!),
      presence: null,
    }));
    hub.dispatch({
      name: 'THREAD_MEMBERS_UPDATE',
      intents: Intent.Guilds | Intent.GuildMembers,
      channelId: thread.id,
      payload: () => ({
        id: thread.id,
        guild_id: state.guild.id,
        member_count: thread.thread!.memberIds.size - removed.length,
        added_members: members,
        removed_member_ids: removed,
      }),
    });
    announce(thread, 'edited');
  };

  /** A bot that is put into a thread learns of it by its own THREAD_CREATE. */
  const tellJoined = (thread: Channel, botId: string): void =>
    hub.dispatch({
      name: 'THREAD_CREATE',
      intents: Intent.Guilds,
      toBotId: botId,
      payload: () => toChannel(state, thread, botId),
    });

  return {
    start: (parent, ownerId, fields) => open(state.nextId(), parent, ownerId, fields),
    startFrom(message, ownerId, fields) {
      if (state.channels.has(message.id)) throw new Refusal('threadExists');
      const parent = state.channels.get(message.channelId)!;
      const thread = open(message.id, parent, ownerId, { ...fields, isPrivate: false });
      messages.edit(message, { flags: message.flags | MessageFlag.HasThread }, { silent: true });
      messages.create({
        channelId: thread.id,
        authorId: message.authorId,
        type: MessageType.ThreadStarter,
        replyToId: message.id,
      });
      return thread;
    },
    change(channel, apply) {
      apply();
      tell(channel.thread ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE', channel);
      announce(channel, 'edited');
    },
    remove(channel) {
      const gone: JsonObject = {
        id: channel.id,
        guild_id: state.guild.id,
        parent_id: channel.parentId,
        type: channel.type,
      };
      if (channel.thread) {
        hub.dispatch({
          name: 'THREAD_DELETE',
          intents: Intent.Guilds,
          channelId: channel.id,
          payload: () => gone,
        });
      } else tell('CHANNEL_DELETE', channel);
      state.channels.delete(channel.id);
      state.messages.delete(channel.id);
      announce(channel, 'deleted');
    },
    join(thread, userId) {
      if (thread.thread!.memberIds.has(userId)) return;
      thread.thread!.memberIds.set(userId, state.clock.now());
      if (state.users.get(userId)!.bot) tellJoined(thread, userId);
      tellMembers(thread, [userId], []);
    },
    leave(thread, userId) {
      if (!thread.thread!.memberIds.has(userId)) return;
      tellMembers(thread, [], [userId]);
      thread.thread!.memberIds.delete(userId);
      announce(thread, 'edited');
    },
    dm(userId, otherId) {
      const known = [...state.channels.values()].find(
        (channel) => channel.recipientIds.includes(userId) && channel.recipientIds.includes(otherId),
      );
      if (known) return known;
      const channel = directChannel(state.nextId(), [userId, otherId]);
      state.channels.set(channel.id, channel);
      for (const memberId of channel.recipientIds) {
        hub.announce({ type: 'channel', action: 'created', channelId: channel.id, memberId });
      }
      return channel;
    },
  };
}

const directChannel = (id: string, recipientIds: string[]): Channel => ({
  id,
  type: ChannelType.Dm,
  name: '',
  topic: null,
  position: 0,
  parentId: null,
  overwrites: [],
  slowmodeSeconds: 0,
  lastMessageId: null,
  recipientIds,
  thread: null,
});
