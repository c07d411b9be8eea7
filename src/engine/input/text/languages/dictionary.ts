/** Small dictionaries of other languages into the English words of the grammar: data/vocabulary/languages. */
import { join } from 'node:path';
import { z } from 'zod';
import { findVocabulary, readVocabularyTable } from '../vocabulary/files.js';
import { meanings, words } from '../vocabulary/words.js';
import { simplify, variantsShape } from './variants.js';

export const dictionaryNames = ['de', 'fr', 'es', 'pt', 'ru', 'ja', 'ko', 'zh'] as const;
export type DictionaryName = (typeof dictionaryNames)[number];

/** `after`: a word that follows the noun it belongs to, and precedes it in English. */
export type EntryKind = 'noun' | 'adjective' | 'word' | 'after';
export type Entry = { english: string; kind: EntryKind };

/** Where clauses precede the noun that they describe: whether their verb is their first word. */
const clauses = z.enum(['verb first', 'verb last']);
export type Clauses = z.infer<typeof clauses>;

const countWords = words.default([]).transform((list): ReadonlySet<string> => new Set(list.map(fold)));

const tables = z.strictObject({
  /** Whether spaces separate words. */
  spaced: z.boolean(),
  /** Whether adjectives follow their noun. */
  adjectivesFollow: z.boolean(),
  /** Whether two nouns are written as one word. */
  compounds: z.boolean(),
  clauses: clauses.optional(),
  /** Words that count one of two, and those that say the second: "one blue eye and the other green". */
  one: countWords,
  other: countWords,
  /** Endings of inflected words, longest first. */
  endings: words,
  variants: variantsShape.default(new Map()),
  nouns: meanings(),
  adjectives: meanings(),
  /** Function words; those that mean nothing here are listed under an empty key. */
  words: meanings(),
  after: meanings().default({}),
});
const shape = tables.superRefine((dictionary, context) => {
  for (const kind of ['nouns', 'adjectives', 'words', 'after'] as const) {
    const written = new Map<string, string>();
    for (const [word, english] of Object.entries(dictionary[kind])) {
      const same = simplify(word, dictionary.variants);
      const message = `“${word}” is “${written.get(same)}” in other characters`;
      if (written.has(same)) context.addIssue({ code: 'custom', path: [kind, english], message });
      written.set(same, word);
    }
  }
});

export type Dictionary = Omit<z.infer<typeof tables>, 'nouns' | 'adjectives' | 'words' | 'after'> & {
  /** By folded word in simplified characters, in the forms of the files. */
  exact: ReadonlyMap<string, Entry>;
  /** By folded word without an ending. */
  stems: ReadonlyMap<string, Entry>;
  /** The most words, or letters, of an entry. */
  longest: number;
  /** The first word for each English one. */
  sayings: ReadonlyMap<string, string>;
  /** The first adjective for each English one: an orange coat is no fruit. */
  looks: ReadonlyMap<string, string>;
};

const shortestStem = 3;

const isFolded = (text: string): boolean => /^[a-z ]*$/.test(text);

/** Lower case, without accents of Latin letters (often left out); hyphens and apostrophes become spaces. */
export function fold(text: string): string {
  const small = text.toLowerCase();
  if (isFolded(small)) return small;
  return small
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll('œ', 'oe')
    .replaceAll('ё', 'е')
    .replace(/[-'’]/g, ' ');
}

/** “É”, Portuguese for “is”, would become “e”, “and”; chats write “eh” for it. */
export const foldEntry = (text: string): string => fold(text.replace(/(?<!\p{L})é(?!\p{L})/giu, 'eh'));

/** A word, and the same word without each ending. */
function formsOf(word: string, endings: readonly string[]): string[] {
  const forms = [word];
  for (const ending of endings)
    if (word.length - ending.length >= shortestStem && word.endsWith(ending))
      forms.push(word.slice(0, -ending.length));
  return forms;
}

/** Each word of a phrase may be inflected. */
export function phraseForms(words: readonly string[], endings: readonly string[]): string[] {
  const [first = '', ...others] = words;
  let phrases = formsOf(first, endings);
  for (const word of others) {
    const forms = formsOf(word, endings);
    phrases = phrases.flatMap((one) => forms.map((form) => `${one} ${form}`));
  }
  return phrases;
}

/** German writes nouns with a capital letter. */
const nounIn = (name: DictionaryName, word: string): string =>
  name === 'de' ? word.charAt(0).toUpperCase() + word.slice(1) : word;

/** @throws SetupError naming the file and the key of the first problem */
export function readDictionary(root: string, name: DictionaryName): Dictionary {
  const { nouns, adjectives, words, after, ...rules } = readVocabularyTable(
    root,
    join('languages', name),
    shape,
  );
  const exact = new Map<string, Entry>();
  const stems = new Map<string, Entry>();
  const sayings = new Map<string, string>();
  const looks = new Map<string, string>();
  const add = (kind: EntryKind, table: Readonly<Record<string, string>>) => {
    for (const [word, english] of Object.entries(table)) {
      if (!sayings.has(english)) sayings.set(english, kind === 'noun' ? nounIn(name, word) : word);
      if (kind === 'adjective' && !looks.has(english)) looks.set(english, word);
      const entry = { english, kind };
      const key = simplify(foldEntry(word), rules.variants);
      exact.set(key, entry);
      for (const form of phraseForms(key.split(' '), rules.endings))
        if (!stems.has(form)) stems.set(form, entry);
    }
  };
  add('noun', nouns);
  add('adjective', adjectives);
  add('word', words);
  add('after', after);
  const sizes = [...exact.keys()].map((key) => (rules.spaced ? key.split(' ').length : key.length));
  return { ...rules, exact, stems, sayings, looks, longest: Math.max(...sizes) };
}

const loaded = new Map<DictionaryName, Dictionary>();

/** Read with the first description that may be in the language. */
export function dictionaryOf(name: DictionaryName): Dictionary {
  const dictionary = loaded.get(name) ?? readDictionary(findVocabulary(), name);
  loaded.set(name, dictionary);
  return dictionary;
}
