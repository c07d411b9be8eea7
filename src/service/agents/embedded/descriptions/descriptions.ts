import { readLooks } from '../words/adjectives.js';
import { attempt, type Cursor, is, isDescribing, take, tokenAt } from '../words/cursor.js';
import { phraseOf } from '../words/lexis.js';
import { readNoun } from '../words/nouns.js';
import { type Token, tokensOf } from '../words/tokens.js';

/** Finds the description of a character in a message: after a wish, after a colon, or as all that a sentence says. */

export type Found = {
  prompt: string;
  /** How many words of it the engine knows. */
  score: number;
  /** Whether the words around it ask for it, or it is all of the message. */
  isWanted: boolean;
};

type Span = { tokens: Token[]; at: number; end: number; score: number; hasWho: boolean; things: number };

const mostAnchors = 12;

/** The description that has the most words which the engine knows; null for none. */
export function describedIn(line: string, mostLeft = 0): Found | null {
  const tokens = tokensOf(line);
  const found = anchorsIn(tokens)
    .slice(0, mostAnchors)
    .flatMap(({ at, isWanted }) => {
      const span = readSpan(tokens, at);
      return span && isComplete(tokens, span, isWanted, mostLeft) ? [{ ...span, isWanted }] : [];
    });
  const best = found.reduce<(Span & { isWanted: boolean }) | null>(
    (one, other) => (one && one.score >= other.score ? one : other),
    null,
  );
  if (best && isOnlyGeneral(best.tokens)) return null;
  return best && { prompt: textOf(line, best.tokens), score: best.score, isWanted: best.isWanted };
}

/** "A cool character" does not describe one. */
const isOnlyGeneral = (tokens: readonly Token[]): boolean =>
  !tokens.some(({ isWho, isThing, look, word }) => look || isThing || (isWho && !wanted.test(word)));

type Anchor = { at: number; isWanted: boolean };

const wanted =
  /^(?:hero|heroine|character|avatar|oc|mascot|npc|villain|boss|model|idea|figure|protagonist|rig)$/;
const makes =
  /^(?:make|create|build|rig|design|generate|draw|model|sculpt|do|try|have|need|want|commission|start)$/;

/** A description after so few words and a comma is what they are about: "now his friend, a cat". */
const fewest = 5;

/** Where a description may begin. */
function anchorsIn(tokens: readonly Token[]): Anchor[] {
  return tokens.flatMap((token, at): Anchor[] => {
    const before = tokens[at - 1];
    if (!before || isLead(tokens.slice(0, at))) return [{ at, isWanted: true }];
    const isBegun =
      is(token, 'article') ||
      token.isCount ||
      token.look !== null ||
      /^(?:make|create|build|rig|design)$/.test(before.word);
    if (is(before, 'request') || (makes.test(before.word) && isBegun)) return [{ at, isWanted: true }];
    if (before.mark === ':' || before.mark === '.') return [{ at, isWanted: true }];
    if (before.mark === ',' && at <= fewest) return [{ at, isWanted: true }];
    if (!is(before, 'is', 'itIs') || !is(token, 'article')) return [];
    const isOrdered = tokens.some((one, i) => is(one, 'set') && is(tokens[i + 1], 'pronoun'));
    return [{ at, isWanted: isOrdered || tokens.slice(0, at).some(({ word }) => wanted.test(word)) }];
  });
}

/** Nothing but polite words. */
const isLead = (tokens: readonly Token[]): boolean =>
  tokens.every(
    (token) =>
      token.mark !== null ||
      /^[^\p{Script=Latin}\d]+$/u.test(token.word) ||
      is(token, 'filler', 'request', 'only', 'and', 'itIs', 'like'),
  );

function readSpan(all: readonly Token[], from: number): Span | null {
  const cursor: Cursor = { tokens: all, at: from, isPlanned: () => false };
  const span: Span = { tokens: [], at: from, end: from, score: 0, hasWho: false, things: 0 };
  while (tokenAt(cursor)) {
    const { at } = cursor;
    if (!readPiece(cursor, span)) {
      cursor.at = at;
      break;
    }
  }
  span.end = cursor.at;
  return span.hasWho ? span : null;
}

/** What joins a thing or a look to what was described before. */
const joints = [
  'has',
  'lacks',
  'no',
  'place',
  'like',
  'of',
  'that',
  'and',
  'itIs',
  'pronoun',
  'not',
  'but',
  'is',
] as const;

/** A piece of a description: what the character is, has, wears or does, and where. */
function readPiece(cursor: Cursor, span: Span): boolean {
  const token = tokenAt(cursor)!;
  const { at } = cursor;
  const keep = () => {
    const read = cursor.tokens.slice(at, cursor.at);
    span.tokens.push(...read);
    span.score += read.filter(isDescribing).length;
    return true;
  };
  if (token.mark) {
    cursor.at += 1;
    return token.mark !== '?' && keep();
  }
  const isNext = /^[.!]$/.test(cursor.tokens[at - 1]?.mark ?? '');
  if (isNext && span.hasWho && is(token, 'is', 'modal', 'me', 'set')) return false; // another sentence
  if (readPurpose(cursor)) return true;
  if (tokenAt(cursor, 1)?.mark === ':' && !token.isWho) {
    cursor.at += 2; // "features: a green cloak"
    return true;
  }
  if (is(token, 'that') && span.hasWho) {
    while (tokenAt(cursor) && !tokenAt(cursor)!.mark) cursor.at += 1; // "who lost his eye in a battle"
    return keep();
  }
  const isJoint = is(token, ...joints);
  const noun = isJoint && !is(token, 'whose') ? null : readNoun(cursor, { anywhere: true });
  if (noun) {
    span.hasWho ||= noun.isWho || (/ of /.test(noun.name) && phraseOf(noun.name).isCharacter);
    if (span.tokens.length === 0 && phraseOf(noun.name).isCharacter)
      span.hasWho ||= cursor.tokens.slice(at, cursor.at).some(({ isWho }) => isWho); // "a fairy house"
    return keep();
  }
  if (readLooks(cursor)) return keep();
  if (readStranger(cursor, span)) return keep();
  if (isJoint && span.hasWho) return readJoined(cursor) && keep();
  const isAction = /..ing$/.test(token.word) && token.parts.size === 0;
  if (
    !is(token, 'filler', 'request', 'only', 'too', 'more', 'bit', 'article', 'label') &&
    !(isAction && span.hasWho)
  )
    return false;
  cursor.at += 1;
  return isAction ? keep() : true;
}

/** Who or what the engine does not know: "a Gaul with braids", and ", normal amount of blood" after a comma. */
function readStranger(cursor: Cursor, span: Span): boolean {
  const before = cursor.tokens.slice(0, cursor.at).findLast((token) => !is(token, 'filler'));
  const isFirst =
    span.tokens.length === 0 && is(tokenAt(cursor), 'article') && is(before, 'request', 'has', 'set', 'add');
  if (!isFirst && !(span.hasWho && before?.mark === ',')) return false;
  const noun = attempt(cursor, () => {
    const one = readNoun(cursor, { unknown: true });
    const next = tokenAt(cursor);
    const isEnd = isFirst ? is(next, 'has') : !next || next.mark !== null || is(next, 'and', 'has');
    return one && isEnd ? one : null;
  });
  span.hasWho ||= noun !== null && isFirst;
  return noun !== null;
}

/** "With a hat", "in armour", "who is tall": joints, and what they join. */
function readJoined(cursor: Cursor): boolean {
  while (take(cursor, 'me', ...joints)) while (take(cursor, 'filler', 'only', 'side'));
  return readNoun(cursor, { unknown: true, anywhere: true }) !== null || readLooks(cursor) !== null;
}

/** "For my class", "for a school project": no part of the description. */
const readPurpose = (cursor: Cursor): boolean =>
  attempt(cursor, () => {
    if (tokenAt(cursor)?.word !== 'for') return null;
    cursor.at += 1;
    while (take(cursor, 'me', 'whose', 'article'));
    const noun = readNoun(cursor, { unknown: true });
    return noun ? true : null;
  }) !== null;

const ends = /^[.!?]$/;

/** Whether the rest of its sentence may follow a description, as a question or a reason may. */
function isComplete(tokens: readonly Token[], { end }: Span, isWanted: boolean, mostLeft: number): boolean {
  const rest = tokens.slice(end).findIndex(({ mark }) => mark !== null && ends.test(mark));
  const left = tokens.slice(end, rest < 0 ? undefined : end + rest);
  if (left.length <= mostLeft || !isWanted) return true;
  const first = left[0]!;
  return (
    is(first, 'or', 'ask', 'modal', 'set', 'place') ||
    /^(?:because|since|if|when|while|so|as|is|that)$/.test(first.word)
  );
}

function textOf(line: string, tokens: readonly Token[]): string {
  return tokens
    .map((token, at) => {
      const next = tokens[at + 1];
      const gap = next && next.start > token.end && !next.mark ? ' ' : '';
      return line.slice(token.start, token.end) + gap;
    })
    .join('')
    .trim();
}
