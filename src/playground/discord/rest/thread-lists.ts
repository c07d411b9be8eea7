import { isGuildChannel } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { byAge } from '../snowflake.js';
import { canView } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import { channelsIn } from '../state/state.js';
import { toChannel, toThreadMember } from '../wire/parts.js';
import { guildOf, need, seenChannel } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Lists active threads and archived ones: public, private, joined private. */
export function threadListRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const parentOf = (call: RestCall): Channel => {
    const parent = seenChannel(state, call.app.botId, param(call, 'channelId'));
    if (!isGuildChannel(parent)) throw new Refusal('wrongChannelType');
    need(state, parent, call.app.botId, Permission.ReadMessageHistory);
    return parent;
  };
  const threadsOf = (parent: Channel, type: number): Channel[] =>
    [...state.channels.values()].filter(
      (channel) => channel.parentId === parent.id && channel.type === type && channel.thread?.archived,
    );

  /** Newest archive time first, before a given time. */
  const byTime = (call: RestCall, threads: Channel[]) => {
    const { before, limit = '50' } = call.query;
    const latest = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
    const older = threads
      .filter(({ thread }) => thread!.archivedAt < latest)
      .sort((a, b) => b.thread!.archivedAt - a.thread!.archivedAt);
    return page(rest, call, older, Number(limit));
  };

  return [
    {
      method: 'GET',
      path: '/guilds/:guildId/threads/active',
      handle(call) {
        const guild = guildOf(state, call);
        const { botId } = call.app;
        const active = channelsIn(state, guild).filter(
          (channel) => channel.thread && !channel.thread.archived && canView(state, channel, botId),
        );
        return listing(rest, active, botId);
      },
    },
    {
      method: 'GET',
      path: '/channels/:channelId/threads/archived/public',
      query: { before: 'time', limit: [2, 100] },
      handle: (call) => byTime(call, threadsOf(parentOf(call), ChannelType.PublicThread)),
    },
    {
      method: 'GET',
      path: '/channels/:channelId/threads/archived/private',
      query: { before: 'time', limit: [2, 100] },
      handle(call) {
        const parent = parentOf(call);
        need(state, parent, call.app.botId, Permission.ManageThreads);
        return byTime(call, threadsOf(parent, ChannelType.PrivateThread));
      },
    },
    {
      method: 'GET',
      path: '/channels/:channelId/users/@me/threads/archived/private',
      query: { before: 'snowflake', limit: [2, 100] },
      handle(call) {
        const { before, limit = '50' } = call.query;
        const joined = threadsOf(parentOf(call), ChannelType.PrivateThread)
          .filter(({ thread }) => thread!.memberIds.has(call.app.botId))
          .filter((thread) => before === undefined || byAge(thread, { id: before }) < 0)
          .sort((a, b) => byAge(b, a));
        return page(rest, call, joined, Number(limit));
      },
    },
  ];
}

const page = (rest: Rest, call: RestCall, threads: Channel[], limit: number) => ({
  ...listing(rest, threads.slice(0, limit), call.app.botId),
  has_more: threads.length > limit,
});

const listing = ({ state }: Rest, channels: Channel[], botId: string) => ({
  threads: channels.map((channel) => toChannel(state, channel, botId)),
  members: channels.flatMap((channel) => {
    const joinedAt = channel.thread!.memberIds.get(botId);
    return joinedAt === undefined ? [] : [toThreadMember(channel.id, botId, joinedAt)];
  }),
});
