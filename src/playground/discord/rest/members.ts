import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Audit } from '../domain/audit-log.js';
import { createMembers } from '../domain/members.js';
import { Refusal } from '../failure.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { Guild, GuildMember, Role } from '../state/model.js';
import { toMemberWithUser } from '../wire/parts.js';
import type { Audited } from './audited.js';
import { guildOf, needMembersIntent } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const nick = z.nullish(z.string().check(z.maxLength(32)));
const ownChange = z.object({ nick });
const change = z.object({ nick, roles: z.nullish(z.array(SnowflakeTypeSchema)) });

/** Reads guild members and changes their nicknames and roles. */
export function memberRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const members = createMembers(rest);
  const base = '/guilds/:guildId/members';
  const subject = (call: RestCall): { guild: Guild; member: GuildMember } => {
    const guild = guildOf(state, call);
    const userId = param(call, 'userId');
    const member = guild.members.get(userId === '@me' ? call.app.botId : userId);
    if (!member) throw new Refusal(state.users.has(userId) ? 'unknownMember' : 'unknownUser');
    return { guild, member };
  };
  const changeRoles = (call: RestCall, rolesOf: (member: GuildMember) => string[]): void => {
    const { guild, member } = subject(call);
    const roleIds = rolesOf(member);
    for (const id of changed(member.roleIds, roleIds)) needAbove(guild, call.app.botId, roleOf(guild, id));
    if (changed(member.roleIds, roleIds).length > 0) {
      members.change(guild, member, () => Object.assign(member, { roleIds }));
    }
  };
  const rename = (call: RestCall, name: string | null): void => {
    const { guild, member } = subject(call);
    needToRename(guild, call.app.botId, member.userId);
    members.change(guild, member, () => Object.assign(member, { nick: name || null }));
  };
  /** Role changes and nickname changes have separate audit entries; a request with both records the roles. */
  const noted = (call: RestCall): Audited => {
    const { guild, member } = subject(call);
    const { nick: name, roleIds } = member;
    const toRoles = (ids: readonly string[]) =>
      ids.map((id) => ({ id, name: guild.roles.get(id)?.name ?? '' }));
    return () => {
      const [given, taken] = [
        member.roleIds.filter((id) => !roleIds.includes(id)),
        roleIds.filter((id) => !member.roleIds.includes(id)),
      ];
      const changes = [
        ...(given.length > 0 ? [{ key: '$add', new_value: toRoles(given) }] : []),
        ...(taken.length > 0 ? [{ key: '$remove', new_value: toRoles(taken) }] : []),
      ];
      if (changes.length > 0) return { action: Audit.MemberRoles, targetId: member.userId, changes };
      const [old_value, new_value] = [name, member.nick];
      if (old_value === new_value) return null;
      return {
        action: Audit.MemberUpdate,
        targetId: member.userId,
        changes: [{ key: 'nick', old_value, new_value }],
      };
    };
  };
  return [
    {
      method: 'GET',
      path: base,
      query: { limit: [1, 1_000], after: 'snowflake' },
      handle(call) {
        const guild = guildOf(state, call);
        needMembersIntent(call);
        const { after = '0', limit = '1' } = call.query;
        return [...guild.members.values()]
          .filter(({ userId }) => BigInt(userId) > BigInt(after))
          .sort((a, b) => (BigInt(a.userId) < BigInt(b.userId) ? -1 : 1))
          .slice(0, Number(limit))
          .map((member) => toMemberWithUser(state, member));
      },
    },
    {
      method: 'GET',
      path: `${base}/search`,
      query: { query: 'text', limit: [1, 1_000] },
      handle(call) {
        const guild = guildOf(state, call);
        const prefix = (call.query.query ?? '').toLowerCase();
        const startsSo = ({ userId, nick: own }: GuildMember): boolean => {
          const { username, displayName } = state.users.get(userId)!;
          return [username, displayName, own ?? ''].some((name) => name.toLowerCase().startsWith(prefix));
        };
        const found = [...guild.members.values()].filter(startsSo);
        return found.slice(0, Number(call.query.limit ?? 1)).map((member) => toMemberWithUser(state, member));
      },
    },
    {
      method: 'GET',
      path: `${base}/:userId`,
      handle: (call) => toMemberWithUser(state, subject(call).member),
    },
    {
      method: 'PATCH',
      path: `${base}/:userId`,
      body: ({ params }) => (params.userId === '@me' ? ownChange : change),
      audit: noted,
      handle(call) {
        const body = call.body as { nick?: string | null; roles?: string[] | null };
        const { guild, member } = subject(call);
        if (body.nick !== undefined) needToRename(guild, call.app.botId, member.userId);
        if (body.roles) changeRoles(call, () => [...new Set(body.roles)]);
        if (body.nick !== undefined) rename(call, body.nick);
        return toMemberWithUser(state, member);
      },
    },
    {
      method: 'PUT',
      path: `${base}/:userId/roles/:roleId`,
      audit: noted,
      handle(call) {
        changeRoles(call, ({ roleIds }) => [...new Set([...roleIds, param(call, 'roleId')])]);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:userId/roles/:roleId`,
      audit: noted,
      handle(call) {
        const role = roleOf(guildOf(state, call), param(call, 'roleId'));
        changeRoles(call, ({ roleIds }) => roleIds.filter((id) => id !== role.id));
      },
    },
  ];
}

const changed = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((id) => !before.includes(id)),
  ...before.filter((id) => !after.includes(id)),
];

function roleOf(guild: Guild, id: string): Role {
  const role = guild.roles.get(id);
  if (!role) throw new Refusal('unknownRole');
  return role;
}

const rankOf = (guild: Guild, userId: string): number =>
  guild.ownerId === userId
    ? Number.POSITIVE_INFINITY
    : Math.max(
        0,
        ...(guild.members.get(userId)?.roleIds ?? []).map((id) => guild.roles.get(id)?.position ?? 0),
      );

/** A bot may only assign roles below its own, and neither @everyone nor roles of bots. */
function needAbove(guild: Guild, botId: string, role: Role): void {
  const mayManage = has(permissionsInGuild(guild, botId), Permission.ManageRoles);
  const isFixed = role.botId !== null || role.id === guild.id;
  if (!mayManage || isFixed || role.position >= rankOf(guild, botId)) throw new Refusal('missingPermissions');
}

/** A bot needs one permission for its own nickname and another for members below it. */
function needToRename(guild: Guild, botId: string, userId: string): void {
  const own = permissionsInGuild(guild, botId);
  const mayRename =
    userId === botId
      ? has(own, Permission.ChangeNickname)
      : has(own, Permission.ManageNicknames) && rankOf(guild, userId) < rankOf(guild, botId);
  if (!mayRename) throw new Refusal('missingPermissions');
}
