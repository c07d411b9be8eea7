/** Number words: how many of a thing the prompt asks for. */
import type { Draft } from './draft.js';

/** The number and the word used for it. */
export type Count = { many: number; word: string };

const numbers: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve'
    .split(' ')
    .map((word, i) => [word, i + 1] as const),
  ...'single 1,double 2,triple 3,pair 2,couple 2,both 2,dozen 12'
    .split(',')
    .map((said) => [said.split(' ')[0]!, Number(said.split(' ')[1])] as const),
  ...'several many multiple few various'.split(' ').map((word) => [word, Number.POSITIVE_INFINITY] as const),
]);

/** Number words that can form "-headed" and the like. */
export const countWords: readonly string[] = Object.keys(numbers);

/** Collective nouns for several characters. */
export const crowds: ReadonlySet<string> = new Set(
  'group pack herd army team crowd family flock swarm bunch gang band'.split(' '),
);

function countOf(word: string): Count | null {
  const many = Object.hasOwn(numbers, word) ? numbers[word]! : /^\d{1,4}$/.test(word) ? Number(word) : null;
  return many === null ? null : { many, word };
}

/** Reads a number: "three" counts the next noun; "a pack of" counts the characters themselves. */
export function readCount(draft: Draft, word: string): boolean {
  const count = countOf(word);
  if (crowds.has(word)) draft.crowd ??= word;
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
