/** Somebody whose head is a thing: "a tv head guy", "a man with a camera for a head". */
import type { Draft } from './draft.js';
import { spoken } from './joined.js';
import { dropWaiting } from './pending.js';
import { creatureOf, roleOfWord } from './species-lookup.js';
import { anyones, handheld, itemNames, lifeless } from './vocabulary.js';
import { lookUp, singular } from './words.js';

const isHeadWord = (word = ''): boolean => /^head(ed|s)?$/.test(word);

const isThing = (word: string): boolean =>
  creatureOf(word) === undefined &&
  word !== 'skull' &&
  (singular(word).some((form) => lifeless.has(form)) || handheld.has(lookUp(itemNames, word) ?? ''));

const isWho = (word = ''): boolean =>
  creatureOf(word) !== undefined || roleOfWord(word) !== undefined || lookUp(anyones, word) !== undefined;

/** "A tv headed man" is a man with a tv head. */
export function headsLast(words: readonly string[]): string[] {
  const at = words.findIndex((word, i) => isThing(word) && isHeadWord(words[i + 1]) && isWho(words[i + 2]));
  if (at < 0) return [...words];
  let end = at + 3;
  while (isWho(words[end])) end++;
  return [
    ...words.slice(0, at),
    ...words.slice(at + 2, end),
    'with',
    words[at]!,
    'head',
    ...words.slice(end),
  ];
}

/** @returns whether the word is a thing that stands for a head */
export function readsObjectHead(draft: Draft, words: readonly string[], i: number): boolean {
  const word = words[i]!;
  if (!isThing(word) || !isHeadWord(words[i + 1]) || draft.waiting.negated) return false;
  if (draft.objectHead) dropWaiting(draft);
  draft.objectHead ??= word;
  draft.anyone ??= 'character';
  draft.understood.add(spoken.get(word) ?? word);
  return true;
}

/** Things that look like the only such head that is made. */
const screens = /^(tv|television|monitor|computer|screen|console|radio)$/;

export function objectHeadNote({ objectHead }: Draft, isMade: boolean): string[] {
  if (objectHead === null) return [];
  const thing = spoken.get(objectHead) ?? objectHead;
  if (!isMade) return [`Only people and robots can have a thing for a head, so I left out the ${thing}.`];
  return screens.test(objectHead) ? [] : [`The ${thing} for a head is made as a box with a screen.`];
}
