import { type APIGuildMember, type Client, DiscordAPIError, type REST, Routes } from 'discord.js';

/** Where a channel is, and who somebody is in a server. */
export type Presence = {
  /** The server of a channel; null for one that is gone or has none. */
  guildOf(channelId: string): Promise<string | null>;
  /** The roles of a member; null when they are not in the server. */
  rolesOf(guildId: string, memberId: string): Promise<readonly string[] | null>;
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
  clients: () => readonly Pick<Client, 'guilds' | 'channels'>[],
  rest: REST,
): Presence {
  return {
    async guildOf(channelId) {
      const known = clients().flatMap(({ channels }) => channels.cache.get(channelId) ?? [])[0];
      if (known && 'guildId' in known) return known.guildId;
      const found = (await rest.get(Routes.channel(channelId)).catch(orNull)) as { guild_id?: string } | null;
      return found?.guild_id ?? null;
    },
    async rolesOf(guildId, memberId) {
      const guild = clients().flatMap(({ guilds }) => guilds.cache.get(guildId) ?? [])[0];
      const known = guild?.members.cache.get(memberId);
      if (known) return [...known.roles.cache.keys()];
      const found = await rest.get(Routes.guildMember(guildId, memberId)).catch(orNull);
      return (found as APIGuildMember | null)?.roles ?? null;
    },
  };
}
