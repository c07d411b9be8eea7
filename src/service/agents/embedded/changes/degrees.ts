import { degrees } from '../../../../engine/input/text/vocabulary.js';
import { isRival, lookIn } from '../words/looks.js';
import { moves } from './verified.js';

/** How much of a look something has: "bigger", "very tall". */

/** "Bigger" than big is huge. */
const beyond: Readonly<Record<string, readonly string[]>> = {
  big: ['huge', 'giant', 'gigantic'],
  large: ['huge', 'giant', 'gigantic'],
  small: ['tiny'],
  little: ['tiny'],
  short: ['small', 'tiny'],
};

/** "Big" for "bigger" or, where it is as big already, a stronger word. */
export function inDegree(
  word: string,
  withLook: (look: string) => string,
  prompt: string,
  part: string | null,
): string {
  const look = lookIn(word.replace(/-/g, ''))!;
  const ladder = [
    look.word,
    ...(beyond[look.word] ?? []),
    ...['very', 'extremely'].map((degree) => `${degree} ${look.word}`),
  ];
  return (
    ladder.find((one) => moves(prompt, withLook(one), look.word, part)) ??
    ladder.find((one) => !prompt.includes(one)) ??
    look.word
  );
}

/** A degree goes with its adjective: "very tall". */
export function withoutRivals(looks: readonly string[], words: readonly string[]): string[] {
  const isGone = (look: string | undefined) =>
    look !== undefined && words.some((word) => isRival(look, word.split(' ').at(-1)!));
  return looks.filter((look, at) => !isGone(look) && !(isDegree(look) && isGone(looks[at + 1])));
}

const isDegree = (word: string): boolean => Object.hasOwn(degrees, word.toLowerCase());
