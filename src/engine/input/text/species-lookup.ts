/** Looks up creatures and roles, and detects further characters in a prompt: each prompt makes one character. */
import { settle } from './apply.js';
import type { Draft } from './draft.js';
import { spoken } from './joined.js';
import { dropWaiting } from './pending.js';
import {
  anyones,
  clothing,
  itemNames,
  objectNames,
  objects,
  roleNames,
  roles,
  sizedPeople,
  species,
  speciesNames,
} from './vocabulary.js';
import { isItemOrPart, lookUp, singular } from './words.js';

const isCreature = (word: string): boolean => Object.hasOwn(species, word) && !Object.hasOwn(objects, word);
/**
 * The species that a word names, or that it is like: "foxlike". Not of things, which are creatures only where they
 * live, and not of crocs, which are shoes.
 */
export function creatureOf(word: string): string | undefined {
  if (Object.hasOwn(itemNames, word) && !Object.hasOwn(species, word) && !Object.hasOwn(speciesNames, word))
    return undefined;
  const named = singular(word).find(isCreature) ?? lookUp(speciesNames, word);
  if (named) return named;
  const model = /^(.{3,})like$/.exec(word)?.[1];
  const like = model && creatureOf(model);
  return like === 'human' ? undefined : like; // "childlike" and "ladylike" are manners
}
/** A thing that lives where a text says so. */
export const objectOf = (word: string): string | undefined =>
  singular(word).find((form) => Object.hasOwn(objects, form)) ?? lookUp(objectNames, word);
export const roleOfWord = (word: string): string | undefined =>
  singular(lookUp(roleNames, word) ?? word).find((form) => Object.hasOwn(roles, form));

/** Whether the word is a second character, as in "a cat and a dog" or "a knight riding a horse". */
export function isAnother(draft: Draft, word: string, after: string | undefined, before = ''): boolean {
  if (draft.isDefining && creatureOf(word)) return false;
  if (!draft.linked || draft.halved || draft.waiting.negated || isItemOrPart(word)) return false;
  if (after && clothing.has(after)) return false; // a bee costume is worn
  if (creatureOf(word)) return !(after && isItemOrPart(after)); // dragon horns are horns
  // "A woman with an apron, blacksmith" is one.
  if (before === ',' && draft.role === null) return false;
  return roleOfWord(word) !== undefined && !(after && isItemOrPart(after));
}

export function leaveOut(draft: Draft, word: string): void {
  draft.others.push({ creature: creatureOf(word) ?? null, word: spoken.get(word) ?? word, apart: true });
  draft.unshown.add(spoken.get(word) ?? word);
  dropWaiting(draft);
  if (draft.count) draft.unshown.add(draft.count.word);
  draft.count = null;
}

/** Reads a character of unspecified kind, such as "a monster". */
export function readAnyone(draft: Draft, word: string): boolean {
  const anyone = lookUp(anyones, word);
  if (anyone) draft.anyone ??= word;
  return anyone !== undefined;
}

/** Reads the number of characters, as in "7 foxes". */
export function nameCrowd(draft: Draft): void {
  const { count } = draft;
  if (!count) return;
  draft.count = null;
  if (count.many === 1) draft.understood.add(count.word);
  else {
    draft.crowd ??= count.word;
    draft.unshown.add(count.word);
  }
}

/** Reads a size word used as a person, as in "a giant with a club". */
export function endPerson(draft: Draft, word: string | undefined): void {
  if (!word || !sizedPeople.has(word) || draft.creature || draft.role || draft.waiting.negated) return;
  draft.anyone ??= word;
  settle(draft, true);
}
