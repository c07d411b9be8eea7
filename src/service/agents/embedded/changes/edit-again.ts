import type { Looks } from '../words/adjectives.js';
import { is, take, tokenAt } from '../words/cursor.js';
import { become } from './change.js';
import { coloursOf } from './planned.js';
import { change, isAtEnd, type Production, type Reader, readThing, readWho } from './reader.js';

/** Clauses that scale what there is, or make the change before them once more. */

/** "Double the size of the helmet", "half the size", "half that". */
export const scaling: Production = (reader) => {
  const isDouble = is(tokenAt(reader), 'twice');
  if (!isDouble && !is(tokenAt(reader), 'half')) return false;
  reader.at += 1;
  take(reader, 'whose');
  const isSize = take(reader, 'label') ?? take(reader, 'pronoun');
  take(reader, 'of');
  const noun = readThing(reader);
  const isNamed = noun ?? (isSize && (readWho(reader) || isAtEnd(reader)));
  reader.isAsked = true;
  const part = noun?.head ?? reader.topic ?? reader.about;
  const isCount = isDouble && !isSize && noun !== null && /s$/.test(noun.head); // "double the antennas"
  return Boolean(isNamed) && change(reader, become(isCount ? 'many' : isDouble ? 'bigger' : 'smaller', part));
};

/** "The boots too": the change before once more. */
export const repeated: Production = (reader) => {
  const before = reader.changes.at(-1);
  const noun = readThing(reader);
  const isToo = noun && noun.looks.length === 0 && take(reader, 'too', 'same') !== null;
  return Boolean(isToo) && before?.kind === 'become' && change(reader, { ...before, part: noun!.head });
};

/** "Match the helmet": its colours. */
export function matching(reader: Reader): Looks | null {
  if (!take(reader, 'match')) return null;
  const other = readThing(reader);
  const words = other ? coloursOf(reader.draft, other.head) : [];
  return words.length > 0 ? { words, how: 'so', isCompared: false } : null;
}
