import { z } from 'zod';
import type { Database } from '../../base/db/database.js';

const ids = z.array(z.string()).default([]);

/** What the managers of a server set. An empty list allows every channel or role. */
const serverSettings = z.object({
  rigChannels: ids,
  talkChannels: ids,
  rigRoles: ids,
  talkRoles: ids,
  /** Where acts of moderators are told. */
  logChannel: z.string().nullable().default(null),
  /** The language of what the whole server sees; null for that of the server in Discord. */
  locale: z.string().nullable().default(null),
  /** New conversations show only whole answers. */
  isQuiet: z.boolean().default(false),
  /** Whether a finished rig may mention its member. */
  mayMention: z.boolean().default(true),
});
export type ServerSettings = z.infer<typeof serverSettings>;

const sql = {
  find: 'SELECT settings FROM server_settings WHERE guild_id = @guildId',
  put: `INSERT INTO server_settings (guild_id, settings) VALUES (@guildId, @settings)
    ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings`,
};

const read = (row: { settings: string } | undefined): ServerSettings =>
  serverSettings.parse(row ? JSON.parse(row.settings) : {});

export function createSettingsStore({ db }: { db: Database }) {
  return {
    of: async (guildId: string): Promise<ServerSettings> => read(await db.get(sql.find, { guildId })),
    /** Changes some settings and keeps the others. */
    change: (guildId: string, changes: Partial<ServerSettings>): Promise<ServerSettings> =>
      db.transaction(async (t) => {
        const changed = { ...read(await t.get(sql.find, { guildId })), ...changes };
        await t.run(sql.put, { guildId, settings: JSON.stringify(changed) });
        return changed;
      }),
  };
}
export type SettingsStore = ReturnType<typeof createSettingsStore>;
