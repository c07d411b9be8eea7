import { countIn } from '../../../../engine/input/text/having.js';
import { unshownOf } from '../descriptions/unshown.js';
import { bodyOf, phraseOf } from '../words/lexis.js';

/** What questions name of the character under discussion. */

/** How many it will have of a thing that may have adjectives; null for no thing. */
export function countOf(draft: string, what: string): number | null {
  const body = bodyOf(draft);
  return countIn(body, what) ?? countIn(body, lastWord(what));
}

const lastWord = (text: string): string => text.split(/\s+/).at(-1) ?? '';

/** What of a description will not show. */
export const unshownIn = (draft: string): string[] => unshownOf(draft, phraseOf(draft).unknown);
