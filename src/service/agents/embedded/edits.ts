import type { DraftChange } from './change.js';
import { apology, naming, purpose } from './edit-asides.js';
import { exchange, replacing } from './edit-exchange.js';
import { setting } from './edit-looks.js';
import { saying } from './edit-sayings.js';
import { adding, keeping, only, removal, takingOff } from './edit-things.js';
import { bare, denial, preferring } from './edit-words.js';
import { isOver, type Production, type Reader, readerOf } from './reader.js';

/** The first that reads a clause counts. */
const productions: readonly Production[] = [
  keeping,
  only,
  exchange,
  replacing,
  takingOff,
  removal,
  preferring,
  denial,
  adding,
  setting,
  saying,
  bare,
  purpose,
  naming,
  apology,
];

const most = 6;

/**
 * Reads a message as changes of the character under discussion. It counts only where every word has its place in a
 * change, so that questions and statements are never taken for one.
 * @param last the thing of the last change: "put it in his hands"
 */
export function editsIn(line: string, draft: string, last: string | null = null): DraftChange[] {
  const reader = readerOf(line, draft, last);
  while (!isOver(reader)) if (!readsClause(reader)) return [];
  const isQuestion = reader.tokens.some(({ mark }) => mark === '?');
  return (isQuestion && !reader.isAsked) || reader.changes.length > most ? [] : reader.changes;
}

function readsClause(reader: Reader): boolean {
  const { at, about, isAsked } = reader;
  const before = [...reader.changes];
  return productions.some((read) => {
    if (read(reader) && reader.at > at) return true;
    Object.assign(reader, { at, about, isAsked, changes: [...before] });
    return false;
  });
}
