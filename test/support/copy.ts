import { resolve } from 'node:path';
import type { Languages } from '../../src/bot/languages.js';
import { createCopy } from '../../src/copy/copy.js';
import { readLocales } from '../../src/copy/locales.js';

/** The catalog as shipped. */
export const copy = createCopy(readLocales(resolve('data/locales')));

/** English texts, for cards as pure functions. */
export const t = copy.for('en-US');

/** Members who never chose a language: each reads the one of their Discord. */
export const languages: Languages = {
  ofMember: async (_memberId, discordLocale) => copy.for(discordLocale),
  ofChannel: copy.for,
  ofServer: async (_guildId, discordLocale) => copy.for(discordLocale),
  see: async () => undefined,
};
