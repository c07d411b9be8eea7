import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Presence } from '../gateway/presence.js';
import type { ContentRules } from './content.js';
import type { SettingsStore } from './store.js';

/** What a server may allow only in some channels, or to some roles. */
export type Limited = 'rig' | 'talk';

export type ServerRules = ContentRules & {
  /** @throws AppError `forbidden` that names the channels or roles */
  check(what: Limited, memberId: string, place: { guildId: string; channelId: string }): Promise<void>;
  /** Only the roles: a conversation is allowed where it is. @throws AppError `forbidden` that names them */
  checkRoles(what: Limited, memberId: string, guildId: string): Promise<void>;
};

/** Channels and roles that were deleted allow nothing, and when all of them were, everything is allowed again. */
export function createServerRules(deps: {
  settings: Pick<SettingsStore, 'of'>;
  presence: Presence;
  content: ContentRules;
}): ServerRules {
  const { settings, presence, content } = deps;

  const existing = async (ids: readonly string[], exists: (id: string) => Promise<boolean>) => {
    const there = await Promise.all(ids.map(exists));
    return ids.filter((_, at) => there[at]);
  };

  const checkRoles: ServerRules['checkRoles'] = async (what, memberId, guildId) => {
    const { rigRoles, talkRoles } = await settings.of(guildId);
    const wanted = what === 'rig' ? rigRoles : talkRoles;
    if (wanted.length === 0) return;
    const roles = await existing(wanted, (id) => presence.hasRole(guildId, id));
    const own = (await presence.rolesOf(guildId, memberId)) ?? [];
    if (roles.length > 0 && !roles.some((id) => own.includes(id)))
      throw new AppError(
        'forbidden',
        reason(`settings.error.role.${what}`, { roles: roles.map((id) => `<@&${id}>`).join(' ') }),
      );
  };

  return {
    ...content,
    checkRoles,
    async check(what, memberId, { guildId, channelId }) {
      const { rigChannels, talkChannels } = await settings.of(guildId);
      const isThere = async (id: string) => (await presence.channel(id))?.guildId === guildId;
      const channels = await existing(what === 'rig' ? rigChannels : talkChannels, isThere);
      if (channels.length > 0 && !channels.includes(channelId)) {
        const parentId = (await presence.channel(channelId))?.parentId ?? '';
        if (!channels.includes(parentId))
          throw new AppError(
            'forbidden',
            reason(`settings.error.channel.${what}`, {
              channels: channels.map((id) => `<#${id}>`).join(' '),
            }),
          );
      }
      await checkRoles(what, memberId, guildId);
    },
  };
}
