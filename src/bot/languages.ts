import type { Translate } from '../copy/translate.js';

/** The languages of members and servers. */
export type Languages = {
  /**
   * What one member reads. Their choice comes first, then the language of their Discord.
   * @param discordLocale of the interaction; without one, the last that was seen
   */
  ofMember(memberId: string, discordLocale?: string): Promise<Translate>;
  /** What a whole channel reads. @param locale of the server, or as kept with the card */
  ofChannel(locale: string | null | undefined): Translate;
  /** What the whole server reads: the language its managers chose, else that of the server in Discord. */
  ofServer(guildId: string | null, discordLocale: string | null): Promise<Translate>;
  /** Remembers the language of a member's Discord for direct messages, once they have linked a wallet. */
  see(memberId: string, discordLocale: string): Promise<void>;
};
