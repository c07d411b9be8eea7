import { isGuildChannel } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { toGuild } from '../gateway/ready.js';
import type { State } from '../state/state.js';
import type { QueryRules } from '../validation/query.js';
import { toChannel, toRole } from '../wire/parts.js';
import { inGuild } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const countMembers = (state: State, roleId: string): number =>
  [...state.members.values()].filter(({ roleIds }) => roleIds.includes(roleId)).length;

/** The guild, and empty lists for unsupported resources that libraries read at start. */
export function guildRoutes({ state }: Rest): RestRoute[] {
  const guarded = (path: string, handle: (call: RestCall) => unknown, query: QueryRules = {}): RestRoute => ({
    method: 'GET',
    path: `/guilds/:guildId${path}`,
    query,
    handle(call) {
      inGuild(state, call);
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
        .filter((channel) => isGuildChannel(channel))
        .map((channel) => toChannel(state, channel, app.botId)),
    ),
    guarded('/roles', roles),
    guarded('/roles/member-counts', () =>
      Object.fromEntries([...state.roles.keys()].map((id) => [id, countMembers(state, id)])),
    ),
    ...['/emojis', '/stickers', '/scheduled-events'].map((path) =>
      guarded(path, () => [], { with_user_count: 'boolean' }),
    ),
    guarded('/roles/:roleId', (call) => {
      const role = state.roles.get(param(call, 'roleId'));
      if (!role) throw new Refusal('unknownRole');
      return toRole(role);
    }),
  ];
}
