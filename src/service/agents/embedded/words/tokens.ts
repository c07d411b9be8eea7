import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { isEnglish } from '../../../../base/english.js';
import { spoken } from '../../../../engine/input/text/joined.js';
import { creatureOf, roleOfWord } from '../../../../engine/input/text/species-lookup.js';
import {
  anyones,
  compounds,
  itemNames,
  manWords,
  numbers,
  partNames,
  womanWords,
} from '../../../../engine/input/text/vocabulary.js';
import { lookUp, singular } from '../../../../engine/input/text/words.js';
import { type Look, lookIn } from './looks.js';

/** Splits a message into words, each with its part in a sentence about a character. */

/** The lists of data/talk/english.json; `look_` before an adjective: phrases for it. */
export type Part = string;

export type Token = {
  /** As it was written. */
  said: string;
  /** In lower case. */
  word: string;
  /** What it may do in a sentence; a word may have several parts: "put a hat on", "a hat put on". */
  parts: ReadonlySet<Part>;
  /** The adjective that it is, where it is one of the engine's. */
  look: Look | null;
  isWho: boolean;
  isThing: boolean;
  isCount: boolean;
  /** `.`, `,` and the like. */
  mark: string | null;
  /** Where it is in the text. */
  start: number;
  end: number;
};

type Phrases = { parts: ReadonlyMap<string, ReadonlySet<Part>>; longest: number };
let english: Phrases | null = null;

function phrases(): Phrases {
  if (english) return english;
  const file = findDataFile(import.meta.dirname, 'talk', 'english.json');
  const parts = new Map<string, Set<Part>>();
  for (const [part, list] of Object.entries(readTable(file, z.record(z.string(), z.array(z.string())))))
    for (const phrase of list) parts.set(phrase, new Set([...(parts.get(phrase) ?? []), part]));
  const longest = Math.max(...[...parts.keys()].map((phrase) => phrase.split(' ').length));
  english = { parts, longest };
  return english;
}

/** The English words that may do something in a sentence about a character. */
export const sentenceWords = (): readonly string[] => {
  ofSentences ??= [...phrases().parts.keys()].filter((one) => /^[a-z]{4,}$/.test(one) && isEnglish(one));
  return ofSentences;
};
let ofSentences: readonly string[] | null = null;

const token = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{N}]|->|[,.;:!?&–—]/gu;
const none: ReadonlySet<Part> = new Set();
const longestName = 3;
const joinedNames: ReadonlySet<string> = new Set(compounds.map((pair) => pair.replace(/ /g, '')));
const mostTokens = 120;

export function tokensOf(line: string): readonly Token[] {
  const known = read.get(line);
  if (known) return known;
  const tokens = tokenize(line);
  if (letters > mostLetters) {
    read.clear();
    letters = 0;
  }
  read.set(line, tokens);
  letters += line.length;
  return tokens;
}

/** A message and the character under discussion are read again for each thing that is asked about them. */
const read = new Map<string, readonly Token[]>();
let letters = 0;
const mostLetters = 30_000;

function tokenize(line: string): Token[] {
  const found = [...line.matchAll(token)].slice(0, mostTokens);
  const words = found.map(([word]) => word);
  const tokens: Token[] = [];
  for (let at = 0; at < words.length; ) {
    const one = functionAt(words, at) ?? nameAt(words, at) ?? wordOf(words[at]!);
    const [first, last] = [found[at]!, found[at + one.said.split(' ').length - 1]!];
    tokens.push({ ...one, start: first.index, end: last.index + last[0].length });
    at += one.said.split(' ').length;
  }
  return tokens;
}

/** The longest phrase of function words that begins here. Single ones may also be names: "top". */
function functionAt(words: readonly string[], at: number): Token | null {
  const { parts, longest } = phrases();
  for (let length = Math.min(longest, words.length - at); length > 1; length--) {
    const said = words.slice(at, at + length).join(' ');
    const found = parts.get(said.toLowerCase().replace(/’/g, "'"));
    if (found) return meaning(said, found);
  }
  return null;
}

/** Phrases for an adjective: "on two legs" is upright. */
function meaning(said: string, parts: ReadonlySet<Part>): Token {
  const look = [...parts].find((part) => part.startsWith('look_'))?.slice('look_'.length);
  return look ? { ...blank(said), word: look, look: lookIn(look) } : { ...blank(said), parts };
}

/** Words that are never names: "does" are no deer. */
const functional: ReadonlySet<Part> = new Set(['ask', 'me', 'modal']);

/** A name of several words: "top hat". */
function nameAt(words: readonly string[], at: number): Token | null {
  for (let length = Math.min(longestName, words.length - at); length > 1; length--) {
    const said = words.slice(at, at + length).join(' ');
    const joined = said.toLowerCase().replace(/[ -]/g, '');
    if (!singular(joined).some((form) => spoken.has(form) || joinedNames.has(form))) continue;
    const one = contentOf(said, joined);
    if (one.isThing || one.isWho || one.look) return one;
  }
  return null;
}

const sexes = /^(?:female|male|feminine|masculine)$/;

const blank = (said: string): Token => ({
  said,
  word: said.toLowerCase(),
  parts: none,
  look: null,
  isWho: false,
  isThing: false,
  isCount: false,
  mark: null,
  start: 0,
  end: 0,
});

function wordOf(said: string): Token {
  if (/^(?:->|[,.;:!?–—])$/.test(said)) return { ...blank(said), mark: said };
  const word = said.toLowerCase().replace(/’/g, "'");
  const parts = phrases().parts.get(word) ?? none;
  const content = [...parts].some((part) => functional.has(part))
    ? blank(said)
    : contentOf(said, word.replace(/-/g, ''));
  const owner = /^(.+)'s$/.exec(word)?.[1];
  const owning = owner && parts.size === 0 ? contentOf(said, owner) : content;
  if (owner && owning.isThing) return { ...owning, word: owner }; // "his cape's colour"
  return parts.size > 0 &&
    !content.isThing &&
    !content.isWho &&
    !content.look &&
    [...parts].some((part) => part.startsWith('look_'))
    ? meaning(said, parts)
    : { ...content, word, parts };
}

function contentOf(said: string, key: string): Token {
  const isPerson = singular(key).some((form) => manWords.has(form) || womanWords.has(form));
  const isWho =
    (isPerson && !sexes.test(key)) ||
    creatureOf(key) !== undefined ||
    roleOfWord(key) !== undefined ||
    lookUp(anyones, key) !== undefined;
  const isThing = (lookUp(itemNames, key) ?? lookUp(partNames, key)) !== undefined;
  const found = lookIn(key);
  const look = (isWho || isThing) && found?.word !== key ? null : found; // a bow is not bowing
  return {
    ...blank(said),
    look,
    isWho,
    isThing,
    isCount: /^\d+$/.test(key) || (Object.hasOwn(numbers, key) && key !== 'both'),
  };
}

/** Of a colour: "almost black". */
const degrees =
  /^(?:(?:almost|nearly|mostly|pretty|kinda|kind of|sort of|more|very|really|quite|rather|slightly|fully|all) )+/i;

/** Whether words are nothing but a colour: "deep red", "black and white". */
export const isColour = (text: string): boolean =>
  tokensOf(text.replace(degrees, '')).every(
    ({ look, parts }) =>
      look?.axes.some((axis) => axis === 'colour' || axis === 'shade') || (!look && parts.has('and')),
  );

/** The same word in any number: "horn" of "horns". */
export const stem = (word: string): string =>
  word
    .toLowerCase()
    .replace(/['’]s$/, '')
    .replace(/(?<=..)s$/, '');
