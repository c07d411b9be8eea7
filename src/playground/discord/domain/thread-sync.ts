import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { canView } from '../state/access.js';
import type { Channel } from '../state/model.js';
import type { State } from '../state/state.js';
import { toChannel, toThreadMember } from '../wire/parts.js';

/** Sends THREAD_LIST_SYNC with a channel's open threads to a bot that has just gained access to it. */
export function syncThreads(
  { state, hub }: { state: State; hub: EventHub },
  parent: Channel,
  botId: string,
): void {
  const threads = [...state.channels.values()].filter(
    (channel) =>
      channel.parentId === parent.id && !channel.thread?.archived && canView(state, channel, botId),
  );
  const members = threads.flatMap(({ id, thread }) => {
    const joinedAt = thread?.memberIds.get(botId);
    return joinedAt === undefined ? [] : [toThreadMember(id, botId, joinedAt)];
  });
  hub.dispatch({
    name: 'THREAD_LIST_SYNC',
    intents: GatewayIntent.Guilds,
    toBotId: botId,
    guildId: parent.guildId,
    payload: () => ({
      guild_id: parent.guildId,
      channel_ids: [parent.id],
      threads: threads.map((thread) => toChannel(state, thread, botId)),
      members,
    }),
  });
}
