/** What one of a pair is by what is said of it, and whether a body can show that. */
import type { SideState } from '../../kinds.js';
import type { PendingSide } from './draft.js';
import { pairOf } from './side-words.js';
import { finishes, statesOfPart, wornPairs } from './vocabulary.js';
import { lookUp } from './words.js';

export type Phrase = { which: PendingSide['which'] | undefined; noun: string; pair: string };

export const limbs = /^(?:arms|legs|hands|feet)$/;
const isHard = (word: string): boolean => {
  const finish = lookUp(finishes, word);
  return (finish?.metalness ?? 0) > 0.5 || /^(?:wood|wooden)$/.test(word);
};

/** "A wooden leg" replaces one, and with one arm the other is missing. */
export function impliedState(
  { which, pair }: Phrase,
  looks: readonly string[],
  before: string | undefined,
  isAll: boolean,
): SideState | undefined {
  if (limbs.test(pair) && which !== 'other' && looks.some(isHard))
    return pair === 'legs' && looks.some((word) => /^wood/.test(word)) ? 'peg' : 'prosthetic';
  const isCounted = which === 'one' && /^(?:with|has|having|only|just|but)$/.test(before ?? '') && isAll;
  const canMiss = limbs.test(pair) || /^(?:ears|wings)$/.test(pair);
  return isCounted && canMiss && looks.length === 0 ? 'missing' : undefined;
}

type Said = {
  state: SideState | undefined;
  looks: readonly string[];
  isAfter: boolean;
  words: readonly string[];
};

/** Whether a body can show what is said of that side. */
export function isShown({ which, pair }: Phrase, { state, looks, isAfter, words }: Said): boolean {
  if (wornPairs.has(pair))
    return which !== undefined ? state === undefined || state === 'missing' : state === 'missing';
  if (state) return statesOfPart[pair]!.includes(state);
  // A monster with one big eye has only that one.
  const isAmong = words.filter((word) => pairOf(word) === pair).length > 1 || words.includes('other');
  const isOnlyOne = /^(?:eyes|horns)$/.test(pair) && which === 'one' && !isAfter && !isAmong;
  return which !== undefined && looks.length > 0 && !isOnlyOne;
}
