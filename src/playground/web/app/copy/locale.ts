import { languageOf } from './texts.js';

let locale: string | undefined;

/** The locale of numbers and times: that of the page's language, or the browser's own when the page is in English. */
export const pageLocale = (): string | undefined => locale;

/** @param discordLocale the language of the acting person's Discord */
export function setPageLocale(discordLocale: string): void {
  locale = languageOf(discordLocale) === 'en-US' ? undefined : discordLocale;
}
