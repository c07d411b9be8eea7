import { SnowflakeTypeSchema } from 'discord-api-spec/zod';
import * as z from 'zod/mini';
import { Audit } from '../domain/audit-log.js';
import { createMembers } from '../domain/members.js';
import { Refusal } from '../failure.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { GuildMember, Role } from '../state/model.js';
import type { State } from '../state/state.js';
import { toMemberWithUser } from '../wire/parts.js';
import type { Audited } from './audited.js';
import { inGuild, needMembersIntent } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

const nick = z.nullish(z.string().check(z.maxLength(32)));
const ownChange = z.object({ nick });
const change = z.object({ nick, roles: z.nullish(z.array(SnowflakeTypeSchema)) });

/** Reads guild members and changes their nicknames and roles. */
export function memberRoutes(rest: Rest): RestRoute[] {
  const { state } = rest;
  const members = createMembers(rest);
  const base = '/guilds/:guildId/members';
  const subject = (call: RestCall): GuildMember => {
    inGuild(state, call);
    const userId = param(call, 'userId');
    const member = state.members.get(userId === '@me' ? call.app.botId : userId);
    if (!member) throw new Refusal(state.users.has(userId) ? 'unknownMember' : 'unknownUser');
    return member;
  };
  const changeRoles = (call: RestCall, rolesOf: (member: GuildMember) => string[]): GuildMember => {
    const member = subject(call);
    const roleIds = rolesOf(member);
    for (const id of changed(member.roleIds, roleIds)) needAbove(state, call.app.botId, roleOf(state, id));
    if (changed(member.roleIds, roleIds).length > 0) {
      members.change(member, () => Object.assign(member, { roleIds }));
    }
    return member;
  };
  const rename = (call: RestCall, member: GuildMember, name: string | null): void => {
    needToRename(state, call.app.botId, member.userId);
    members.change(member, () => Object.assign(member, { nick: name || null }));
  };
  /** Role changes and nickname changes have separate audit entries; a request with both records the roles. */
  const noted = (call: RestCall): Audited => {
    const member = subject(call);
    const { nick: name, roleIds } = member;
    const toRoles = (ids: readonly string[]) =>
      ids.map((id) => ({ id, name: state.roles.get(id)?.name ?? '' }));
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
        inGuild(state, call);
        needMembersIntent(call);
        const { after = '0', limit = '1' } = call.query;
        return [...state.members.values()]
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
        inGuild(state, call);
        const prefix = (call.query.query ?? '').toLowerCase();
        const startsSo = ({ userId, nick: own }: GuildMember): boolean => {
          const { username, displayName } = state.users.get(userId)!;
          return [username, displayName, own ?? ''].some((name) => name.toLowerCase().startsWith(prefix));
        };
        const found = [...state.members.values()].filter(startsSo);
        return found.slice(0, Number(call.query.limit ?? 1)).map((member) => toMemberWithUser(state, member));
      },
    },
    { method: 'GET', path: `${base}/:userId`, handle: (call) => toMemberWithUser(state, subject(call)) },
    {
      method: 'PATCH',
      path: `${base}/:userId`,
      body: ({ params }) => (params.userId === '@me' ? ownChange : change),
      audit: noted,
      handle(call) {
        const body = call.body as { nick?: string | null; roles?: string[] | null };
        const member = subject(call);
        if (body.nick !== undefined) needToRename(state, call.app.botId, member.userId);
        if (body.roles) changeRoles(call, () => [...new Set(body.roles)]);
        if (body.nick !== undefined) rename(call, member, body.nick);
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
        const role = roleOf(state, param(call, 'roleId'));
        changeRoles(call, ({ roleIds }) => roleIds.filter((id) => id !== role.id));
      },
    },
  ];
}

const changed = (before: readonly string[], after: readonly string[]): string[] => [
  ...after.filter((id) => !before.includes(id)),
  ...before.filter((id) => !after.includes(id)),
];

function roleOf(state: State, id: string): Role {
  const role = state.roles.get(id);
  if (!role) throw new Refusal('unknownRole');
  return role;
}

const rankOf = (state: State, userId: string): number =>
  state.guild.ownerId === userId
    ? Number.POSITIVE_INFINITY
    : Math.max(
        0,
        ...(state.members.get(userId)?.roleIds ?? []).map((id) => state.roles.get(id)?.position ?? 0),
      );

/** A bot may only assign roles below its own, and neither @everyone nor roles of bots. */
function needAbove(state: State, botId: string, role: Role): void {
  const mayManage = has(permissionsInGuild(state, botId), Permission.ManageRoles);
  const isFixed = role.botId !== null || role.id === state.guild.id;
  if (!mayManage || isFixed || role.position >= rankOf(state, botId)) throw new Refusal('missingPermissions');
}

/** A bot needs one permission for its own nickname and another for members below it. */
function needToRename(state: State, botId: string, userId: string): void {
  const own = permissionsInGuild(state, botId);
  const mayRename =
    userId === botId
      ? has(own, Permission.ChangeNickname)
      : has(own, Permission.ManageNicknames) && rankOf(state, userId) < rankOf(state, botId);
  if (!mayRename) throw new Refusal('missingPermissions');
}
