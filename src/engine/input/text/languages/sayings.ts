/** Words of the vocabulary in other languages, for people who read a spec. */
import type { SpecChange, SpecLine } from '../spec-lines.js';
import { colourHex, moods, poses } from '../vocabulary.js';
import { singular } from '../words.js';
import { type DictionaryName, dictionaryNames, dictionaryOf } from './dictionary.js';

/** The dictionary for a locale such as `pt-BR`; null for English and languages without one. */
export const dictionaryFor = (locale: string): DictionaryName | null =>
  dictionaryNames.find((name) => name === locale.toLowerCase().split('-')[0]) ?? null;

const meaningTables: readonly Readonly<Record<string, string>>[] = [colourHex, moods, poses];

/** Other words that mean the same: golden for gold, smiling for happy. */
const synonyms = (word: string): string[] =>
  meaningTables.flatMap((table) =>
    Object.hasOwn(table, word) ? Object.keys(table).filter((other) => table[other] === table[word]) : [],
  );

/** A word in another language; the word itself where its dictionary has none. */
export function sayIn(language: DictionaryName, word: string): string {
  const { sayings, looks, spaced } = dictionaryOf(language);
  const joined = word.replace(/[ -]/g, '');
  const forms = [word, joined, ...singular(joined), `${joined}s`, ...synonyms(joined)];
  const found = forms.find((form) => sayings.has(form));
  if (found !== undefined) return sayings.get(found)!;
  const parts = word.split(' ');
  if (parts.length === 1) return word;
  const before = parts.slice(0, -1).map((one) => looks.get(one) ?? sayIn(language, one));
  return [...before, sayIn(language, parts.at(-1)!)].join(spaced ? ' ' : '');
}

const sayAll = (language: DictionaryName, words: string[]) => words.map((word) => sayIn(language, word));

/** @param language null for English */
export const sayLine = (language: DictionaryName | null, line: SpecLine): SpecLine =>
  language === null
    ? line
    : {
        about: line.about,
        name: line.name && sayIn(language, line.name),
        words: sayAll(language, line.words),
      };

/** @param language null for English */
export const sayChange = (language: DictionaryName | null, change: SpecChange): SpecChange =>
  language === null
    ? change
    : {
        about: change.about,
        name: change.name && sayIn(language, change.name),
        before: change.before && sayAll(language, change.before),
        after: change.after && sayAll(language, change.after),
      };
