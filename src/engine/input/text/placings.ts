/** Where something is held or worn, and how the arms are: by the phrases of place-phrases.ts. */

import type { Place } from '../../kinds.js';
import { isCarriedAt } from './companions.js';
import type { Draft } from './draft.js';
import { leaveWordOut } from './pending.js';
import { isArmStance, placeOf, wordsIn } from './place-phrases.js';
import { bodyItems, fillers, handheld, headgear, itemNames, lifeless } from './vocabulary.js';
import { lookUp, singular } from './words.js';

/** "A floating book", and no floating ghost. */
const isAhead = (words: readonly string[], i: number): boolean =>
  words.slice(i + 1, i + 4).some((one) => handheld.has(lookUp(itemNames, one) ?? ''));

/** @returns the words that are read instead of the phrase */
export function readPlacing(draft: Draft, words: readonly string[], i: number): string[] {
  const word = words[i]!;
  const said = wordsIn(word).filter((one) => !fillers.has(one) && !/^(his|her|both|one|side)$/.test(one));
  const place = placeOf(word);
  const understand = () => {
    for (const one of said) draft.understood.add(one);
    return [];
  };
  if (isArmStance(place)) {
    draft.arms ??= place;
    return understand();
  }
  if (isCarriedAt(draft, i - 1)) return understand();
  const last = [...draft.items].find(([, look]) => look === draft.last)?.[0];
  const item = last === undefined || isBefore(last, words, i) ? last : undefined;
  if (item !== last) {
    for (const one of said) leaveWordOut(draft, one);
    return [];
  }
  if (place === 'floating' && (isAhead(words, i) || item === undefined || !isHeld(item))) {
    if (!isAhead(words, i)) return wordsIn(word);
    draft.waiting.place = place;
    return understand();
  }
  // "In his left hand a sword", and languages that name the hand first.
  if (/ hand$/.test(place) && isAhead(words, i) && (item === undefined || !isHeld(item))) {
    draft.waiting.place = place;
    return understand();
  }
  if (item !== undefined && isHeld(item)) {
    const isPlural = /s$/.test(words[i - 1] ?? '') && lookUp(itemNames, words[i - 1]!) === item;
    if (place === 'both hands' && isPlural) draft.last!.count ??= { many: 2, word: 'both' };
    else draft.last!.place = place;
    return understand();
  }
  if (item !== undefined && !isAtItsPlace(item, place)) for (const one of said) leaveWordOut(draft, one);
  else if (item === undefined) return wordsIn(word);
  return understand();
}

/** "A staff, and an orange on its head": the orange is there, which is not made, and not the staff. */
function isBefore(item: string, words: readonly string[], i: number): boolean {
  const word = words[i - 1] ?? '';
  return lookUp(itemNames, word) === item || !singular(word).some((form) => lifeless.has(form));
}

const isHeld = (item: string): boolean => handheld.has(item) || item === 'shield';

/** A hat is on the head anyway. */
const isAtItsPlace = (item: string, place: Place): boolean =>
  bodyItems.has(item) ||
  (place === 'head'
    ? headgear.has(item) || /horn|halo|goggle|glasses|hair|antenna/.test(item)
    : !/hand|arm$|overhead/.test(place));
