import { readLooks } from '../words/adjectives.js';
import { attempt, type Cursor, is, isUnknown, take } from '../words/cursor.js';
import { type Noun, readNoun, readPlace } from '../words/nouns.js';
import type { Token } from '../words/tokens.js';

/** Finds what a story mentions, in whatever sentences: the nouns that the engine knows, and unknown items of its lists. */

export type Mention = { noun: Noun; at: number; end: number };

export function mentionsIn(tokens: readonly Token[]): Mention[] {
  const found: Mention[] = [];
  for (let at = 0; at < tokens.length; ) {
    const one = mentionAt(tokens, at) ?? strangerAt(tokens, at, found.length > 0);
    if (one) found.push(one);
    at = one?.end ?? at + 1;
  }
  return found;
}

const cursorAt = (tokens: readonly Token[], at: number): Cursor => ({ tokens, at, isPlanned: () => false });
const isNoun = (token: Token | undefined): boolean => Boolean(token?.isThing || token?.isWho);
const mostWords = 6;

/** Where a noun phrase may begin; unknown words begin one after a mark or a verb, so that other verbs are no names. */
function isBegun(tokens: readonly Token[], at: number): boolean {
  const [first, before] = [tokens[at]!, tokens[at - 1]];
  if (is(first, 'me', 'ask')) return false;
  if (is(first, 'article', 'whose') || first.isCount || first.look !== null || isNoun(first)) return true;
  const isFree = !before || before.mark !== null || is(before, 'has', 'and', 'request', 'set');
  return isUnknown(first) && isFree;
}

/** A noun phrase, with its place and the looks that a sentence says it has: "the boots are red". */
function mentionAt(tokens: readonly Token[], at: number): Mention | null {
  if (!isBegun(tokens, at)) return null;
  const last = tokens.findIndex((one, i) => i >= at && isNoun(one) && !isNoun(tokens[i + 1]));
  const cursor = cursorAt(tokens.slice(0, last + 1), at);
  const noun = last >= 0 && last - at < mostWords ? readNoun(cursor) : null;
  if (!noun || cursor.at <= last || !(noun.isWho || noun.isThing)) return null;
  const after = cursorAt(tokens, last + 1);
  const place = readPlace(after);
  const said = attempt(after, () => (take(after, 'is', 'that') ? readLooks(after) : null));
  const name = place && noun.isThing ? `${noun.name} ${place}` : noun.name;
  return { noun: { ...noun, name, looks: [...(said?.words ?? []), ...noun.looks] }, at, end: after.at };
}

const mostStrange = 3;
/** Words that name no thing in a list. */
const nameless = /\d|^(?:none|yes|no|obviously)$|(?:ish|ed|ing|ly)$|^\p{Lu}/u;

/** "Barnacles" in a list, so that the answer says that it is unknown. */
function strangerAt(tokens: readonly Token[], at: number, isListed: boolean): Mention | null {
  const isJoined = is(tokens[at - 1], 'and') && is(tokens[at], 'article');
  if (!isListed || !(isJoined || /^[,.:]$/.test(tokens[at - 1]?.mark ?? ''))) return null;
  const end = tokens.findIndex((one, i) => i >= at && (one.mark !== null || is(one, 'and')));
  const words = tokens.slice(at, end < 0 ? undefined : end);
  const isItem = words.every((one) => isUnknown(one) || one.look || one.isCount || is(one, 'article'));
  const isNamed = words.some(({ look }) => !look) && !words.some(({ said }) => nameless.test(said));
  if (!isItem || !isNamed || words.length > mostStrange) return null;
  const noun = readNoun(cursorAt(tokens.slice(0, at + words.length), at), { unknown: true });
  return noun && { noun: { ...noun, isThing: true, isWho: false }, at, end: at + words.length };
}

/** Who is introduced with a name that the engine does not know: "a stationmaster". */
export function strangerIn(tokens: readonly Token[]): string | null {
  const at = tokens.findIndex((one, i) => is(one, 'article') && isUnknown(tokens[i + 1] ?? one));
  const noun = at < 0 ? null : readNoun(cursorAt(tokens, at), { unknown: true });
  return noun && noun.length <= mostStrange ? noun.name : null;
}

/** The looks in clauses that say nothing else: "tall", "she's very old". */
export function looksIn(tokens: readonly Token[], found: readonly Mention[]): string[] {
  const isTaken = (at: number) => found.some((one) => at >= one.at && at < one.end);
  const looks: string[] = [];
  for (let from = 0; from < tokens.length; ) {
    const end = tokens.findIndex(({ mark }, at) => at >= from && mark !== null);
    const until = end < 0 ? tokens.length : end;
    const isPlain = tokens
      .slice(from, until)
      .every((one) => one.look || is(one, 'filler', 'itIs', 'pronoun', 'is', 'and', 'more', 'bit', 'but'));
    const at = tokens.findIndex((one, i) => i >= from && i < until && one.look !== null && !isTaken(i));
    if (isPlain && at >= 0) looks.push(...(readLooks(cursorAt(tokens, at))?.words ?? []));
    from = until + 1;
  }
  return looks;
}
