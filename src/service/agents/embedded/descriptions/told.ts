import { withArticle } from '../changes/change.js';
import { refine } from '../changes/draft.js';
import { editsIn } from '../changes/edits.js';
import type { TalkState, Wish } from '../wish.js';
import { isLook, isSpecies } from '../words/lexis.js';
import { asking } from './naming.js';

/** Whom members tell about: "my cat died", "could you make her?" */

const owning = /\b(?:my|our|(?:i|we) (?:had|have|got) an?) ((?:[\w-]+ ){0,2}?)([\w-]+)\b/gi;
const wanting =
  /^(?:(?:can|could|would|will) (?:you|we|u) |please |i(?:'d| would) (?:like|love) (?:you )?to |(?:so |then )+)*(?:make|do|create|rig|build|model|draw) (?:her|him|it|them|one|that|this)(?: for me| please| then| as a (?:character|rig|model))*\W*$/i;
const losing =
  /\b(?:died|dead|passed away|passed|put (?:her|him|it) down|put to sleep|miss (?:her|him|it)|lost (?:her|him|it))\b/i;

/** A memory is not a wish yet. */
const past = /^\w+ (?:was|were|had)\b/i;

/** The member's own animal that a message mentions, which may become a character. */
export function mentionedIn(line: string): string | null {
  for (const [, before = '', noun = ''] of line.matchAll(owning)) {
    const looks = before
      .trim()
      .split(' ')
      .filter((word) => word !== '' && isLook(word));
    if (isSpecies(noun.toLowerCase())) return withArticle([...looks, noun].join(' ').toLowerCase());
  }
  return null;
}

/** What a message without a draft wants of an animal that was told about. */
export function toldIn(line: string, { draft, told }: TalkState): Wish | null {
  if (draft !== null) return null;
  if (mentionedIn(line) && losing.test(line) && !asking.test(line)) return { kind: 'sad' };
  if (told === null) return null;
  if (wanting.test(line)) return { kind: 'make', prompt: told };
  const changes = editsIn(line.replace(/[.!?\s]+$/, ''), told);
  if (changes.length === 0) return null;
  const prompt = changes.reduce(refine, told);
  return { kind: past.test(line) ? 'noted' : 'make', prompt };
}
