import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { countIn } from '../../../../engine/input/text/having.js';
import { isInHead, thingNamed } from '../changes/planned.js';
import { bodyOf } from '../words/lexis.js';
import { numberIn } from '../words/numbers.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { moveIn } from './clip-moves.js';

/** Sorts the words of a question about the character under discussion, by the classes of data/talk/asking.json. */

const classes = [
  ...'what how many why where aux modal not who whose i you own hold plan forget understand'.split(' '),
  ...'every any colour size compare style clips cycle made kind thing appear shown missing recap'.split(' '),
  ...'outfit hand side swing face facing effect mood able tell tag stop styled stance measure filler'.split(
    ' ',
  ),
];
/** Words of these classes are also looks or things: "long", "hand". */
const open: ReadonlySet<string> = new Set([
  'styled',
  'size',
  'hand',
  'outfit',
  'face',
  'compare',
  'swing',
  'facing',
  'effect',
  'mood',
]);

type Word = Pick<Token, 'word' | 'look' | 'isThing' | 'isWho' | 'isCount' | 'mark'> & {
  classes: ReadonlySet<string>;
};
export type Thing = { name: string; looks: readonly string[]; count: number | null };

export type Sorted = {
  words: readonly Word[];
  things: readonly Thing[];
  /** Adjectives of no thing: "is it big and scary". */
  looks: readonly string[];
  /** Creatures and people that are not the character. */
  others: readonly string[];
  unknown: readonly string[];
  /** Whether the character is named, also by a pronoun or as the owner of a thing. */
  isNamed: boolean;
  has(...some: string[]): boolean;
};

type Phrases = { classes: ReadonlyMap<string, ReadonlySet<string>>; longest: number };
let loaded: Phrases | null = null;

function phrases(): Phrases {
  if (loaded) return loaded;
  const table = readTable(
    findDataFile(import.meta.dirname, 'talk', 'asking.json'),
    z.record(z.enum(classes), z.string()),
  );
  const found = new Map<string, Set<string>>();
  for (const [name, list] of Object.entries(table))
    for (const phrase of list.split(' ').map((one) => one.replaceAll('_', ' ')))
      found.set(phrase, (found.get(phrase) ?? new Set()).add(name));
  loaded = { classes: found, longest: Math.max(...[...found.keys()].map((one) => one.split(' ').length)) };
  return loaded;
}

const short: readonly (readonly [RegExp, string])[] = [
  [/\b(what|which|who|how|where|that|there|he|she|it)'s\b/g, '$1 is'],
  [/\b(what|who|how|where|that|there|he|she)s\b/g, '$1 is'],
  [/\bits(?= (?:an?|gonna|going|not|got|\d|blue|red|green|black|white)\b)/g, 'it is'],
  [/\b(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should|wo|ca)n'?t\b/g, '$1 not'],
  [/\b(i|we|you|they|what|u)'(?:re|m|ll|ve|d)\b/g, '$1'],
  [/\b(?:im|ive|youre|theyre)\b/g, 'i'],
  [/\b(\w+)'s\b/g, '$1'],
];

const blank = { look: null, isThing: false, isWho: false, isCount: false, mark: null };

/** The words with the classes of the longest phrases, and what they are to the engine. */
function wordsOf(line: string): Word[] {
  const text = short.reduce((said, [from, to]) => said.replace(from, to), line.toLowerCase());
  const single = tokensOf(text).flatMap((token): Omit<Word, 'classes'>[] =>
    token.said.includes(' ') && !token.isThing && !token.isWho
      ? token.said.split(' ').map((word) => ({ ...blank, word }))
      : [token],
  );
  const { classes: known, longest } = phrases();
  const words: Word[] = [];
  for (let at = 0; at < single.length; ) {
    let length = Math.min(longest, single.length - at);
    const phraseAt = () =>
      single
        .slice(at, at + length)
        .map(({ word }) => word)
        .join(' ');
    while (length > 1 && !known.has(phraseAt())) length -= 1;
    const found = known.get(phraseAt());
    const isClosed = found !== undefined && ![...found].some((one) => open.has(one));
    const content = length > 1 || isClosed ? blank : single[at]!;
    words.push({ ...content, word: phraseAt(), mark: single[at]!.mark, classes: found ?? new Set() });
    at += length;
  }
  return words;
}

type Role = 'thing' | 'kind' | 'other' | 'count' | 'look' | 'act' | 'known' | 'unknown';

function roleOf(one: Word, next: Word | undefined, draft: string): Role {
  const isNew = one.classes.size === 0 && !one.look && one.mark === null;
  const isInKind = isInHead(draft, one.word);
  if (one.isThing) return 'thing';
  if (isNew && !isInKind && thingNamed(draft, one.word) !== null) return 'thing';
  if (isNew && !one.isWho && countIn(bodyOf(draft), one.word) !== null) return 'thing';
  if (one.isCount && one.word !== 'one') return 'count';
  const isAct = moveIn(one.word) !== null && !one.word.endsWith('ing') && one.classes.size === 0;
  if (isAct && !isInKind) return 'act';
  if (one.look || (one.isWho && next?.isThing)) return 'look';
  if (isInKind && (one.isWho || isNew)) return 'kind';
  if (one.classes.size > 0 || one.mark !== null) return 'known';
  return one.isWho ? 'other' : 'unknown';
}

/** Words before a thing. */
type Before = { looks: string[]; unknown: string[]; count: number | null };
const nothing = (): Before => ({ looks: [], unknown: [], count: null });

export function sortWords(line: string, draft: string): Sorted {
  const words = wordsOf(line);
  const things: Thing[] = [];
  const [looks, others, unknown]: [string[], string[], string[]] = [[], [], []];
  let isNamed = words.some((one) => one.classes.has('who') || ofIt.test(one.word));
  let before = nothing();
  const flush = () => {
    looks.push(...before.looks);
    unknown.push(...before.unknown);
    before = nothing();
  };
  for (const [at, one] of words.entries()) {
    const role = roleOf(one, words[at + 1], draft);
    if (role === 'look') before.looks.push(one.word);
    else if (role === 'unknown') before.unknown.push(one.word);
    else if (role === 'count') before.count = numberIn(one.word);
    else if (role === 'thing') {
      things.push({ name: one.word, looks: [...before.looks, ...before.unknown], count: before.count });
      before = nothing();
    } else if (role === 'kind') {
      isNamed = true;
      before.looks = []; // the purple dragon
    } else {
      flush();
      if (role === 'other') others.push(one.word);
    }
  }
  flush();
  const has = (...some: string[]) => words.some((one) => some.some((name) => one.classes.has(name)));
  return { words, things, looks, others, unknown, isNamed, has };
}

const ofIt = /\b(?:him|her|it|them|his|its|their)$/;
