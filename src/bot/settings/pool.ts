import type { SettingsStore } from './store.js';

/** What a server lets a member use of its pool a day; null for nothing. A deleted role allows no one. */
export const createPoolRule =
  (settings: Pick<SettingsStore, 'of'>) =>
  async (guildId: string, roles: readonly string[]): Promise<number | null> => {
    const { poolDaily, poolRoles } = await settings.of(guildId);
    const isAllowed = poolRoles.length === 0 || poolRoles.some((id) => roles.includes(id));
    return poolDaily > 0 && isAllowed ? poolDaily : null;
  };
