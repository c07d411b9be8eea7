import { Audit, type AuditLog } from '../domain/audit-log.js';
import type { Membership } from '../domain/membership.js';
import { PersonError } from '../failure.js';
import type { State } from '../state/state.js';
import type { Faults } from '../types.js';

/** Kicks and bans members and bots, and brings them back. */
export type MembershipFaults = Pick<Faults, 'kick' | 'ban' | 'unban' | 'invite' | 'active' | 'clear'>;

export function createMembershipFaults(deps: {
  state: State;
  membership: Membership;
  auditLog: AuditLog;
}): MembershipFaults {
  const { state, membership, auditLog } = deps;
  /** Roles of removed people, by user id. */
  const removedRoles = new Map<string, readonly string[]>();
  const nameOf = (userId: string): string => state.users.get(userId)?.displayName ?? userId;

  const note = (action: number, targetId: string): void =>
    auditLog.record({ action, targetId, userId: state.guild.ownerId });

  const removeMember = (userId: string, banned: boolean): void => {
    if (!state.users.has(userId)) throw new PersonError(`There is no user ${userId}.`);
    if (userId === state.guild.ownerId) throw new PersonError('The owner cannot be kicked or banned.');
    const member = state.members.get(userId);
    const isInstalled = state.applications.get(userId)?.installed === 'commands';
    if (!banned && !member && !isInstalled) throw new PersonError(`${nameOf(userId)} is not in the server.`);
    if (!removedRoles.has(userId)) removedRoles.set(userId, member?.roleIds ?? []);
    membership.leave(userId, { banned });
    note(banned ? Audit.MemberBan : Audit.MemberKick, userId);
  };
  const restoreMember: Faults['invite'] = (userId, options) => {
    const isInstalled = state.applications.get(userId)?.installed === 'commands';
    if (isInstalled && options?.commandsOnly) throw new PersonError('Its commands are already installed.');
    membership.enter(userId, options);
    const roleIds = removedRoles.get(userId);
    removedRoles.delete(userId);
    const isBot = state.users.get(userId)?.bot;
    const member = state.members.get(userId);
    if (member && roleIds && !isBot) member.roleIds = roleIds.filter((id) => state.roles.has(id));
    if (isBot && options?.commandsOnly) removedRoles.set(userId, []);
  };

  return {
    kick: (userId) => removeMember(userId, false),
    ban: (userId) => removeMember(userId, true),
    unban(userId) {
      membership.unban(userId);
      note(Audit.MemberUnban, userId);
    },
    invite: restoreMember,
    active: () =>
      [...removedRoles.keys()].map((userId) => {
        if (state.banned.has(userId)) return `${nameOf(userId)} is banned.`;
        const isInstalled = state.applications.get(userId)?.installed === 'commands';
        return `${nameOf(userId)} is not in the server${isInstalled ? ', only its commands are' : ''}.`;
      }),
    clear() {
      for (const userId of [...removedRoles.keys()]) {
        if (state.banned.has(userId)) membership.unban(userId);
        if (!state.members.has(userId)) restoreMember(userId);
      }
      removedRoles.clear();
    },
  };
}
