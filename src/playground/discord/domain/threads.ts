import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { canView } from '../state/access.js';
import { type Channel, ChannelType, type Message, MessageFlag, MessageType } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject, Limits } from '../types.js';
import { toChannel } from '../wire/parts.js';
import { createAutoArchive } from './auto-archive.js';
import type { Messages } from './messages.js';
import { newDm, newThread, type ThreadFields } from './new-channel.js';
import { createNotices } from './notices.js';
import { createThreadMembers, mayInvite, type ThreadMembers } from './thread-members.js';
import { syncThreads } from './thread-sync.js';

export type { ThreadFields } from './new-channel.js';

/** The only writer of channels, threads and direct-message channels. */
export type GuildThreads = ThreadMembers & {
  /** Both throw 160006 at the limit of open threads. */
  start(parent: Channel, ownerId: string, fields: ThreadFields): Channel;
  startFrom(message: Message, ownerId: string, fields: ThreadFields): Channel;
  /** Whether the limit of a guild allows one more open thread. */
  hasRoom(guildId: string | null): boolean;
  /** A rename posts a notice in the thread when `byId` is given. */
  change(channel: Channel, apply: () => void, byId?: string): void;
  setArchived(thread: Channel, archived: boolean): void;
  remove(channel: Channel): void;
  /** The direct-message channel of two users, created on first use. */
  dm(userId: string, otherId: string): Channel;
  close(): void;
};

export function createGuildThreads(deps: {
  state: State;
  hub: EventHub;
  messages: Messages;
  limits: Pick<Limits, 'activeThreads'>;
}): GuildThreads {
  const { state, hub, messages, limits } = deps;
  const notices = createNotices(messages);
  const members = createThreadMembers({ state, hub, notices });

  /** Thread events go to bots that see the thread; channel events go to every bot. */
  const tell = (name: string, channel: Channel, extra: JsonObject = {}): void =>
    hub.dispatch({
      name,
      intents: GatewayIntent.Guilds,
      ...(channel.thread ? { channelId: channel.id } : { guildId: channel.guildId }),
      payload: ({ botId }) => ({ ...toChannel(state, channel, botId), ...extra }),
    });
  const announce = (channel: Channel, action: 'created' | 'edited' | 'deleted'): void =>
    hub.announce({ type: 'channel', action, channelId: channel.id });
  const childrenOf = (parent: Channel): Channel[] =>
    [...state.channels.values()].filter(({ parentId }) => parentId === parent.id);

  const botsWithout = (channel: Channel): string[] =>
    [...state.applications.values()]
      .map(({ botId }) => botId)
      .filter((botId) => !canView(state, channel, botId));

  const change: GuildThreads['change'] = (channel, apply, byId) => {
    const { name } = channel;
    const shutOut = botsWithout(channel);
    apply();
    tell(channel.thread ? 'THREAD_UPDATE' : 'CHANNEL_UPDATE', channel);
    announce(channel, 'edited');
    for (const botId of shutOut)
      if (canView(state, channel, botId)) syncThreads({ state, hub }, channel, botId);
    if (!channel.thread) return;
    if (!channel.thread.archived) autoArchive.watch(channel);
    if (channel.name !== name && byId !== undefined) notices.renamed(channel, byId);
  };
  const setArchived: GuildThreads['setArchived'] = (thread, archived) => {
    if (thread.thread!.archived === archived) return;
    change(thread, () => Object.assign(thread.thread!, { archived, archivedAt: state.clock.now() }));
  };
  const autoArchive = createAutoArchive(state, (thread) => setArchived(thread, true));

  const hasRoom: GuildThreads['hasRoom'] = (inGuild) => {
    let open = 0;
    for (const { thread, guildId } of state.channels.values())
      if (guildId === inGuild && thread && !thread.archived) open += 1;
    return open < limits.activeThreads;
  };

  const open = (id: string, parent: Channel, ownerId: string, fields: ThreadFields): Channel => {
    if (!hasRoom(parent.guildId)) throw new Refusal('tooManyThreads');
    const thread = newThread(id, parent, ownerId, fields, state.clock.now());
    state.channels.set(id, thread);
    tell('THREAD_CREATE', thread, { newly_created: true });
    announce(thread, 'created');
    autoArchive.watch(thread);
    return thread;
  };

  /** A message reopens an archived thread. It adds the users it mentions and, unless it is an answer, its author. */
  const receive = (thread: Channel, message: Message): void => {
    setArchived(thread, false);
    if (message.origin === null && !message.webhook) members.join(thread, message.authorId);
    if (message.mentionIds.length === 0 || !mayInvite(state, thread, message.authorId)) return;
    const parent = state.channels.get(thread.parentId!)!;
    for (const userId of message.mentionIds) if (canView(state, parent, userId)) members.join(thread, userId);
  };
  hub.subscribe((change) => {
    if (change.type !== 'message' || change.action !== 'created' || change.memberId !== undefined) return;
    const channel = state.channels.get(change.channelId);
    const message = channel?.thread && state.messages.get(channel.id)?.get(change.messageId);
    if (message && WRITTEN.has(message.type)) receive(channel, message);
  });

  for (const channel of state.channels.values()) {
    if (channel.thread && !channel.thread.archived) autoArchive.watch(channel);
  }

  return {
    ...members,
    start(parent, ownerId, fields) {
      const thread = open(fields.id ?? state.nextId(), parent, ownerId, fields);
      if (parent.type !== ChannelType.Forum) notices.threadCreated(thread);
      return thread;
    },
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
    hasRoom,
    change,
    setArchived,
    remove(channel) {
      const { id, guildId: guild_id, parentId: parent_id, type } = channel;
      if (channel.thread) {
        const payload = () => ({ id, guild_id, parent_id, type });
        hub.dispatch({ name: 'THREAD_DELETE', intents: GatewayIntent.Guilds, channelId: id, payload });
      } else tell('CHANNEL_DELETE', channel);
      for (const gone of [...childrenOf(channel), channel]) {
        state.channels.delete(gone.id);
        state.messages.delete(gone.id);
        announce(gone, 'deleted');
      }
    },
    dm(userId, otherId) {
      const known = [...state.channels.values()].find(
        (channel) => channel.recipientIds.includes(userId) && channel.recipientIds.includes(otherId),
      );
      if (known) return known;
      const channel = newDm(state.nextId(), [userId, otherId]);
      state.channels.set(channel.id, channel);
      for (const memberId of channel.recipientIds) {
        hub.announce({ type: 'channel', action: 'created', channelId: channel.id, memberId });
      }
      return channel;
    },
    close: autoArchive.close,
  };
}

/** Types of messages that a user wrote, in contrast to notices. */
const WRITTEN: ReadonlySet<number> = new Set([
  MessageType.Default,
  MessageType.Reply,
  MessageType.ChatInputCommand,
  MessageType.ContextMenu,
]);
