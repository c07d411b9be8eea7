/** Small animals that a character carries: a parrot on the shoulder, a cat on the head, a teddy bear in the arms. */
import type { Place } from '../../kinds.js';
import { isHeldAlso, mostCarried, takeCarried, thingNamed } from './carried.js';
import { claimCount } from './counts.js';
import { type Draft, isSubjectNamed } from './draft.js';
import { placeAt } from './place-phrases.js';
import { isMark } from './senses.js';
import { creatureOf } from './species-lookup.js';
import { isWho } from './subject.js';
import { moods } from './vocabulary.js';

const carrying = /^(hold|carry|hugg?|cuddl|cradl)(s|es|ies|ing|e|ed)?$/;

/** Whether the word just before this phrase is a small animal. */
export const isCarriedAt = ({ companions }: Draft, at: number): boolean =>
  companions.some((one) => one.at === at);

/** People are no pets, whoever carries them, and a pizza is none. */
export const isSmallAnimal = (word: string): boolean =>
  (creatureOf(word) ?? 'human') !== 'human' && thingNamed(word) === undefined;

/** Whether a creature has words about who carries it: "holding a kitten", "a parrot on its shoulder". */
export const isCarried = (words: readonly string[], i: number): boolean =>
  placeAfter(words, i) !== null || isHeldIn(words, i);

/** Whether a word for holding comes just before. */
export function isHeldIn(words: readonly string[], i: number): boolean {
  const start = words.slice(0, i).findLastIndex((one) => carrying.test(one));
  const between = words.slice(start + 1, i);
  return start >= 0 && between.length < 4 && !between.some((one) => isMark(one) || creatureOf(one));
}

/** "A kitten on its head", "a kitten asleep in his palm". */
const placeAfter = (words: readonly string[], i: number): Place | null =>
  placeAt(words[i + 1]) ?? (Object.hasOwn(moods, words[i + 1] ?? '') ? placeAt(words[i + 2]) : null);

/** @returns whether the word is one */
export function readsCompanion(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  if (!isSmallAnimal(word) || draft.waiting.negated) return false;
  const creature = creatureOf(word)!;
  const after = placeAfter(words, i);
  const place = after ?? draft.waiting.place ?? null;
  // Some languages name what is carried, or where, before who carries it.
  const isFirst = draft.waiting.place !== undefined || (place !== null && !draft.mayGuess);
  const isBefore = isFirst && words.slice(i + 1).some(isWho);
  if (
    (!isSubjectNamed(draft) && !isBefore) ||
    (!place && !isHeldIn(words, i) && !isHeldAlso(draft, words, i)) ||
    draft.companions.length >= mostCarried
  )
    return false;
  // A crow on each shoulder has two places.
  const places = words.slice(i + 1, i + 3).map(placeAt);
  const others = places[0] && places[1] ? [places[1]] : [];
  const end = after !== null && placeAt(words[i + 1]) === null ? i + 1 : i;
  const inHands = draft.companions.some((one) => one.place === 'right hand') ? 'left hand' : 'both hands';
  const { colour } = takeCarried(draft, word);
  claimCount(draft);
  for (const [at, where] of [place ?? inHands, ...others].entries())
    if (draft.companions.length < mostCarried)
      draft.companions.push({ creature, place: where, look: { size: 1, colour }, at: end + at });
  return true;
}
