/** Number words: how many of a thing the prompt asks for. */
import type { Count, Draft } from './draft.js';
import { crowds, numbers } from './vocabulary.js';

export function countOf(word: string): Count | null {
  const many = Object.hasOwn(numbers, word) ? numbers[word]! : /^\d{1,4}$/.test(word) ? Number(word) : null;
  return many === null ? null : { many, word };
}

/** Reads a number: "three" counts the next noun; "a pack of" counts the characters themselves. */
export function readCount(draft: Draft, word: string): boolean {
  const count = countOf(word);
  if (crowds.has(word)) {
    draft.crowd ??= word;
    draft.unshown.add(word);
  }
  if (!count) return crowds.has(word);
  if (word === 'one' && draft.count) return true;
  dropCount(draft);
  draft.count = count;
  return true;
}

/** Assigns the pending count to the thing just named. */
export function claimCount(draft: Draft): Count | null {
  const { count } = draft;
  draft.count = null;
  if (count) draft.understood.add(count.word);
  return count;
}

/** Drops a count without a noun: "one" may be a pronoun; other numbers are reported as not understood. */
export function dropCount(draft: Draft): void {
  if (draft.count && draft.count.word !== 'one') draft.unknown.add(draft.count.word);
  draft.count = null;
}
