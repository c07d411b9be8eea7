import { is, tokenAt } from '../words/cursor.js';
import type { Token } from '../words/tokens.js';
import type { DraftChange } from './change.js';
import { repeated, scaling } from './edit-again.js';
import { apology, naming, purpose } from './edit-asides.js';
import { denial, preferring } from './edit-denials.js';
import { exchange, replacing } from './edit-exchange.js';
import { keeping, only } from './edit-keeping.js';
import { setting } from './edit-looks.js';
import { saying } from './edit-sayings.js';
import { adding, emptyHanded, removal, takingOff } from './edit-things.js';
import { bare } from './edit-words.js';
import { isOver, type Production, type Reader, readerOf, type Spoken } from './reader.js';

/** The first that reads a clause counts. */
const productions: readonly Production[] = [
  scaling,
  repeated,
  keeping,
  only,
  exchange,
  replacing,
  takingOff,
  emptyHanded,
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
 * @param spoken the last change, or the thing that was asked about: "put it in his hands"
 */
export function editsIn(line: string, draft: string, spoken: Spoken = null): DraftChange[] {
  const reader = readerOf(line, draft, spoken);
  while (!isOver(reader)) if (!readsClause(reader)) return [];
  const isQuestion = reader.tokens.some(({ mark }) => mark === '?');
  return (isQuestion && !reader.isAsked) || reader.changes.length > most ? [] : reader.changes;
}

/** The changes of a message, and its clauses about the character that are none. */
export type Partly = { changes: DraftChange[]; left: string[] };

/** Reads the changes among other clauses: "make the cape shorter, it keeps dragging". Null for questions and denials. */
export function partlyIn(line: string, draft: string, spoken: Spoken = null): Partly | null {
  const reader = readerOf(line, draft, spoken);
  const left: Token[][] = [];
  while (!isOver(reader)) if (!readsClause(reader)) left.push(skipClause(reader));
  const isOther = left.some((clause) => is(clause[0], ...denying) && clause.some(isContent));
  const said = left.filter((clause) => clause.some(isContent) || !clause.some(isSpeech));
  const isList = reader.changes.length > left.length && left.every((clause) => !clause.some(isSpeech));
  const isQuestion = line.includes('?') && !reader.isAsked;
  const isMeant = reader.changes.length > 0 && reader.changes.length <= most && !isOther && !isQuestion;
  if (!isMeant || (!reader.isAsked && !isList && said.length > 0)) return null;
  return {
    changes: reader.changes,
    left: said.map((clause) => line.slice(clause[0]!.start, clause.at(-1)!.end)),
  };
}

const denying = ['ask', 'not', 'no', 'lacks', 'remove', 'keep', 'insteadOf'];

const isContent = (token: Token): boolean =>
  token.look !== null || token.isThing || token.isWho || is(token, 'set', 'add', 'give', 'swap');

/** Words of a remark: "it keeps dragging". */
const isSpeech = (token: Token): boolean =>
  is(token, 'me', 'pronoun', 'itIs', 'is', 'has', 'because') || /^(?:its|hes|shes)$/.test(token.word);

function skipClause(reader: Reader): Token[] {
  const from = reader.at;
  do reader.at += 1;
  while (tokenAt(reader)?.mark === null && !is(tokenAt(reader), 'and', 'but', 'because'));
  return reader.tokens.slice(from, reader.at);
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
