import { phraseOf } from './lexis.js';
import { isNothingYet } from './naming.js';

/** Separators between two wishes. */
const seams =
  /(?<=[.!?;])\s+|,?\s+(?:and|then|also|plus|but)\s+(?=(?:what|how|tell|show|can you|could you|do i|is|are|list|make|also)\b)|,\s*(?=(?:what|how|can you|could you|do i|make|add|remove|show|tell|list|(?:do|let's (?:do|make)) an?)\b)/i;

export const wishesIn = (line: string): string[] => line.split(seams).filter((part) => /\S/.test(part));

const rests =
  /[.;!?]+(?:\s|$)|,?\s(?:anyway|because|but|so)\s|,\s(?=(?:he|she|it|they)(?:'s|\s(?:is|was))\b)/i;
/** From this length on a message is a story. */
export const shortest = 100;
const longest = 400;
const mostTries = 8;

/**
 * Finds the character in a long story: of all phrases that begin with an article or "this", the one that names a character
 * and describes it best. Null for short texts, which are read unchanged.
 * @param isLost whether nothing else was understood: then a short text is searched as well, and any character will do
 */
export function characterIn(line: string, isLost = false): string | null {
  if (line.length < shortest && !isLost) return null;
  const least = isLost ? 0.75 : 2;
  let best: { prompt: string; score: number } | null = null;
  for (const clause of line.split(rests)) {
    for (const { index } of [...clause.matchAll(/\b(?:an?|this) (?=[a-z]{2})/gi)].slice(0, mostTries)) {
      const prompt = clause
        .slice(index, index + longest)
        .trim()
        .replace(/^this /i, 'a ');
      const { isCharacter, refusal, understood, unknown } = phraseOf(prompt);
      const score = understood.length - unknown.length / 2;
      if (
        !isNothingYet(prompt) &&
        isCharacter &&
        refusal === null &&
        score >= least &&
        score > (best?.score ?? 0)
      )
        best = { prompt, score };
    }
  }
  return best?.prompt ?? null;
}
