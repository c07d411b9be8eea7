import type { Description, Reading } from '../../../../engine/input/text/description.js';
import { readEnglish } from '../../../../engine/input/text/grammar.js';
import { holdLettering } from '../../../../engine/input/text/lettering.js';
import { describeReading } from '../../../../engine/input/text/prompt.js';
import {
  ageWords,
  anyones,
  builds,
  colourWords,
  itemNames,
  manWords,
  partNames,
  roleNames,
  roles,
  sizes,
  species,
  speciesNames,
  womanWords,
} from '../../../../engine/input/text/vocabulary.js';
import { lookUp, singular } from '../../../../engine/input/text/words.js';

/** How the rig engine understands a phrase, so that the agent talks about characters with the engine's vocabulary. */
export type Phrase = {
  /** It names a creature or a role. */
  isCharacter: boolean;
  /** It names items that are worn, carried or grown. */
  hasThings: boolean;
  /** Words that would have an effect, and words that would have none. */
  understood: readonly string[];
  unknown: readonly string[];
  /** The engine's reason for a refusal, or null. */
  refusal: string | null;
};

const longest = 500;
/** "Lady", "man": nothing but a person. */
export const isPerson = (word: string): boolean =>
  word === 'human' ||
  singular(word).some(
    (one) => manWords.has(one) || womanWords.has(one) || lookUp(anyones, one) !== undefined,
  );

export function phraseOf(text: string): Phrase {
  const { name, items, parts, words, refusal } = bodyOf(text); // abroad.ts reads other languages
  return {
    isCharacter: name !== 'human' || words.understood.some(isPerson),
    hasThings: items.size + parts.size > 0,
    understood: words.understood,
    unknown: [...words.unknown, ...words.guessed], // a guess may be wrong, so the agent corrects or asks
    refusal,
  };
}

/** What the engine will build of a description. */
export const bodyOf = (text: string): Description & Reading =>
  describeReading(readEnglish(holdLettering(text.slice(0, longest))));

/** Nothing but words about looks: "dark green". */
export function isLook(words: string): boolean {
  const { isCharacter, hasThings, understood, unknown } = phraseOf(words);
  return !isCharacter && !hasThings && understood.length > 0 && unknown.length === 0;
}

/** Whether a description brings a thing without naming it, as a knight his helmet. */
export function wears(text: string, noun: string): boolean {
  const things = bodyOf(noun).items;
  const worn = bodyOf(text).items;
  return [...things.keys()].some((item) => worn.has(item));
}

/** "Fly" as "flying", where that is a look. */
export function lookOf(verb: string): string | null {
  const forms = [`${verb}ing`, `${verb.replace(/e$/, '')}ing`, `${verb}${verb.at(-1)}ing`];
  return forms.find(isLook) ?? null;
}

const isIn = (tables: readonly object[], word: string): boolean =>
  tables.some((table) => Object.hasOwn(table, word.toLowerCase()));
export const isSpecies = (word: string): boolean => isIn([species, speciesNames], word);
export const isRole = (word: string): boolean => isIn([roles, roleNames], word);

const named: readonly Readonly<Record<string, unknown>>[] = [
  ...[species, speciesNames, roles, roleNames, itemNames, partNames, builds, ageWords, sizes],
];
/** Every word with an effect on a description. */
export const known: readonly string[] = [
  ...new Set([...named.flatMap((words) => Object.keys(words)), ...colourWords, 'with', 'wearing', 'and']),
];
const knownWords: ReadonlySet<string> = new Set(known);
export const isKnown = (word: string): boolean =>
  knownWords.has(word) || knownWords.has(word.replace(/s$/, ''));
