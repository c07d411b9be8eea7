import { storyIn } from './stories.js';

/** Separators between two wishes. */
const seams =
  /(?<=[.!?;])\s+(?!(?:maybe )?(?:with|without|wearing)\b)|,?\s+(?:and|then|also|plus|but)\s+(?=(?:what|how|tell|show|can you|could you|do i|is|are|list|make|also)\b)|,\s*(?=(?:what|how|can you|could you|do i|make|add|remove|show|tell|list|(?:do|let's (?:do|make)) an?)\b)/i;

export const wishesIn = (line: string): string[] => line.split(seams).filter((part) => /\S/.test(part));

/** From this length on a message is a story. */
export const shortest = 100;
const least = 3;

/**
 * The character of a story. Null for short texts, which are read unchanged.
 * @param isLost whether nothing else was understood: then a short text is searched as well, and any character will do
 */
export function characterIn(line: string, isLost = false): string | null {
  if (line.length < shortest && !isLost) return null;
  const told = storyIn(line);
  return told && !told.isAsked && told.isIntroduced && told.score >= (isLost ? 1 : least)
    ? told.prompt
    : null;
}
