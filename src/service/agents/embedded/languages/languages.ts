import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { dictionaryOf, fold } from '../../../../engine/input/text/languages/dictionary.js';
import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { createPhrasings, type Phrasings, strange } from '../topics/phrasings.js';
import type { TopicModel } from '../topics/topic-model.js';
import { type Glosses, glossesOf } from './gloss.js';

/** The languages that members write in besides English: data/talk/languages, a file each. */

const patterns = z.array(z.string()).min(1);
const shape = z.strictObject({
  /** Of Unicode. Such a language is known by its letters, the others by `signs`. */
  scripts: patterns.optional(),
  /** Words of this language that English does not have. */
  signs: patterns.optional(),
  /** Whether spaces separate words. */
  spaced: z.boolean().default(true),
  /** Words that say nothing about what a message is about. */
  polite: z.array(z.string()).default([]),
  /** The words of a question. */
  asks: patterns.optional(),
  /** What members in despair or danger write, folded as in dictionary.ts. */
  danger: patterns.optional(),
  /** English words for those of a sentence about a character. `<`: a verb behind what it is about. */
  glosses: z.record(z.string(), patterns).optional(),
  /** How members say an English sentence; 0 is any number. */
  phrases: z.record(z.string(), patterns),
  /** How members say what a topic of data/talk/topics is about. */
  topics: z.record(z.string(), patterns).default({}),
  /** Answers in a language that the catalog lacks. */
  says: z
    .strictObject({ hello: z.string(), thanks: z.string(), english: z.string(), balance: z.string() })
    .optional(),
});
type File = z.infer<typeof shape>;

export type Language = {
  name: string;
  scripts: readonly RegExp[];
  sign: RegExp;
  asks: RegExp;
  danger: RegExp;
  glosses: Glosses | null;
  /** By the English sentence that they mean, or by a topic: `@refund`. */
  phrases: File['phrases'];
  /** The same, to find the nearest; made when they are first needed. */
  phrasings: Phrasings<string>;
  model: TopicModel;
  tokensOf: (line: string) => string[];
  says: File['says'];
};

/** Words with spaces around them, or any part of a text without spaces. */
const anyOf = (list: readonly string[] | undefined, isSpaced: boolean): RegExp => {
  const any = list?.join('|') ?? '(?!)';
  return new RegExp(isSpaced ? `(?<!\\p{L})(?:${any})(?!\\p{L})` : any, 'iu');
};

/** Whole numbers, also as 1.000, 1,000 and 1 000. */
const numbers = /\d{1,3}(?:[., ]\d{3})+(?!\d)|\d+/g;

/** The first number of a message by its digits. */
export const numberSaid = (line: string): string | undefined =>
  line.match(numbers)?.[0].replace(/\D/g, '').slice(0, 7);

/** Longer words count by their beginning, because their endings change. */
const stemLength = 5;

const tokenizer = (polite: readonly string[], isSpaced: boolean) => {
  const left = new RegExp(anyOf(polite.length > 0 ? polite.map(fold) : undefined, isSpaced), 'giu');
  return (line: string): string[] => {
    const folded = fold(line);
    const bare = folded.replace(left, ' ');
    const text = /[\p{L}\p{N}]/u.test(bare) ? bare : folded;
    const words =
      text.replace(numbers, ' 0 ').match(isSpaced ? /[\p{L}\p{M}\p{N}]+/gu : /[\p{L}\p{N}]/gu) ?? [];
    return words.map((word) => word.slice(0, stemLength));
  };
};

/** The weight of a word of a description: a message with one is likely about a character. */
const described = 5;

function describingWords(name: string): ReadonlySet<string> {
  const dictionary = dictionaryFor(name);
  const entries = dictionary ? [...dictionaryOf(dictionary).exact] : [];
  return new Set(
    entries.flatMap(([word, { kind }]) =>
      kind === 'noun' || kind === 'adjective' ? [word.slice(0, stemLength)] : [],
    ),
  );
}

function languageFrom(name: string, file: File): Language {
  const { scripts = [], signs, spaced, polite, asks, danger, glosses, says } = file;
  const phrases = byMeaning(file);
  const tokensOf = tokenizer(polite, spaced);
  let made: Phrasings<string> | null = null;
  const phrasings = () => {
    if (made) return made;
    const describing = spaced ? describingWords(name) : new Set();
    made = createPhrasings(Object.entries(phrases), {
      tokensOf,
      strangeness: (token) => (describing.has(token) ? described : strange),
    });
    return made;
  };
  const model: TopicModel = {
    file: `topics-${name}.bin`,
    sources: [['languages', `${name}.json`]],
    examples: () => Object.entries(phrases).map(([english, list]) => [english, list.map(tokensOf)] as const),
  };
  return {
    name,
    scripts: scripts.map((one) => new RegExp(`\\p{Script=${one}}`, 'gu')),
    sign: new RegExp(anyOf(signs, true), 'giu'),
    asks: anyOf(asks, spaced),
    danger: anyOf(danger, spaced),
    glosses: glosses ? glossesOf(glosses, spaced) : null,
    phrases,
    get phrasings() {
      return phrasings();
    },
    model,
    tokensOf,
    says,
  };
}

const byMeaning = ({ phrases, topics }: File): File['phrases'] => ({
  ...phrases,
  ...Object.fromEntries(Object.entries(topics).map(([topic, list]) => [meaningOf(topic), list])),
});

const meaningOf = (topic: string): string => `@${topic}`;
/** The topic that phrasings mean; null for those of an English sentence. */
export const topicMeant = (meaning: string): string | null =>
  meaning.startsWith('@') ? meaning.slice(1) : null;

let languages: readonly Language[] | null = null;

/** Reads the files when they are first needed. */
export function allLanguages(): readonly Language[] {
  if (languages) return languages;
  const folder = findDataFile(import.meta.dirname, 'talk', 'languages');
  languages = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => languageFrom(basename(file, '.json'), readTable(join(folder, file), shape)));
  return languages;
}

export const languageNamed = (name: string | null): Language | null =>
  allLanguages().find((one) => one.name === name) ?? null;

/** The language for a locale such as `pt-BR`; null for English and languages without a file. */
export const spokenAt = (locale: string): string | null =>
  languageNamed(locale.toLowerCase().split('-')[0] ?? '')?.name ?? null;
