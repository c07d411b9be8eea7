import { DiscordAPIError, type REST, Routes } from 'discord.js';

/** Asks Discord whether a person is in a server. */
export type IsMember = (guildId: string, userId: string) => Promise<boolean>;

/** Discord error codes: unknown member, unknown user. */
const strangerCodes: ReadonlySet<number | string> = new Set([10007, 10013]);

export const createIsMember =
  (rest: REST): IsMember =>
  (guildId, userId) =>
    rest.get(Routes.guildMember(guildId, userId)).then(
      () => true,
      (error) => {
        if (error instanceof DiscordAPIError && strangerCodes.has(error.code)) return false;
        throw error;
      },
    );
