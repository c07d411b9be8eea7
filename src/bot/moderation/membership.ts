import { DiscordAPIError, type REST, Routes } from 'discord.js';

/** Whether a person is in a server, as Discord says it now. */
export type IsMember = (guildId: string, userId: string) => Promise<boolean>;

/** Unknown member, unknown user. */
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
