import { readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { type Noun, readNoun } from '../words/nouns.js';
import { become } from './change.js';
import { exchanged } from './edit-exchange.js';
import { described, eased, lastLook } from './edit-looks.js';
import { readGone } from './edit-things.js';
import { instead } from './edit-words.js';
import { isInHead, thingNamed } from './planned.js';
import { change, isAtEnd, isKind, type Production, type Reader, removing } from './reader.js';

/** Clauses about what is not wanted, and what is liked better. */

/** "Not the hat", "not red", "not so big", "less scary". */
export const denial: Production = (reader) => {
  const isLess = is(tokenAt(reader), 'less');
  if (!take(reader, 'not', 'less')) return false;
  const isEased = isLess || take(reader, 'more', 'too') !== null;
  const before = reader.changes.at(-1);
  const looks = readLooks(reader, false);
  if (looks && tokenAt(reader)?.word === 'enough') {
    reader.at += 1;
    return change(reader, become(looks.words.join(' '), reader.about)); // "not evil enough"
  }
  if (looks && isEased)
    return change(reader, ...looks.words.map((word) => eased(reader, word, reader.about, !isLess)));
  const other = looks ? attempt(reader, () => (readTurn(reader) ? readLooks(reader) : null)) : null;
  if (looks && other) return change(reader, exchanged(reader, looks.words, other.words));
  if (looks && before?.kind === 'become') {
    reader.changes.pop();
    const part = before.part ?? exchangedPart(reader, looks.words[0]!);
    return change(reader, { ...before, part });
  }
  const gone = looks?.words ?? readGone(reader);
  if (gone.length === 0) return false;
  return change(reader, ...removing(gone.filter((what) => looks || !isOnlyKind(reader, what))));
};

/** "Not red, blue", "not red but blue". */
function readTurn(reader: Reader): boolean {
  const isJoined = tokenAt(reader)?.mark === ',' || tokenAt(reader)?.word === 'but';
  if (isJoined) reader.at += 1;
  while (isJoined && take(reader, 'like', 'more'));
  return isJoined;
}

const exchangedPart = ({ draft }: Reader, word: string): string | null =>
  isInHead(draft, word) ? null : thingNamed(draft, word);
const isOnlyKind = (reader: Reader, head: string): boolean => isKind(reader, { head } as Noun);

/** "I liked chubby more", "the rusty was cooler". */
export const preferring: Production = (reader) => {
  const isPreferred = take(reader, 'prefer') !== null;
  const noun = isPreferred && is(tokenAt(reader), 'article') ? readNoun(reader) : null;
  if (noun) return noun.isThing && isAtEnd(reader) && change(reader, instead(reader, noun));
  while (take(reader, 'pronoun', 'whose'));
  const looks = readLooks(reader) ?? lastLook(reader);
  take(reader, 'version');
  const isBetter = take(reader, 'better', 'more') !== null;
  return looks !== null && (isBetter || (isPreferred && isAtEnd(reader))) && described(reader, looks, null);
};
