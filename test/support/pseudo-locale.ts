import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { defaultLocale } from '../../src/copy/copy.js';
import { type LocaleFile, readLocales } from '../../src/copy/locales.js';

/**
 * A pseudo-locale shows which texts come from the catalog: `Buy credits` becomes `[!! Ḃüüẏ ċṙėėḋïïṫṡ !!]`, a third
 * longer. Arguments, Markdown, code, mentions, addresses and commands stay.
 */

const accents: Readonly<Record<string, string>> = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyz'].map((letter, at) => [
    letter,
    [...'ȧḃċḋėḟġḣïĵķļṁṅȯṗɋṙṡṫüṽẇẋẏż'][at] ?? letter,
  ]),
);

/** Around each text; two pseudo-locales with different marks can be told apart. */
export type Marks = readonly [string, string];
export const brackets: Marks = ['[!!', '!!]'];

const accented = (letter: string): string => {
  const lower = letter.toLowerCase();
  const found = accents[lower] ?? letter;
  return letter === lower ? found : found.toUpperCase();
};

const kept = /(<[^>]*>|https?:\/\/\S+|(?<![\w/])\/[a-z][a-z-]*)/;

type Style = { isLong: boolean };

const pseudoWords = (text: string, { isLong }: Style): string =>
  text
    .split(kept)
    .map((part, at) => {
      if (at % 2 === 1) return part;
      const longer = isLong ? part.replace(/[aeiou]/gi, (vowel) => vowel + vowel.toLowerCase()) : part;
      return longer.replace(/[a-z]/gi, accented);
    })
    .join('');

/** Replaces the literals of a message, also inside plurals and selects; text between backticks is code. */
function pseudoElements(
  elements: MessageFormatElement[],
  style: Style,
  starts = false,
): MessageFormatElement[] {
  let isCode = starts;
  return elements.map((element) => {
    if (element.type === TYPE.literal) {
      const parts = element.value.split('`').map((part, at) => {
        if (at > 0) isCode = !isCode;
        return isCode ? part : pseudoWords(part, style);
      });
      return { ...element, value: parts.join('`') };
    }
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([name, option]) => [
      name,
      { ...option, value: pseudoElements(option.value, style, isCode) },
    ]);
    return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
  });
}

/** Headings, small print, quotes and lists begin with characters that must stay first. */
const markup = /^((?:-#|#+|>+|[-*]|\d+\.) )?([\s\S]*)$/;

/** One text, within `limit` characters. */
export function pseudoMessage(text: string, marks: Marks, limit: number): string {
  const pseudo = (isLong: boolean) => printAST(pseudoElements(parse(text, { ignoreTag: true }), { isLong }));
  const [, before = '', rest = ''] = markup.exec(pseudo(true)) ?? [];
  const marked = `${before}${marks[0]} ${rest} ${marks[1]}`;
  if (limit > 100 || marked.length <= limit) return marked;
  return pseudo(false);
}

/** Discord's limits of short texts, by the end of the key; a translator would keep to them too. */
const limitOf = (key: string): number => {
  if (/\.form\.(title|.*\.label)$/.test(key)) return 45;
  if (key.endsWith('.button')) return 80;
  return /^command\.|\.(option|placeholder|hint)$/.test(key) ? 100 : 2_000;
};

const pseudoText = (key: string, text: string, marks: Marks): string =>
  /^command\..*\.name$/.test(key)
    ? pseudoWords(text, { isLong: false })
    : pseudoMessage(text, marks, limitOf(key));

const fileOf = ({ locale, name, isReviewed, messages }: LocaleFile): string =>
  JSON.stringify({ $locale: locale, $name: name, $reviewed: isReviewed, ...messages });

/**
 * A folder of locale files for a bot: the shipped English, and pseudo-locales under names that Discord knows.
 * @param marks by locale
 */
export function pseudoLocales(marks: Readonly<Record<string, Marks>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-locales-'));
  const english = readLocales(resolve('data/locales')).find(({ locale }) => locale === defaultLocale);
  if (!english) throw new Error(`data/locales has no ${defaultLocale}.json`);
  writeFileSync(join(folder, `${defaultLocale}.json`), fileOf(english));
  for (const [locale, own] of Object.entries(marks)) {
    const texts = Object.entries(english.messages).map(([key, text]) => [key, pseudoText(key, text, own)]);
    const file = { locale, name: `Pseudo ${locale}`, isReviewed: false, messages: Object.fromEntries(texts) };
    writeFileSync(join(folder, `${locale}.json`), fileOf(file));
  }
  return folder;
}
