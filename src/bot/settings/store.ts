import { z } from 'zod';
import { strictnesses } from '../../base/content.js';
import type { Database } from '../../base/db/database.js';

/** Characters of what managers write about the agent. */
export const longest = { persona: 1_000, documents: 4_000 } as const;

const ids = z.array(z.string()).default([]);

/** Who sees a new rig: everyone in the channel, or only its member until they show it. */
export const visibilities = ['public', 'private'] as const;

/** Where the agent answers a mention: in a new thread, or in the channel. */
export const mentionPlaces = ['thread', 'here'] as const;

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
  /** For rigs whose member chose nothing else. */
  visibility: z.enum(visibilities).default('public'),
  /** Pictures of rigs are hidden until clicked. */
  hasSpoilers: z.boolean().default(false),
  strictness: z.enum(strictnesses).default('normal'),
  /** Credits from the server's budget for members who link their first wallet here; 0 gives none. */
  welcomeCredits: z.number().int().min(0).default(0),
  mentions: z.enum(mentionPlaces).default('thread'),
  /** How the agent speaks in conversations of this server, and what it knows about it. */
  persona: z.string().max(longest.persona).default(''),
  documents: z.string().max(longest.documents).default(''),
  /** Credits that each member may use of the server's pool a day; 0 closes it. */
  poolDaily: z.number().int().min(0).default(0),
  /** Who may use the pool; empty for every member. */
  poolRoles: ids,
  /** Given to members while they have a linked wallet. */
  memberRole: z.string().nullable().default(null),
});
export type ServerSettings = z.infer<typeof serverSettings>;

/** Those of a server that set nothing. */
export const defaultSettings: ServerSettings = serverSettings.parse({});

const sql = {
  find: 'SELECT settings FROM server_settings WHERE guild_id = @guildId',
  all: 'SELECT guild_id AS guildId, settings FROM server_settings',
  put: `INSERT INTO server_settings (guild_id, settings) VALUES (@guildId, @settings)
    ON CONFLICT (guild_id) DO UPDATE SET settings = excluded.settings`,
};

const read = (row: { settings: string } | undefined): ServerSettings =>
  row ? serverSettings.parse(JSON.parse(row.settings)) : defaultSettings;

export function createSettingsStore({ db }: { db: Database }) {
  return {
    of: async (guildId: string): Promise<ServerSettings> => read(await db.get(sql.find, { guildId })),
    /** Of every server that set something. */
    all: async (): Promise<(ServerSettings & { guildId: string })[]> =>
      (await db.all<{ guildId: string; settings: string }>(sql.all)).map(({ guildId, ...row }) => ({
        guildId,
        ...read(row),
      })),
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
