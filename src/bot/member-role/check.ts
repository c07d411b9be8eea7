import type { Clock } from '../../base/clock.js';
import type { SettingsStore } from '../settings/store.js';
import type { MemberRoleStore } from './store.js';

const checkMs = 86_400_000;

export const serversWithRole = async (settings: Pick<SettingsStore, 'all'>) =>
  (await settings.all()).flatMap(({ guildId, memberRole }) => (memberRole ? [{ guildId, memberRole }] : []));

/** Looks at each server once a day: a role may have been given or taken by hand, or the bot missed a change. */
export function createCheck(deps: {
  store: Pick<MemberRoleStore, 'servers' | 'lookAtServer'>;
  settings: Pick<SettingsStore, 'all'>;
  clock: Clock;
}): () => Promise<void> {
  const { store, settings, clock } = deps;
  return async () => {
    const [wanted, checked] = await Promise.all([serversWithRole(settings), store.servers()]);
    for (const { guildId, memberRole } of wanted) {
      const last = checked.find((one) => one.guildId === guildId);
      const isFresh = last?.roleId === memberRole && last.checkedAt > clock.now() - checkMs;
      if (!isFresh) await store.lookAtServer(guildId, memberRole);
    }
    for (const { guildId } of checked)
      if (!wanted.some((one) => one.guildId === guildId)) await store.lookAtServer(guildId, null);
  };
}
