import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { isAtEnd, type Production, type Reader } from './reader.js';

/** What is said beside a change, and changes nothing: for whom it is, its name, an apology. */

function skipped(reader: Reader, most = Number.POSITIVE_INFINITY): boolean {
  const from = reader.at;
  while (!isAtEnd(reader) && reader.at - from < most) reader.at += 1;
  return reader.at > from && isAtEnd(reader);
}

/** "For my brother", "for me". */
export const purpose: Production = (reader) =>
  attempt(reader, () => {
    if (tokenAt(reader)?.word !== 'for') return null;
    reader.at += 1;
    return take(reader, 'me') && (isAtEnd(reader) || skipped(reader, 2)) ? true : null;
  }) !== null;

/** "Name is Pip", "call her Pip". */
export const naming: Production = (reader) =>
  attempt(reader, () => {
    take(reader, 'whose');
    const verb = tokenAt(reader)?.word ?? '';
    if (!/^(?:name|names|named|call|called)$/.test(verb)) return null;
    reader.at += 1;
    const isNamed = take(reader, 'is', 'pronoun') !== null || /d$/.test(verb);
    return isNamed && skipped(reader, 2) ? true : null;
  }) !== null;

/** "Sorry i switch languages a lot", after a change. */
export const apology: Production = (reader) =>
  reader.changes.length > 0 &&
  tokenAt(reader, -1)?.word === 'sorry' &&
  is(tokenAt(reader), 'me') &&
  skipped(reader);
