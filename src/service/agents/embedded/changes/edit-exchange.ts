import { readLooks } from '../words/adjectives.js';
import { attempt, take, tokenAt } from '../words/cursor.js';
import { isBodyPart, readNoun, readPlace } from '../words/nouns.js';
import { become, type DraftChange } from './change.js';
import { isInHead, thingNamed } from './planned.js';
import { isLastWord, type Reader } from './reader.js';

/** Clauses that put one thing or look in the place of another. */

/** Adjectives in the place of others, on whatever has those. */
export function exchanged({ draft }: Reader, old: readonly string[], looks: readonly string[]): DraftChange {
  const word = old.at(-1)!;
  const forms = [word, `${word}en`]; // gold and golden
  const isWhole = forms.some((form) => isInHead(draft, form));
  const thing = forms.map((form) => thingNamed(draft, form)).find((one) => one !== null) ?? null;
  return become(looks.join(' '), isWhole ? null : thing);
}

/** "Back", of "in hands instead of back". */
function readPart(reader: Reader): string | null {
  const { word } = tokenAt(reader) ?? { word: '' };
  if (!isBodyPart(word)) return null;
  reader.at += 1;
  return word;
}

/** "Instead of the mug", "not red": what goes. */
export function readInsteadOf(reader: Reader): string | null {
  return attempt(reader, () => {
    if (!take(reader, 'insteadOf')) return null;
    const looks = readLooks(reader, false);
    if (looks) return looks.words.at(-1)!;
    const isCount = tokenAt(reader)?.isCount && isLastWord(reader);
    if (isCount) reader.at += 1;
    if (isCount) return '';
    return readPlace(reader) ?? readNoun(reader, { unknown: true })?.head ?? readPart(reader);
  });
}
