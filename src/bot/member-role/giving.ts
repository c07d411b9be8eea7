import { DiscordAPIError, type REST, Routes } from 'discord.js';
import type { Log } from '../../base/log.js';
import type { Deliver } from '../delivery/outbox.js';
import type { Presence } from '../gateway/presence.js';
import type { SettingsStore } from '../settings/store.js';
import type { GivenRole, MemberRoleStore } from './store.js';

/** Discord's codes for a server, member, role or user that is gone, and for a server the bot has left. */
const absentCodes: ReadonlySet<number | string> = new Set([10004, 10007, 10011, 10013, 50001]);
const notPermitted = 50013;

/** Gives a member of a server the role for linked wallets, or takes it, by whether they have one now. */
export function createMemberRoleDelivery(deps: {
  store: Pick<MemberRoleStore, 'given' | 'add' | 'remove'>;
  settings: Pick<SettingsStore, 'of'>;
  presence: Pick<Presence, 'standing'>;
  isLinked: (memberId: string) => Promise<boolean>;
  rest: Pick<REST, 'put' | 'delete'>;
  log: Log;
}): Deliver {
  const { store, settings, presence, isLinked, rest, log } = deps;

  /** @returns null where Discord doesn't let the bot, which the next check of the server tries again */
  const change = async (how: 'put' | 'delete', role: GivenRole): Promise<'done' | 'absent' | null> => {
    const { guildId, memberId, roleId } = role;
    try {
      await rest[how](Routes.guildMemberRole(guildId, memberId, roleId));
      return 'done';
    } catch (error) {
      if (!(error instanceof DiscordAPIError)) throw error;
      if (absentCodes.has(error.code)) return 'absent';
      if (error.code !== notPermitted) throw error;
      log.warn({ guild: guildId, role: roleId }, 'role of a member not changed: the bot may not give it');
      return null;
    }
  };

  return async (subject) => {
    const [guildId = '', memberId = ''] = subject.split('/');
    const wanted = (await isLinked(memberId)) ? (await settings.of(guildId)).memberRole : null;
    for (const roleId of await store.given(guildId, memberId)) {
      if (roleId === wanted) continue;
      const role = { guildId, memberId, roleId };
      if ((await change('delete', role)) !== null) await store.remove(role);
    }
    if (wanted === null || (await presence.standing(guildId, wanted)) !== 'fine') return;
    const role = { guildId, memberId, roleId: wanted };
    await store.add(role); // first, so that a crash leaves no role that is never taken back
    if ((await change('put', role)) !== 'done') await store.remove(role);
  };
}
