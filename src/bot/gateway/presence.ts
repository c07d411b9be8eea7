import {
  type APIChannel,
  type APIGuildMember,
  type APIRole,
  type Client,
  DiscordAPIError,
  type REST,
  Routes,
} from 'discord.js';
import { missingPermissions, type PermissionName } from '../permissions.js';
import { type RoleStanding, type StandingRole, standingOf } from './role-standing.js';

/** The server of a channel, and the channel or category it is in. */
export type ChannelPlace = { guildId: string; parentId: string | null };

/** Where a channel is, and which roles and permissions a member has in a server. */
export type Presence = {
  /** Null for one that is gone, hidden from the bot, or in no server. */
  channel(channelId: string): Promise<ChannelPlace | null>;
  /** The roles of a member; null when they are not in the server. */
  rolesOf(guildId: string, memberId: string): Promise<readonly string[] | null>;
  /** What the bot lacks to post in a channel; empty where that is not known. */
  lacksIn(channelId: string): PermissionName[];
  /** Whether the bot can give a role to members. */
  standing(guildId: string, roleId: string): Promise<RoleStanding>;
  /** Whether the server still has this role. */
  hasRole(guildId: string, roleId: string): Promise<boolean>;
};

/** Discord's error codes for a channel, server, member or user that is not there, or that the bot cannot see. */
const absentCodes: ReadonlySet<number | string> = new Set([10003, 10004, 10007, 10013, 50001]);

const orNull = (error: unknown): null => {
  if (error instanceof DiscordAPIError && absentCodes.has(error.code)) return null;
  throw error;
};

/**
 * Reads what the gateway reported, else asks Discord: another process may have the shard of the server. Discord sends a
 * member's roles with each of their messages and interactions, so those in the cache are as new as what they ask for.
 */
export function createPresence(
  clients: () => readonly Pick<Client, 'guilds' | 'channels' | 'user'>[],
  rest: REST,
  selfId: () => string,
): Presence {
  const channelOf = (id: string) => clients().flatMap(({ channels }) => channels.cache.get(id) ?? [])[0];
  const guildOf = (id: string) => clients().flatMap(({ guilds }) => guilds.cache.get(id) ?? [])[0];
  const rolesIn = async (guildId: string): Promise<StandingRole[]> => {
    const known = guildOf(guildId)?.roles.cache;
    if (known)
      return known.map(({ id, position, managed, permissions }) => ({
        id,
        position,
        managed,
        permissions: permissions.bitfield,
      }));
    const found = (await rest.get(Routes.guildRoles(guildId)).catch(orNull)) as APIRole[] | null;
    return (found ?? []).map((role) => ({ ...role, permissions: BigInt(role.permissions) }));
  };
  const rolesOf: Presence['rolesOf'] = async (guildId, memberId) => {
    const known = guildOf(guildId)?.members.cache.get(memberId);
    if (known) return [...known.roles.cache.keys()];
    const found = await rest.get(Routes.guildMember(guildId, memberId)).catch(orNull);
    return (found as APIGuildMember | null)?.roles ?? null;
  };
  return {
    rolesOf,
    async standing(guildId, roleId) {
      const [roles, own] = await Promise.all([rolesIn(guildId), rolesOf(guildId, selfId())]);
      return standingOf(roleId, { guildId, roles, own: own ?? [] });
    },
    async channel(channelId) {
      const known = channelOf(channelId);
      if (known && 'guildId' in known && known.guildId)
        return { guildId: known.guildId, parentId: 'parentId' in known ? known.parentId : null };
      const found = (await rest.get(Routes.channel(channelId)).catch(orNull)) as APIChannel | null;
      if (!found || !('guild_id' in found) || !found.guild_id) return null;
      return { guildId: found.guild_id, parentId: ('parent_id' in found && found.parent_id) || null };
    },
    lacksIn(channelId) {
      const known = channelOf(channelId);
      if (!known || !('permissionsFor' in known)) return [];
      const own = known.permissionsFor(known.client.user.id);
      return own ? missingPermissions(own, ['ViewChannel', 'SendMessages']) : [];
    },
    async hasRole(guildId, roleId) {
      const known = guildOf(guildId);
      if (known) return known.roles.cache.has(roleId);
      const found = (await rest.get(Routes.guildRoles(guildId)).catch(orNull)) as APIRole[] | null;
      return found?.some(({ id }) => id === roleId) ?? false;
    },
  };
}
