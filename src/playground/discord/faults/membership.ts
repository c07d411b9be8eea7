import { Audit, type AuditLog } from '../domain/audit-log.js';
import type { Membership } from '../domain/membership.js';
import { PersonError } from '../failure.js';
import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import type { Guild } from '../state/model.js';
import { findGuild, type State } from '../state/state.js';
import type { Faults } from '../types.js';

/** Kicks and bans members and bots, and brings them back. */
export type MembershipFaults = Pick<Faults, 'kick' | 'ban' | 'unban' | 'invite' | 'clear'> & {
  active(): Saying[];
};

/** A user removed from a guild, with the roles to restore. */
type Removed = { guild: Guild; userId: string; roleIds: readonly string[] };

export function createMembershipFaults(deps: {
  state: State;
  membership: Membership;
  auditLog: AuditLog;
}): MembershipFaults {
  const { state, membership, auditLog } = deps;
  const removed = new Map<string, Removed>();
  const keyOf = (guild: Guild, userId: string): string => `${guild.id} ${userId}`;
  const nameOf = (userId: string): string => state.users.get(userId)?.displayName ?? userId;
  const hasCommandsOnly = (guild: Guild, userId: string): boolean =>
    state.applications.get(userId)?.installations.get(guild.id) === 'commands';

  const note = (guild: Guild, action: number, targetId: string): void =>
    auditLog.record(guild, { action, targetId, userId: guild.ownerId });

  const removeMember = (guild: Guild, userId: string, banned: boolean): void => {
    if (!state.users.has(userId)) throw new PersonError(`Unknown user ${userId}.`);
    if (userId === guild.ownerId) throw new PersonError(say('owner_stays'));
    const member = guild.members.get(userId);
    if (!banned && !member && !hasCommandsOnly(guild, userId))
      throw new PersonError(say('is_out', { name: nameOf(userId), server: guild.name }));
    const key = keyOf(guild, userId);
    if (!removed.has(key)) removed.set(key, { guild, userId, roleIds: member?.roleIds ?? [] });
    membership.leave(guild, userId, { banned });
    note(guild, banned ? Audit.MemberBan : Audit.MemberKick, userId);
  };
  const restoreMember = (guild: Guild, userId: string, commandsOnly: boolean): void => {
    if (!state.users.has(userId)) throw new PersonError(`Unknown user ${userId}.`);
    if (commandsOnly && hasCommandsOnly(guild, userId)) throw new PersonError(say('commands_installed'));
    membership.enter(guild, userId, { commandsOnly });
    const key = keyOf(guild, userId);
    const { roleIds } = removed.get(key) ?? {};
    removed.delete(key);
    const isBot = state.users.get(userId)?.bot;
    const member = guild.members.get(userId);
    if (member && roleIds && !isBot) member.roleIds = roleIds.filter((id) => guild.roles.has(id));
    if (isBot && commandsOnly) removed.set(key, { guild, userId, roleIds: [] });
  };
  const describe = ({ guild, userId }: Removed): Saying => {
    const who = { name: nameOf(userId), server: guild.name };
    if (guild.banned.has(userId)) return say('is_banned', who);
    return hasCommandsOnly(guild, userId) ? say('is_out_but_commands', who) : say('is_out', who);
  };

  return {
    kick: (userId, guild) => removeMember(findGuild(state, guild), userId, false),
    ban: (userId, guild) => removeMember(findGuild(state, guild), userId, true),
    unban(userId, nameOrId) {
      const guild = findGuild(state, nameOrId);
      membership.unban(guild, userId);
      note(guild, Audit.MemberUnban, userId);
    },
    invite: (userId, { commandsOnly = false, guild } = {}) =>
      restoreMember(findGuild(state, guild), userId, commandsOnly),
    active: () => [...removed.values()].map(describe),
    clear() {
      for (const { guild, userId } of [...removed.values()]) {
        if (guild.banned.has(userId)) membership.unban(guild, userId);
        if (!guild.members.has(userId)) restoreMember(guild, userId, false);
      }
      removed.clear();
    },
  };
}
