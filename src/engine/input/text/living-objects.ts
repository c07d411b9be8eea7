/**
 * Things that a text brings to life: "an angry toaster with legs". They are characters only as the subject of a text
 * in which something lives; elsewhere a toaster is a thing that nobody can be.
 */
import { settle } from './apply.js';
import { isCarried } from './companions.js';
import type { Draft } from './draft.js';
import { isMarkWord, markIn } from './mark-token.js';
import { objectOf } from './species-lookup.js';
import { isAfterNoun, isWho, subjectPhrase } from './subject.js';
import { handheld, itemNames, lifeSigns, moods, poses } from './vocabulary.js';
import { lookUp } from './words.js';

/** Nouns for a character that may follow the thing: "a toaster mascot". */
const anybody = /^(character|mascot|monster|creature|being)$/;
/** Who a thing is: "a toaster guy". */
export const isFellow = (draft: Draft, word: string, i: number): boolean =>
  draft.objectAt !== null && i === draft.objectAt + 1 && fellows.test(word);
const fellows = /^(guy|dude|fella|buddy|bro|kid)$/;
/** What a thing on a shelf, or thrown into the air, does too. */
const still = /^(sit|crouch|flap|glide)$/;

/** A thing with a black eye lives. */
const isFaced = (word: string): boolean =>
  isMarkWord(word) && /^(bruise|blush|scar|war paint|bindi|mole)$/.test(markIn(word).mark);

const isAlive = (word: string): boolean =>
  isFaced(word) || lifeSigns.has(word) || Object.hasOwn(moods, word) || !still.test(poses[word] ?? 'sit');

/** "A stapler with a tie": nobody dresses a thing. */
function isWorn(word: string, thing: string): boolean {
  const item = lookUp(itemNames, word);
  return item !== undefined && !handheld.has(item) && item !== lookUp(itemNames, thing);
}

/** The position of the thing that lives; null for other texts. */
export function livingObjectAt(words: readonly string[]): number | null {
  const { start, end } = subjectPhrase(words);
  const but = words.indexOf('but', start);
  const last = but >= 0 && but < end ? but : end;
  const at = words.slice(0, last).findLastIndex((word, i) => i >= start && objectOf(word) !== undefined);
  const after = words.slice(at + 1, last);
  // "A toaster guy" is a toaster, and not who mends it.
  const hasFellow = fellows.test(words[at + 1] ?? '');
  const isSubject = after.every(
    (word, i) => (i === 0 && hasFellow) || anybody.test(word) || isAlive(word) || isAfterNoun(word),
  );
  const isAlone = words.every(
    (word, i) =>
      i === at ||
      (hasFellow && i === at + 1) ||
      anybody.test(word) ||
      !isWho(word) ||
      (i > at && isCarried(words, i)),
  );
  if (at < 0 || !isSubject || !isAlone) return null;
  const lives = (word: string, i: number) => isAlive(word) || (i >= last && isWorn(word, words[at]!));
  return hasFellow || words.some((word, i) => i !== at && lives(word, i)) ? at : null;
}

export function nameObject(draft: Draft, word: string): void {
  draft.creature = objectOf(word)!;
  draft.word = word;
  settle(draft, true);
}
