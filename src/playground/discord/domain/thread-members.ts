import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { Permission } from '../permission.js';
import { canView, may } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import { guildOfChannel, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { toChannel, toGatewayMember, toThreadMember } from '../wire/parts.js';
import type { Notices } from './notices.js';

/** Members of threads, and the events when they change. */
export type ThreadMembers = {
  /** `byId` is the user who added the member; absent when the member joined. */
  join(thread: Channel, userId: string, byId?: string): void;
  leave(thread: Channel, userId: string, byId?: string): void;
};

/** Whether a member may add others. In a private thread that is not `invitable`, only its owner and managers may. */
export function mayInvite(state: State, thread: Channel, userId: string): boolean {
  if (!canView(state, thread, userId) || !may(state, thread, userId, Permission.SendMessagesInThreads)) {
    return false;
  }
  if (thread.type !== ChannelType.PrivateThread || thread.thread!.invitable) return true;
  return thread.thread!.ownerId === userId || may(state, thread, userId, Permission.ManageThreads);
}

export function createThreadMembers(deps: { state: State; hub: EventHub; notices: Notices }): ThreadMembers {
  const { state, hub, notices } = deps;
  const isBot = (userId: string): boolean => state.users.get(userId)?.bot === true;

  /** Without the GUILD_MEMBERS intent a bot only receives changes about itself. */
  const tell = (thread: Channel, change: JsonObject, userId: string): void => {
    hub.dispatch({
      name: 'THREAD_MEMBERS_UPDATE',
      intents: GatewayIntent.Guilds | GatewayIntent.GuildMembers,
      channelId: thread.id,
      reaches: ({ botId, intents }) => botId === userId || (intents & GatewayIntent.GuildMembers) !== 0,
      payload: () => ({ id: thread.id, guild_id: thread.guildId, ...change }),
    });
    hub.announce({ type: 'channel', action: 'edited', channelId: thread.id });
  };

  /** A bot that is added to a thread receives its own THREAD_CREATE. */
  const tellJoined = (thread: Channel, botId: string, joinedAt: number): void => {
    const { guildId } = thread;
    const own = { intents: GatewayIntent.Guilds, toBotId: botId, guildId };
    hub.dispatch({ ...own, name: 'THREAD_CREATE', payload: () => toChannel(state, thread, botId) });
    hub.dispatch({
      ...own,
      name: 'THREAD_MEMBER_UPDATE',
      payload: () => ({ ...toThreadMember(thread.id, botId, joinedAt), guild_id: guildId }),
    });
  };

  return {
    join(thread, userId, byId) {
      const { memberIds } = thread.thread!;
      if (memberIds.has(userId)) return;
      const joinedAt = state.clock.now();
      memberIds.set(userId, joinedAt);
      if (isBot(userId)) tellJoined(thread, userId, joinedAt);
      const added = {
        ...toThreadMember(thread.id, userId, joinedAt),
        member: toGatewayMember(state, guildOfChannel(state, thread)!.members.get(userId)!),
        presence: null,
      };
      tell(thread, { member_count: Math.min(memberIds.size, 50), added_members: [added] }, userId);
      if (byId !== undefined && byId !== userId) notices.memberAdded(thread, userId, byId);
    },
    leave(thread, userId, byId) {
      const { memberIds } = thread.thread!;
      if (!memberIds.has(userId)) return;
      const member_count = Math.min(memberIds.size - 1, 50);
      tell(thread, { member_count, removed_member_ids: [userId] }, userId);
      memberIds.delete(userId);
      hub.announce({ type: 'channel', action: 'edited', channelId: thread.id });
      if (byId !== undefined && byId !== userId) notices.memberRemoved(thread, userId, byId);
    },
  };
}
