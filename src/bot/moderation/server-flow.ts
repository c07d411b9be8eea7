import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Presence } from '../gateway/presence.js';
import type { RoleStanding } from '../gateway/role-standing.js';
import { missingReason } from '../permissions.js';
import type { ServerSettings, SettingsStore } from '../settings/store.js';
import type { AuditStore } from './store.js';

/** A manager of a server. `key` is the interaction: repeated, it counts once. */
export type Manager = { managerId: string; isManager: boolean; guildId: string };

/** Settings with the ids that Discord no longer has, and why members don't get their role. */
export type ShownSettings = {
  settings: ServerSettings;
  gone: ReadonlySet<string>;
  roleProblem: Exclude<RoleStanding, 'fine'> | null;
  /** Members get no welcome credits, because the operator gives the server none to hand out. */
  hasNoBudget: boolean;
  /** Credits of the server's pool; null for a service without pools. */
  pool: number | null;
};

/** What the managers of a server set for it. */
export function createServerFlow(deps: {
  settings: SettingsStore;
  audit: AuditStore;
  presence: Presence;
  locales: readonly { locale: string; name: string }[];
  changed: (guildId: string) => Promise<void>;
  /** Credits of the server's pool. */
  poolOf: (guildId: string, managerId: string) => Promise<number | null>;
  /** Whether the operator lets the moderators of a server give credits. */
  hasBudget: (guildId: string, managerId: string) => Promise<boolean>;
}) {
  const { settings, audit, presence, locales } = deps;

  /** Servers can change who sees the command in Discord, so the permission is checked again here. */
  const check = ({ isManager }: Manager): void => {
    if (!isManager) throw new AppError('forbidden', reason('settings.error.not_manager'));
  };

  const shown = async ({ guildId, managerId }: Manager, found: ServerSettings): Promise<ShownSettings> => {
    const { rigChannels, talkChannels, rigRoles, talkRoles, poolRoles, logChannel } = found;
    const gone = new Set<string>();
    for (const id of [...rigChannels, ...talkChannels, ...(logChannel ? [logChannel] : [])])
      if ((await presence.channel(id))?.guildId !== guildId) gone.add(id);
    for (const id of [...rigRoles, ...talkRoles, ...poolRoles])
      if (!(await presence.hasRole(guildId, id))) gone.add(id);
    const standing = found.memberRole ? await presence.standing(guildId, found.memberRole) : 'fine';
    const hasNoBudget = found.welcomeCredits > 0 && !(await deps.hasBudget(guildId, managerId));
    const pool = await deps.poolOf(guildId, managerId);
    return { settings: found, gone, roleProblem: standing === 'fine' ? null : standing, hasNoBudget, pool };
  };

  return {
    locales,

    async read(manager: Manager): Promise<ShownSettings> {
      check(manager);
      return shown(manager, await settings.of(manager.guildId));
    },

    /** For a form, which has to open at once. */
    async current(manager: Manager): Promise<ServerSettings> {
      check(manager);
      return settings.of(manager.guildId);
    },

    /** @throws AppError `invalid_request` for a channel or role of another server, or an unknown language */
    async change(manager: Manager, changes: Partial<ServerSettings>, key: string): Promise<ShownSettings> {
      check(manager);
      const { managerId: actorId, guildId } = manager;
      if (changes.locale && !locales.some(({ locale }) => locale === changes.locale))
        throw new AppError('invalid_request', reason('language.error.unknown'));
      const lacking = changes.logChannel ? presence.lacksIn(changes.logChannel) : [];
      if (lacking.length > 0) throw new AppError('invalid_request', missingReason(lacking));
      await audit.begin(
        { actorId, action: 'settings', targetId: '', guildId, detail: Object.keys(changes).join(' ') },
        key,
      );
      const changed = await settings.change(guildId, changes);
      await audit.end(key, 'done');
      await deps.changed(guildId);
      return shown(manager, changed);
    },
  };
}
