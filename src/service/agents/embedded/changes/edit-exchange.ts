import { readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { lookIn } from '../words/looks.js';
import { asWritten, isBodyPart, readNoun, readPlace } from '../words/nouns.js';
import { become, type DraftChange } from './change.js';
import { isInHead, thingNamed } from './planned.js';
import { change, isKind, isLastWord, type Production, type Reader, readWho } from './reader.js';

/** Clauses that put one thing or look in the place of another. */

/** "Swap the hat for a crown", "change red to blue", "spear -> trident". */
export const exchange: Production = (reader) => {
  if (!take(reader, 'swap')) return false;
  reader.isAsked = true;
  const old = readLooks(reader);
  const noun = old ? null : readNoun(reader);
  if (!old && !noun) return false;
  const isColour = take(reader, 'label') !== null;
  if (!take(reader, 'for', 'place')) return false;
  while (take(reader, 'for', 'is'));
  const looks = attempt(reader, () => {
    if (is(tokenAt(reader), 'article')) reader.at += 1;
    return readLooks(reader);
  });
  if (old && looks) return change(reader, exchanged(reader, old.words, looks.words));
  if (noun && looks) {
    const isWhole = isKind(reader, noun) && !isColour;
    reader.about = isWhole ? null : noun.head;
    return change(reader, become(looks.words.join(' '), reader.about));
  }
  const other = readNoun(reader, { unknown: true });
  if (!other) return false;
  return change(reader, { kind: 'swap', what: noun?.head ?? old!.words.at(-1)!, for: asWritten(other) });
};

/** "Instead of coins make it pizza slices". */
export const replacing: Production = (reader) => {
  const old = readInsteadOf(reader);
  if (old === null) return false;
  if (tokenAt(reader)?.mark === ',') reader.at += 1;
  if (lookIn(old) && is(tokenAt(reader), 'set')) return true; // "instead of blue make the cape orange"
  if (take(reader, 'set', 'add', 'put', 'give')) readWho(reader);
  while (take(reader, 'for', 'has'));
  const noun = readNoun(reader, { unknown: true });
  reader.isAsked = true;
  return noun !== null && change(reader, { kind: 'swap', what: old, for: asWritten(noun) });
};

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
