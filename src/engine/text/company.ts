/** Who is named in a sentence, and who beside: one character is made at a time. */
import { type Draft, nothingWaiting, settle } from './draft.js';
import { anyones, itemNames, partNames, roleNames, sizedPeople } from './lexicon.js';
import { roles, species, speciesNames } from './species.js';
import { lookUp, singular, spoken } from './words.js';

/** Words for whatever is worn. */
export const clothing: ReadonlySet<string> = new Set('clothes clothing outfit costume'.split(' '));

export const creatureOf = (word: string): string | undefined =>
  lookUp(species, word)
    ? singular(word).find((form) => Object.hasOwn(species, form))!
    : lookUp(speciesNames, word);
export const roleOf = (word: string): string | undefined =>
  singular(lookUp(roleNames, word) ?? word).find((form) => Object.hasOwn(roles, form));
const isThing = (word: string): boolean => (lookUp(itemNames, word) ?? lookUp(partNames, word)) !== undefined;

/** "A cat and a dog", "a knight riding a horse": somebody beside the one who is made. */
export function isAnother(draft: Draft, word: string, after: string | undefined): boolean {
  if (!draft.linked || draft.waiting.negated || isThing(word)) return false;
  if (creatureOf(word)) return true;
  return roleOf(word) !== undefined && !(after && (isThing(after) || clothing.has(after)));
}

export function leaveOut(draft: Draft, word: string): void {
  draft.others.push({ creature: creatureOf(word) ?? null, word: spoken.get(word) ?? word, apart: true });
  draft.waiting = nothingWaiting();
  if (draft.count) draft.understood.add(draft.count.word);
  draft.count = null;
}

/** "A monster": whoever it may be. */
export function readAnyone(draft: Draft, word: string): boolean {
  const anyone = lookUp(anyones, word);
  if (anyone) draft.anyone ??= word;
  return anyone !== undefined;
}

/** "7 foxes": the number of the characters themselves. */
export function nameCrowd(draft: Draft): void {
  const { count } = draft;
  if (!count) return;
  draft.count = null;
  if (count.many !== 1) draft.crowd ??= count.word;
  draft.understood.add(count.word);
}

/** "A giant with a club": the size was somebody. */
export function endPerson(draft: Draft, word: string | undefined): void {
  if (!word || !sizedPeople.has(word) || draft.creature || draft.role || draft.waiting.negated) return;
  draft.anyone ??= word;
  settle(draft, true);
}
