/** Guesses the meaning of an unknown word. */
import { isEnglish } from '../../../base/english.js';
import { typoBetween } from '../../../base/typos.js';
import {
  colourWords,
  itemNames,
  nameEndings,
  objects,
  partNames,
  roleNames,
  roles,
  species,
  speciesNames,
} from './vocabulary.js';
import { lookUp } from './words.js';

type Meant = { word: string; kind: 'typo' | 'family' };

/** @param creatures whether to look for families, which is only useful while no creature is known */
export function nearestKind(word: string, creatures: boolean): Meant | null {
  const typo = word.length >= 5 && word.length < 20 ? uniqueTypo(word) : null;
  if (typo) return { word: typo, kind: 'typo' };
  // A parrotfish is a fish.
  const ending = creatures && word.length > 5 && Object.keys(nameEndings).find((end) => word.endsWith(end));
  return ending ? { word: nameEndings[ending]!, kind: 'family' } : null;
}

/** Words worth guessing, by first letter: typos rarely change it. */
const known = new Map<string, string[]>();
for (const word of new Set([
  ...[species, speciesNames, roles, roleNames, itemNames, partNames]
    .flatMap((table) => Object.keys(table))
    .filter((name) => !Object.hasOwn(objects, name)),
  ...colourWords,
]))
  if (word.length >= 4) known.set(word[0]!, [...(known.get(word[0]!) ?? []), word]);

const meaningOf = (word: string): string =>
  [itemNames, partNames, speciesNames, roleNames]
    .map((table) => lookUp(table, word))
    .find((meaning) => meaning !== undefined) ?? word;

/** The only known meaning within one typo, or null. "Battle" is a word of its own, and no bottle. */
function uniqueTypo(word: string): string | null {
  if (isEnglish(word)) return null;
  // A short word is a typo of a common one, and of no rare name.
  const meant = (known.get(word[0]!) ?? []).filter(
    (one) => isTypo(one, word) && (word.length > 5 || isEnglish(one)),
  );
  // A glass with a letter too few is near “sunglass” and “sunglasses”, which are one thing.
  return new Set(meant.map(meaningOf)).size === 1 ? meant[0]! : null;
}

/**
 * A wrong or added letter counts only in words of 6 letters or more: "boat" is not a typo of "boot", nor "lambo" of
 * "lamb".
 */
function isTypo(known: string, word: string): boolean {
  const typo = typoBetween(known, word);
  return typo === 'wrong' || typo === 'added' ? word.length >= 6 : typo !== null;
}
