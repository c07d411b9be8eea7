import { AppError } from '../../base/errors.js';
import type { Copy } from '../../copy/copy.js';
import type { LocaleFile } from '../../copy/locales.js';
import { reason } from '../../copy/reason.js';
import type { Languages } from '../languages.js';
import type { LanguageStore } from './store.js';

export type LanguageFlow = ReturnType<typeof createLanguageFlow>;

export function createLanguageFlow(options: {
  store: LanguageStore;
  copy: Copy;
  /** The language that the managers of a server chose. */
  localeOf: (guildId: string) => Promise<string | null>;
  /** Whether the bot has other data of this person; of strangers it stores nothing. */
  isKnown: (memberId: string) => Promise<boolean>;
}) {
  const { store, copy, localeOf, isKnown } = options;
  const languages: Languages = {
    async ofMember(memberId, discordLocale) {
      // A first link is announced before `see` knows the member.
      if (discordLocale !== undefined) store.noteRecent(memberId, discordLocale);
      const { chosen, seen } = await store.find(memberId);
      return copy.for(chosen ?? discordLocale ?? seen ?? store.recentOf(memberId));
    },
    ofChannel: copy.for,
    ofServer: async (guildId, discordLocale) =>
      copy.for((guildId === null ? null : await localeOf(guildId)) ?? discordLocale),
    async see(memberId, discordLocale) {
      const { seen } = await store.find(memberId);
      if (seen !== discordLocale && (await isKnown(memberId))) await store.see(memberId, discordLocale);
    },
  };
  const fileOf = (locale: string | null): LocaleFile | null =>
    copy.locales.find((one) => one.locale === locale) ?? null;
  return {
    ...languages,
    available: copy.locales,
    /** The member is known from now on: any process may send them a direct message. */
    async onLinked(memberId: string): Promise<void> {
      const recent = store.recentOf(memberId);
      if (recent !== null) await languages.see(memberId, recent);
    },
    /** The file of the language the member chose; null for the language of their Discord. */
    chosenBy: async (memberId: string): Promise<LocaleFile | null> =>
      fileOf((await store.find(memberId)).chosen),
    /**
     * @param locale null for the language of their Discord
     * @returns the file of the chosen language
     */
    async choose(memberId: string, locale: string | null): Promise<LocaleFile | null> {
      const file = fileOf(locale);
      if (locale !== null && !file) throw new AppError('invalid_request', reason('language.error.unknown'));
      await store.choose(memberId, locale);
      return file;
    },
  };
}
