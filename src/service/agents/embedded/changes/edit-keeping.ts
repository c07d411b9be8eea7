import { attempt, take } from '../words/cursor.js';
import { readNoun } from '../words/nouns.js';
import { isInHead } from './planned.js';
import { change, isAtEnd, type Production } from './reader.js';

/** Clauses about what stays. */

/** "Only the hair": where the change before it applies or, without one, what is left. */
export const only: Production = (reader) => {
  if (!take(reader, 'only')) return false;
  take(reader, 'place');
  const noun = attempt(reader, () => {
    const one = readNoun(reader);
    const isPlain = one && one.looks.length === 0 && one.count === null && one.article !== 'a';
    const isOwn = one && (one.article === 'the' || isInHead(reader.draft, one.head));
    return isPlain && isOwn && isAtEnd(reader) ? one : null;
  });
  if (!noun) return true;
  reader.isAsked = true;
  const before = reader.changes.at(-1);
  if (before?.kind !== 'become')
    return reader.isPlanned(noun.head) && change(reader, { kind: 'only', what: noun.head });
  reader.changes.pop();
  return change(reader, { ...before, part: noun.head });
};
