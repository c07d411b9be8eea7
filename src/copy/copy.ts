import type { LocaleFile } from './locales.js';
import { createTranslate, type Translate } from './translate.js';

/** The language of every key, and the fallback of all others. */
export const defaultLocale = 'en-US';

export type Copy = {
  /** @param locale a tag such as `de` or `es-419`; without a text in it or its language, English */
  for(locale: string | null | undefined): Translate;
  /** The available locale that serves a reader of `locale`; null when only English does. */
  match(locale: string): string | null;
  locales: readonly LocaleFile[];
};

/** Language and script: a reader of `es-419` is served by `es-ES`, but one of `zh-TW` is not by `zh-CN`. */
function writingOf(locale: string): string | null {
  try {
    const { language, script } = new Intl.Locale(locale).maximize();
    return `${language}-${script}`;
  } catch {
    return null;
  }
}

/** The catalog of all texts. Each locale is prepared at its first use. */
export function createCopy(locales: readonly LocaleFile[]): Copy {
  const byLocale = new Map(locales.map((file) => [file.locale, file]));
  const english = byLocale.get(defaultLocale);
  if (english === undefined) throw new Error(`data/locales has no ${defaultLocale}.json`);
  const matches = new Map<string, string | null>();
  const prepared = new Map<string, Translate>();

  const find = (locale: string): string | null => {
    if (byLocale.has(locale)) return locale;
    const wanted = writingOf(locale);
    const found = locales.find((file) => wanted !== null && writingOf(file.locale) === wanted);
    return found?.locale ?? null;
  };
  const match = (locale: string): string | null => {
    const known = matches.get(locale);
    if (known !== undefined) return known;
    const found = find(locale);
    if (matches.size < 200) matches.set(locale, found); // browsers may send any tag
    return found;
  };
  const prepare = (locale: string): Translate => {
    const file = byLocale.get(locale);
    return createTranslate({
      locale,
      get messages() {
        return file?.messages ?? {}; // not kept here, see readLocales
      },
      fallback: english,
    });
  };

  return {
    for(locale) {
      const matched = (locale && match(locale)) || defaultLocale;
      const translate = prepared.get(matched) ?? prepare(matched);
      prepared.set(matched, translate);
      return translate;
    },
    match,
    locales,
  };
}
