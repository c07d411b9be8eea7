import { Refusal } from '../failure.js';
import { toGuild } from '../gateway/ready.js';
import { ChannelType } from '../state/model.js';
import type { QueryRules } from '../validation/query.js';
import { toChannel, toMemberWithUser, toRole } from '../wire/parts.js';
import { type Call, param, type Rest, type Route } from './route.js';

export function guildRoutes({ state }: Rest): Route[] {
  const inGuild = (call: Call): void => {
    if (param(call, 'guildId') !== state.guild.id) throw new Refusal('unknownGuild');
  };
  const memberOf = (userId: string) => {
    const member = state.members.get(userId);
    if (!member) throw new Refusal(state.users.has(userId) ? 'unknownMember' : 'unknownUser');
    return toMemberWithUser(state, member);
  };
  const guarded = (path: string, handle: (call: Call) => unknown, query: QueryRules = {}): Route => ({
    method: 'GET',
    path: `/guilds/:guildId${path}`,
    query,
    handle(call) {
      inGuild(call);
      return handle(call);
    },
  });
  const roles = () => [...state.roles.values()].map(toRole);
  return [
    guarded(
      '',
      ({ query }) => ({
        ...toGuild(state),
        ...(query.with_counts === 'true'
          ? { approximate_member_count: state.members.size, approximate_presence_count: state.members.size }
          : {}),
      }),
      { with_counts: 'boolean' },
    ),
    guarded('/channels', ({ app }) =>
      [...state.channels.values()]
        .filter((channel) => channel.type === ChannelType.Text)
        .map((channel) => toChannel(state, channel, app.botId)),
    ),
    guarded('/roles', roles),
    guarded('/roles/:roleId', (call) => {
      const role = state.roles.get(param(call, 'roleId'));
      if (!role) throw new Refusal('unknownRole');
      return toRole(role);
    }),
    guarded(
      '/members',
      ({ query }) => {
        const after = BigInt(query.after ?? 0);
        return [...state.members.values()]
          .filter((member) => BigInt(member.userId) > after)
          .sort((a, b) => (BigInt(a.userId) < BigInt(b.userId) ? -1 : 1))
          .slice(0, Number(query.limit ?? 1))
          .map((member) => toMemberWithUser(state, member));
      },
      { limit: [1, 1_000], after: 'snowflake' },
    ),
    guarded(
      '/members/search',
      ({ query }) =>
        [...state.members.values()]
          .filter((member) => {
            const user = state.users.get(member.userId)!;
            const prefix = (query.query ?? '').toLowerCase();
            return [user.username, user.displayName].some((name) => name.toLowerCase().startsWith(prefix));
          })
          .slice(0, Number(query.limit ?? 1))
          .map((member) => toMemberWithUser(state, member)),
      { query: 'text', limit: [1, 1_000] },
    ),
    guarded('/members/:userId', (call) => memberOf(param(call, 'userId'))),
  ];
}
