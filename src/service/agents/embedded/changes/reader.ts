import { attempt, type Cursor, is, take, tokenAt } from '../words/cursor.js';
import { asWritten, type Noun, readNoun } from '../words/nouns.js';
import { stem, type Token, tokensOf } from '../words/tokens.js';
import { become, type DraftChange, type Focus } from './change.js';
import { isInHead, isPlanned, thingNamed, traitNames } from './planned.js';

/** Reads the clauses of a message about the character under discussion. */

export type Reader = Cursor & {
  draft: string;
  changes: DraftChange[];
  /** The thing that was named last, which adjectives after it describe. */
  about: string | null;
  /** What "it" is besides the character. */
  last: string | null;
  /** How that was changed. */
  lastLooks: readonly string[];
  /** Whether a verb or a polite form asks for a change. */
  isAsked: boolean;
};

/** Reads a clause and moves past it. Where it returns false, the clause is read by the next one. */
export type Production = (reader: Reader) => boolean;

export const readerOf = (line: string, draft: string, focus: Focus): Reader => ({
  tokens: tokensOf(line),
  at: 0,
  isPlanned: (word) => isPlanned(draft, word),
  draft,
  changes: [],
  about: null,
  last: focus?.thing ?? null,
  lastLooks: focus?.looks ?? [],
  isAsked: false,
});

/** Moves past polite words, conjunctions and marks; true at the end. */
export function isOver(reader: Reader): boolean {
  for (let token = tokenAt(reader); token; token = tokenAt(reader)) {
    if (is(token, 'request')) reader.isAsked = true;
    if (!(token.mark && token.mark !== '->') && !isFiller(reader, token)) return false;
    reader.at += 1;
  }
  return true;
}

/** "Too" before an adjective says that there is too much of it. */
function isFiller(reader: Reader, token: Token): boolean {
  if (is(token, 'too') && tokenAt(reader, 1)?.look) return false;
  const next = tokenAt(reader, 1);
  const isLast = !next || next.mark !== null || is(next, 'filler');
  if (isLast && !token.look && (token.word === 'on' || is(token, 'more', 'bit'))) return true;
  if (is(token, 'version') && is(next, 'has', 'lacks') && !token.isWho) return true;
  if (token.word === 'like' && next?.mark === ',') return true;
  if (is(token, 'bit') && is(next, 'add', 'give', 'set', 'put', 'remove') && !next?.isThing) return true;
  if (token.word === 'except' && is(next, 'no', 'lacks', 'has')) return true;
  if (is(token, 'instead') || (is(token, 'or') && reader.at === 0)) return true;
  if (is(token, 'filler', 'request')) return !(token.isThing || token.isWho);
  return is(token, 'and') || (token.word === 'but' && !readsAhead(reader, exception));
}

const readsAhead = (reader: Reader, read: (one: Reader) => unknown): boolean =>
  Boolean(read({ ...reader, changes: [] }));

/** "But the hat". */
export const exception = (reader: Reader): Noun | null =>
  attempt(reader, () => {
    if (!take(reader, 'but')) return null;
    if (tokenAt(reader)?.word === 'for') reader.at += 1;
    const noun = readThing(reader);
    const isOwn =
      noun && (noun.article === 'the' || (reader.isPlanned(noun.head) && noun.looks.length === 0));
    return isOwn && isAtEnd(reader) ? noun : null;
  });

export const isAtEnd = (reader: Reader): boolean => {
  const token = tokenAt(reader);
  return !token || token.mark !== null || (is(token, 'filler', 'request', 'and', 'but') && !token.isThing);
};

export function change(reader: Reader, ...changes: DraftChange[]): true {
  reader.changes.push(...changes);
  return true;
}

/** Moves past the character itself, by a pronoun or as "the wolf". */
export function readWho(reader: Reader): boolean {
  if (isWhose(reader)) return false;
  if (take(reader, 'pronoun')) return true;
  const isShort =
    is(tokenAt(reader), 'whose') && is(tokenAt(reader, 1), 'is', 'too', 'more', 'bit', 'less', 'not');
  if (isShort) return take(reader, 'whose') !== null; // "his is green", "its too dark"
  const who = attempt(reader, () => {
    const isBare = tokenAt(reader)?.isWho && is(tokenAt(reader, 1), 'is', 'modal'); // "dragon stays green"
    const noun = isBare || is(tokenAt(reader), 'whose', 'article') ? readNoun(reader) : null;
    const isOne =
      noun &&
      (isKind(reader, noun) ||
        /^(?:guy|dude|bot|person|character|creature|figure|m[ae]n|wom[ae]n|girl|boy|lady|kid)$/.test(
          noun.head,
        ));
    return isOne && noun.length === 1 && !noun.place ? noun : null;
  });
  return who !== null;
}

/** "Her" before a name: "her long hair". */
const isWhose = (reader: Reader): boolean => {
  const isBoth = is(tokenAt(reader), 'pronoun') && is(tokenAt(reader), 'whose');
  if (!isBoth || is(tokenAt(reader, 1), 'article')) return false;
  const noun = readNoun({ ...reader });
  return noun !== null && !isKind(reader, noun);
};

/** Whether a noun is the character, and none of its things. */
export const isKind = ({ draft }: Reader, { head }: Noun): boolean =>
  isInHead(draft, head) && thingNamed(draft, head) === null;

/** A thing of the character: "the hat", "his long beard". */
export const readThing = (reader: Reader): Noun | null =>
  attempt(reader, () => {
    const noun = readNoun(reader);
    return noun && (noun.isThing || reader.isPlanned(noun.head)) && !isKind(reader, noun) ? noun : null;
  });

/** Several things: "a hat, red boots and a scarf". */
export function readList(
  reader: Reader,
  accept: (noun: Noun, isFirst: boolean, isJoined: boolean) => boolean,
): Noun[] {
  const nouns: Noun[] = [];
  for (;;) {
    const { at } = reader;
    if (nouns.length > 0 && !readJoint(reader)) return nouns;
    const noun = readNoun(reader, { unknown: true });
    const isJoined = reader.tokens.slice(at, reader.at).some((one) => is(one, 'and', 'or'));
    if (!noun || !accept(noun, nouns.length === 0, isJoined)) {
      reader.at = at;
      return nouns;
    }
    nouns.push(noun);
  }
}

function readJoint(reader: Reader): boolean {
  const { at } = reader;
  for (;;) {
    const token = tokenAt(reader);
    const isFiller = reader.at > at && is(token, 'filler') && !token?.isThing && !token?.look;
    if (token?.mark !== ',' && !is(token, 'and', 'or') && !isFiller) return reader.at > at;
    reader.at += 1;
  }
}

/** A thing more, or the one that there is as it is described now. */
export function given(reader: Reader, noun: Noun): DraftChange {
  const looks = [...(noun.count ? [noun.count] : []), ...noun.looks];
  const isOther = noun.article === 'a' && !noun.isCompared;
  reader.about = looks.length === 0 ? noun.head : null;
  reader.isAsked ||= noun.isCompared;
  const own = thingNamed(reader.draft, noun.head);
  const isNamed = noun.length === 1 || traitNames(reader.draft, noun.name);
  if (looks.length > 0 && !isOther && isNamed && !noun.place && own)
    return become(looks.join(' '), noun.head);
  const isInstead = own !== null && own === noun.head && noun.length > 1 && !noun.article && !noun.place;
  if (isInstead) return { kind: 'swap', what: own, for: asWritten(noun) }; // "human legs", of a shark with legs
  return { kind: 'add', what: asWritten(noun) };
}

export function addedList(reader: Reader, accept: (noun: Noun) => boolean = () => true): boolean {
  const nouns = readList(reader, accept);
  return nouns.length > 0 && change(reader, ...nouns.map((noun) => given(reader, noun)));
}

export const removing = (words: readonly string[]): DraftChange[] =>
  words.map((what) => ({ kind: 'remove', what }));

export const isSame = (one: string, other: string): boolean => stem(one) === stem(other);

/** Whether the word here is the last one of its clause. */
export const isLastWord = (reader: Reader): boolean => isAtEnd({ ...reader, at: reader.at + 1 });
