import { isDeepStrictEqual } from 'node:util';
import type { DraftChange, Focus } from './change.js';
import { only } from './edit-keeping.js';
import { setting } from './edit-looks.js';
import { saying } from './edit-sayings.js';
import { adding, removal } from './edit-things.js';
import { bare } from './edit-words.js';
import { isOver, type Production, type Reader, readerOf } from './reader.js';

/** The first that reads a clause counts. */
const productions: readonly Production[] = [only, removal, adding, setting, saying, bare];

const most = 6;

/**
 * Reads a message as changes of the character under discussion. It counts only where every word has its place in a
 * change, so that questions and statements are never taken for one.
 * @param focus what "it" is: "put it in his hands"
 */
export function editsIn(line: string, draft: string, focus: Focus = null): DraftChange[] {
  const reader = readerOf(line, draft, focus);
  while (!isOver(reader)) if (!readsClause(reader)) return [];
  const isQuestion = reader.tokens.some(({ mark }) => mark === '?');
  return (isQuestion && !reader.isAsked) || reader.changes.length > most ? [] : eachOnce(reader.changes);
}

/** "Taller. No, seriously, taller." */
export const eachOnce = <One>(all: readonly One[]): One[] =>
  all.filter((one, at) => all.findIndex((other) => isDeepStrictEqual(one, other)) === at);

function readsClause(reader: Reader): boolean {
  const { at, about, isAsked } = reader;
  const before = [...reader.changes];
  return productions.some((read) => {
    if (read(reader) && reader.at > at) return true;
    Object.assign(reader, { at, about, isAsked, changes: [...before] });
    return false;
  });
}
