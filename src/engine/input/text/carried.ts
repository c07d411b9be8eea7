/** Things that a character holds or has on its head, and that have the shape they would have as characters. */
import { claimCount } from './counts.js';
import { type Draft, isSubjectNamed, nothingWaiting } from './draft.js';
import { spoken } from './joined.js';
import { placeAt } from './place-phrases.js';
import { isConnecting, isMark } from './senses.js';
import { creatureOf, objectOf } from './species-lookup.js';
import { isWho } from './subject.js';
import {
  colourWords,
  fillers,
  handheld,
  itemNames,
  numbers,
  partNames,
  printNames,
  produce,
  species,
  themes,
} from './vocabulary.js';
import { isItemOrPart, lookUp } from './words.js';

/** The species whose shape a thing has; undefined for items, animals and people. */
export function thingNamed(word: string): string | undefined {
  if (isItemOrPart(word)) return undefined;
  const found = creatureOf(word) ?? objectOf(word);
  const named = found && (species[found]!.carried ?? found);
  return named !== undefined && species[named]!.shape ? named : undefined;
}

export const mostCarried = 4;
const holding =
  /^(hold|lift|rais|carr(y|i)|hugg?|cuddl|cradl|eat|drink|serv|offer|wield|play|grip|clutch|juggl|balanc|munch|nibbl|sipp?|bit|chew)(s|es|ies|ing|e|ed)?$/;
const having = /^(with|has|have|having|w)$/;
const owners = /^(an?|the|his|her|its|their|my|some|this|that|one)$/;
/** After these, the thing says what something else is. */
const explains =
  /^((print|pattern|shape|theme|flavou?r|colou?r|scent)(s|ed)?|motifs?|logos?|designs?|emblems?|stickers?|symbols?|tattoos?|for|as|instead|in|inside|like|shaped|themed|headed|on|upon|under|over|around|from)$/;

/** "A pig with donut and coffee". */
const isFood = (word: string): boolean =>
  !colourWords.has(word) && Object.hasOwn(produce, creatureOf(word) ?? '');

/** Whether the words before the noun say that it is held: "holding a big red", "with an". */
function isHeldAt(draft: Draft, words: readonly string[], i: number): boolean {
  // Translations have no articles.
  const isSnack = isFood(words[i]!) && !/s$/.test(words[i]!) && lookUp(printNames, words[i]!) === undefined;
  const isSaid = /[^s]s$/.test(words[i]!) || isFood(words[i]!);
  let isOne = (isSaid || !draft.mayGuess) && !Object.hasOwn(themes, words[i]!);
  let isPlain = true;
  for (let at = i - 1; at >= 0 && i - at < 6; at--) {
    const word = words[at]!;
    if (holding.test(word)) return true;
    if (/^(and|plus|,)$/.test(word)) return isOne && isPlain && follows(draft, words, at);
    if (having.test(word)) return isOne && (isSnack || !isShownOn(draft, words[at - 1]));
    if (losing.test(word) || isMark(word) || isConnecting(word) || isThing(word)) return false;
    const isOwner = owners.test(word) || Object.hasOwn(numbers, word) || /^\d$/.test(word);
    isOne ||= isOwner;
    isPlain &&= isOwner || draft.waiting.words.includes(word);
  }
  return false;
}
const losing = /^(missing|lost|losing|without|wants|needs)$/;

/** A dress with stars shows them; so may a word that is unknown. */
function isShownOn({ unknown }: Draft, word = ''): boolean {
  const item = lookUp(itemNames, word);
  const isGarment = item !== undefined && !handheld.has(item);
  return isGarment || lookUp(partNames, word) !== undefined || unknown.has(spoken.get(word) ?? word);
}

/** Whether the thing named just before is in a hand, too. */
function follows({ companions }: Draft, words: readonly string[], at: number): boolean {
  const before = words.slice(0, at).findLast((word) => placeAt(word) === null) ?? '';
  const isItem = handheld.has(lookUp(itemNames, before) ?? '');
  return (
    isItem || companions.some((one) => words.slice(one.at + 1, at).every((word) => placeAt(word) !== null))
  );
}

/** "Holding a teapot and a rubber duck". */
export function isHeldAlso(draft: Draft, words: readonly string[], i: number): boolean {
  const and = words.slice(0, i).lastIndexOf('and');
  return (
    and >= i - 3 && and > 0 && draft.companions.some((one) => one.at < and) && follows(draft, words, and)
  );
}

/** Peach and plum are colours, unless nothing follows that could have one. */
function isNoun(words: readonly string[], i: number): boolean {
  const after = words[i + 1] ?? '.';
  if (placeAt(after) !== null) return true;
  if (explains.test(after)) return false;
  if (!colourWords.has(words[i]!)) return !isThing(after);
  return isMark(after) || isConnecting(after) || fillers.has(after);
}
const isThing = (word: string): boolean =>
  isItemOrPart(word) || thingNamed(word) !== undefined || isWho(word);

/** Some languages name the carried thing, or its place, before its carrier. */
const isFirst = ({ mayGuess, waiting }: Draft, words: readonly string[], i: number): boolean =>
  !mayGuess &&
  (waiting.place !== undefined || holding.test(words[i - 1] ?? '')) &&
  words.slice(i + 1).some((word) => isWho(word) && thingNamed(word) === undefined);

/** Takes the words waiting for a carried thing or animal, and marks them as understood. */
export function takeCarried(draft: Draft, word: string) {
  const { colours, words: said } = draft.waiting;
  draft.waiting = nothingWaiting();
  for (const one of [...said, spoken.get(word) ?? word]) draft.understood.add(one);
  return { colour: colours[0], said };
}

/** @returns whether the word is a thing that the character holds or has on it */
export function readsCarried(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  const thing = i === draft.objectAt || draft.waiting.negated ? undefined : thingNamed(word);
  if (thing === undefined || draft.isElsewhere || draft.companions.length >= mostCarried) return false;
  const isBefore = isFirst(draft, words, i);
  if (!isBefore && !isSubjectNamed(draft)) return false;
  const place = placeAt(words[i + 1]) ?? draft.waiting.place;
  if (!isBefore && (!isNoun(words, i) || (!place && !isHeldAt(draft, words, i)))) return false;
  const { colour, said } = takeCarried(draft, word);
  const count = claimCount(draft);
  const free = (['right hand', 'left hand'] as const).filter(
    (hand) => !draft.companions.some((one) => one.place === hand),
  );
  const isLarge = (species[thing]!.shape!.held ?? 0) > 0.28;
  const [first = 'both hands' as const, second] = free;
  const look = { size: 1, colour, said };
  const places = place ? [place] : isLarge ? ['both hands' as const] : [first];
  if (!place && count && count.many > 1 && second) places.push(second);
  for (const at of places)
    if (draft.companions.length < mostCarried)
      draft.companions.push({ creature: thing, place: at, look, at: i });
  draft.last = look;
  draft.subject = null;
  return true;
}
