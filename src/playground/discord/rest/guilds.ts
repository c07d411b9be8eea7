import { isGuildChannel } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { toGuild } from '../gateway/ready.js';
import type { Guild } from '../state/model.js';
import { channelsIn } from '../state/state.js';
import type { QueryRules } from '../validation/query.js';
import { toChannel, toRole } from '../wire/parts.js';
import { guildOf } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const countMembers = ({ members }: Guild, roleId: string): number =>
  [...members.values()].filter(({ roleIds }) => roleIds.includes(roleId)).length;

/** A guild, and empty lists for unsupported resources that libraries read at start. */
export function guildRoutes({ state }: Rest): RestRoute[] {
  const guarded = (
    path: string,
    handle: (guild: Guild, call: RestCall) => unknown,
    query: QueryRules = {},
  ): RestRoute => ({
    method: 'GET',
    path: `/guilds/:guildId${path}`,
    query,
    handle(call) {
      return handle(guildOf(state, call), call);
    },
  });
  return [
    guarded(
      '',
      (guild, { query }) => ({
        ...toGuild(guild),
        ...(query.with_counts === 'true'
          ? { approximate_member_count: guild.members.size, approximate_presence_count: guild.members.size }
          : {}),
      }),
      { with_counts: 'boolean' },
    ),
    guarded('/channels', (guild, { app }) =>
      channelsIn(state, guild)
        .filter((channel) => isGuildChannel(channel))
        .map((channel) => toChannel(state, channel, app.botId)),
    ),
    guarded('/roles', ({ roles }) => [...roles.values()].map(toRole)),
    guarded('/roles/member-counts', (guild) =>
      Object.fromEntries([...guild.roles.keys()].map((id) => [id, countMembers(guild, id)])),
    ),
    ...['/emojis', '/stickers', '/scheduled-events'].map((path) =>
      guarded(path, () => [], { with_user_count: 'boolean' }),
    ),
    guarded('/roles/:roleId', (guild, call) => {
      const role = guild.roles.get(param(call, 'roleId'));
      if (!role) throw new Refusal('unknownRole');
      return toRole(role);
    }),
  ];
}
