/** The words for sides, and for what one of a pair can be. */
import type { LegRow, SideState } from '../../kinds.js';
import type { PendingSide } from './draft.js';
import { innerToken } from './inner-token.js';
import {
  colourWords,
  degrees,
  finishes,
  itemNames,
  mildColourModifiers,
  partNames,
  patternNames,
  rowWords,
  statesOfPart,
  stateWords,
  wornPairs,
} from './vocabulary.js';
import { buildWord, lookUp } from './words.js';

type SideWord = PendingSide & { said: readonly string[] };
const sideToken = innerToken<SideWord>('side');
const saidToken = innerToken<string>('said');

/** A side as one word, which keeps the words that said it. */
export const signFor = sideToken.of;
/** The side that such a word stands for; null for all other words. */
export const sideIn = sideToken.read;

/** A word about sides that says nothing of its own. */
export const signSaying = saidToken.of;
export const saidIn = saidToken.read;

const sides: Readonly<Record<string, PendingSide['which']>> = {
  left: 'left',
  right: 'right',
  one: 'one',
  single: 'one',
  other: 'other',
  another: 'other',
};
export const whichOf = (word = ''): PendingSide['which'] | undefined =>
  Object.hasOwn(sides, word) ? sides[word] : undefined;
export const stateOf = (word = ''): SideState | undefined => lookUp(stateWords, word);
export const rowOf = (word = ''): LegRow | undefined => lookUp(rowWords, word);

export const isLook = (word = ''): boolean =>
  colourWords.has(word) ||
  Object.hasOwn(mildColourModifiers, word) ||
  Object.hasOwn(degrees, word) ||
  buildWord(word) !== undefined ||
  [finishes, patternNames].some((table) => lookUp<unknown>(table, word) !== undefined);

/** The pair that a noun is one of. */
export function pairOf(word = ''): string | undefined {
  const name = lookUp(itemNames, word) ?? lookUp(partNames, word);
  return name !== undefined && (Object.hasOwn(statesOfPart, name) || wornPairs.has(name)) ? name : undefined;
}
export const isOne = (noun: string): boolean => !/s$|^(?:feet|hooves)$/.test(noun);

export type Looks = { looks: string[]; state?: SideState; row?: LegRow; said: string[]; next: number };

/** The looks, states and rows in a row. */
export function looksFrom(words: readonly string[], from: number): Looks {
  const read: Looks = { looks: [], said: [], next: from };
  for (; ; read.next++) {
    const word = words[read.next];
    const [state, row] = [stateOf(word), rowOf(word)];
    if (word === undefined) return read;
    if (state) read.state = state;
    else if (row) read.row = row;
    else if (isLook(word)) {
      read.looks.push(word);
      continue;
    } else if (!/^(?:running|much)$/.test(word)) return read;
    read.said.push(word);
  }
}
