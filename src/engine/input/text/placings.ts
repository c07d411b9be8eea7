/** Where something is held or worn, and how the arms are: by the phrases of place-phrases.ts. */

import type { Place, SideName } from '../../kinds.js';
import { thingNamed } from './carried.js';
import { isCarriedAt, isHeldIn, isSmallAnimal } from './companions.js';
import type { Draft } from './draft.js';
import { leaveWordOut } from './pending.js';
import { isArmStance, isPlacing, placeOf, wordsIn } from './place-phrases.js';
import { isMark } from './senses.js';
import {
  bodyItems,
  fillers,
  handheld,
  headgear,
  itemNames,
  lifeless,
  negations,
  wornPairs,
} from './vocabulary.js';
import { lookUp, singular } from './words.js';

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
  const next = aheadOf(words, i);
  if (next !== null && isOfNext(draft, words, i, { place, item, next })) {
    if (isHeld(next) || isCarriable(next)) draft.waiting.place = place;
    else if (!isAtItsPlace(next, place)) for (const one of said) leaveWordOut(draft, one);
    return understand();
  }
  if (item !== last) {
    for (const one of said) leaveWordOut(draft, one);
    return [];
  }
  const isAround = place === 'floating' && item !== undefined && !isHeld(item);
  if (item === undefined || (isAround && !isAtItsPlace(item, 'head')))
    return draft.mayGuess ? wordsIn(word) : understand();
  if (isAround) return understand();
  const [, hand] = /^(left|right) hand$/.exec(place) ?? [];
  if (hand && wornPairs.has(item)) {
    draft.last!.side = hand as SideName;
    return understand();
  }
  const isWeapon = item === 'bow' && isWeaponAt(place) && !(place === 'back' && draft.items.has('dress'));
  const held = isWeapon ? asWeapon(draft) : item;
  if (isHeld(held)) {
    const isPlural = /s$/.test(words[i - 1] ?? '') && lookUp(itemNames, words[i - 1]!) === held;
    if (place === 'both hands' && isPlural) draft.last!.count ??= { many: 2, word: 'both' };
    else draft.last!.place = place;
  } else if (!isAtItsPlace(held, place)) for (const one of said) leaveWordOut(draft, one);
  return understand();
}

/** The thing or the small animal that follows, which the phrase may be about. */
function aheadOf(words: readonly string[], i: number): string | null {
  const rest = words.slice(i + 1, i + 5);
  const end = rest.findIndex((one) => one === 'of' || isMark(one) || negations.has(one) || isPlacing(one));
  const near = end < 0 ? rest : rest.slice(0, end);
  for (const [at, one] of near.entries()) {
    const thing = lookUp(itemNames, one);
    if (thing !== undefined) return thing;
    // Of a cat's ears, the ears are on the head.
    const isOwner = lookUp(itemNames, near[at + 1] ?? '') !== undefined;
    if (!isOwner && isCarriable(one)) return one;
  }
  return null;
}

/** "In his left hand a sword", "a floating book", and languages that name the place before the thing. */
function isOfNext(
  { mayGuess }: Draft,
  words: readonly string[],
  i: number,
  { place, item, next }: { place: Place; item: string | undefined; next: string },
): boolean {
  const isAfterHeld = item !== undefined && isHeld(item);
  if (place === 'floating') return isHeld(next);
  if (isHeld(next) && / hand$/.test(place)) return !isAfterHeld;
  if (isCarriable(next)) return !isAfterHeld;
  const before = words[i - 1];
  if (before === undefined || isMark(before)) return true;
  return !mayGuess && (item === undefined || lookUp(itemNames, before) !== item);
}

/** "A staff, and an orange on its head": the orange is there, which is not made, and not the staff. */
function isBefore(item: string, words: readonly string[], i: number): boolean {
  const word = words[i - 1] ?? '';
  return lookUp(itemNames, word) === item || !singular(word).some((form) => lifeless.has(form));
}

const isCarriable = (word: string): boolean => isSmallAnimal(word) || thingNamed(word) !== undefined;
const isHeld = (item: string): boolean => handheld.has(item) || item === 'shield';

/** A bow in the hand or on the back shoots; one on the head or at the waist is a ribbon. */
const isWeaponAt = (place: Place): boolean => !/head|hip/.test(place);

function asWeapon(draft: Draft): string {
  draft.items.delete('bow');
  draft.items.set('longbow', draft.last!);
  return 'longbow';
}

/** "Holding a bow". */
export function readHeldBow(draft: Draft, words: readonly string[], i: number): void {
  if (draft.last !== null && draft.last === draft.items.get('bow') && isHeldIn(words, i)) asWeapon(draft);
}

/** A hat is on the head anyway. */
const isAtItsPlace = (item: string, place: Place): boolean =>
  bodyItems.has(item) ||
  (place === 'head'
    ? headgear.has(item) ||
      /horn|antler|halo|goggle|glasses|hair|antenna|ears|bow|band|tiara|veil|mask/.test(item)
    : !/hand|arm$|overhead/.test(place));
