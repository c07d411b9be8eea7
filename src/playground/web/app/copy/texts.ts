import { english, languages } from './english.gen.js';

/**
 * The texts of the page, from `data/locales`. They only have plain arguments (`{name}`), so that the page needs no
 * message parser before its first paint.
 */

export type TextKey = keyof typeof english;

type ArgumentsIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ArgumentsIn<Rest>
  : never;
type Values<Key extends TextKey> = [ArgumentsIn<(typeof english)[Key]>] extends [never]
  ? []
  : [values: Record<ArgumentsIn<(typeof english)[Key]>, string | number>];

/** @example t('playground.guide.done', { bot: 'Rigsmith' }) */
export type Translate = <Key extends TextKey>(key: Key, ...values: Values<Key>) => string;

/** @param texts in one language; a missing text is shown in English */
export const createTexts =
  (texts: Readonly<Partial<Record<string, string>>>): Translate =>
  (key, ...[values]) => {
    const text = texts[key] ?? english[key];
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = (values as Readonly<Record<string, string | number>> | undefined)?.[name];
      return value === undefined ? whole : String(value);
    });
  };

export const inEnglish: Translate = createTexts({});

/** The page's language for one of Discord: `es-419` is shown in `es-ES`, an unknown one in English. */
export function languageOf(locale: string): string {
  const base = (tag: string) => tag.split('-')[0];
  const same = languages.find((language) => language === locale);
  return same ?? languages.find((language) => base(language) === base(locale)) ?? 'en-US';
}
