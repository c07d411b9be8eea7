/** Number words: how many of a thing the words ask for. */
import type { Draft } from './draft.js';

/** As many as somebody said, in their word. */
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

/** As they stand before "-headed" and the like. */
export const countWords: readonly string[] = Object.keys(numbers);

/** Of characters together. */
export const crowds: ReadonlySet<string> = new Set(
  'group pack herd army team crowd family flock swarm bunch gang band'.split(' '),
);

function countOf(word: string): Count | null {
  const many = Object.hasOwn(numbers, word) ? numbers[word]! : /^\d{1,4}$/.test(word) ? Number(word) : null;
  return many === null ? null : { many, word };
}

/** "Three" waits for its noun; "a pack of" is said of the characters themselves. */
export function readCount(draft: Draft, word: string): boolean {
  const count = countOf(word);
  if (crowds.has(word)) draft.crowd ??= word;
  if (!count) return crowds.has(word);
  if (word === 'one' && draft.count) return true;
  dropCount(draft);
  draft.count = count;
  return true;
}

/** The count that waits belongs to what was just named. */
export function claimCount(draft: Draft): Count | null {
  const { count } = draft;
  draft.count = null;
  if (count) draft.understood.add(count.word);
  return count;
}

/** Nothing followed that could be counted: "one" may stand for anybody, other numbers are told as not understood. */
export function dropCount(draft: Draft): void {
  if (draft.count && draft.count.word !== 'one') draft.unknown.add(draft.count.word);
  draft.count = null;
}
