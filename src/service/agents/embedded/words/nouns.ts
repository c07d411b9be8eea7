import { partNames } from '../../../../engine/input/text/vocabulary.js';
import { lookUp } from '../../../../engine/input/text/words.js';
import { readLooks, readOwnLooks } from './adjectives.js';
import { attempt, type Cursor, is, isNaming, isUnknown, take, tokenAt } from './cursor.js';
import { lookIn } from './looks.js';
import type { Token } from './tokens.js';

/** Reads noun phrases from the words of a message. */

export type Noun = {
  article: 'a' | 'the' | null;
  /** The indefinite article as it was written: "a pair of". */
  opening: string;
  count: string | null;
  looks: string[];
  isCompared: boolean;
  /** The last word of the name: "hat" of "top hat". */
  head: string;
  /** How many words the name has before places. */
  length: number;
  /** Without article, number and adjectives: "coffee mug in the other hand". */
  name: string;
  place: string | null;
  isWho: boolean;
  isThing: boolean;
};

type Reading = {
  /** Whether a name may consist of unknown words only. */
  unknown?: boolean;
  /** Whether any place may follow: "in the rain". */
  anywhere?: boolean;
};

/** A thing or creature with its article, number, adjectives and place. */
export function readNoun(cursor: Cursor, reading: Reading = {}): Noun | null {
  return attempt(cursor, () => {
    let article: Noun['article'] = null;
    let opening = '';
    for (let token = tokenAt(cursor); is(token, 'article', 'whose'); token = tokenAt(cursor)) {
      if (is(token, 'article') && token!.isCount && article) break;
      article = is(token, 'article') ? 'a' : 'the';
      opening = article === 'a' ? token!.word : '';
      cursor.at += 1;
    }
    while (is(tokenAt(cursor), 'bit') && tokenAt(cursor, 1)?.isThing) cursor.at += 1;
    const counted = tokenAt(cursor);
    let count: string | null = null;
    if (counted?.isCount && !is(tokenAt(cursor, 1), 'version')) {
      count = counted.word;
      cursor.at += 1;
      if (is(tokenAt(cursor), 'of')) cursor.at += 1;
    }
    const looks: string[] = [];
    const isCompared = readOwnLooks(cursor, looks);
    const run = readRun(cursor);
    if (run.length === 0) return null;
    if (run.length > 1 && /^thing(?:y|ie)?$/.test(run.at(-1)!.word)) run.pop(); // "that cane thing"
    const head = run.at(-1)!;
    if (/['’]s$/.test(head.said) && !head.isThing) return null; // "the bear's"
    const isThing = head.isThing;
    const isWho = head.isWho && !isThing;
    const isFamiliar = run.some((one) => one.isThing || one.isWho || cursor.isPlanned(one.word));
    const isMeant = isFamiliar || count !== null || (looks.length > 0 && run.length === 1);
    if (!isMeant && !reading.unknown) return null;
    const words = run.map(({ said }) => said);
    const length = run.length;
    const place = readAfter(cursor, words, looks, reading);
    return {
      article,
      opening,
      count,
      looks,
      isCompared,
      head: head.word,
      length,
      name: words.join(' '),
      place,
      isWho,
      isThing,
    };
  });
}

const mostWords = 4;

/** The words of a name. */
function readRun(cursor: Cursor): Token[] {
  const run: Token[] = [];
  for (;;) {
    const token = tokenAt(cursor);
    const isOwnLook = token?.look && !token.isThing && !token.isWho;
    const isName = isNaming(token) && (!isOwnLook || run.length === 0);
    if (!token || !isName || run.length === mostWords) return run;
    if (is(token, 'version', 'filler', 'more', 'like', 'better', 'set', 'off') && !token.isThing) return run;
    // "The beard longer": an adjective after a name describes it.
    if (run.length > 0 && token.look && !isNaming(tokenAt(cursor, 1))) return run;
    run.push(token);
    cursor.at += 1;
  }
}

const onBodies =
  /^(?:shoulders?|foreheads?|waist|hips?|laps?|chest|wrists?|fingers?|ankles?|knees?|top|sides?|chin|backs?|forehead|elbows?|throat|hilt|edges?)$/;
export const isBodyPart = (word: string): boolean =>
  lookUp(partNames, word) !== undefined || onBodies.test(word);

/** "In tartan": a look that the engine does not know. */
function readStuff(cursor: Cursor): string | null {
  const [joint, stuff, next] = [tokenAt(cursor), tokenAt(cursor, 1), tokenAt(cursor, 2)];
  const isEnd = !next || next.mark !== null || is(next, 'filler', 'and');
  if (joint?.word !== 'in' || !stuff || !isUnknown(stuff) || !isEnd) return null;
  cursor.at += 2;
  return `in ${stuff.said}`;
}

/** "Of coins", "on her shoulder", "like a sword", "that's curled". Adds the words, and returns the place. */
function readAfter(cursor: Cursor, words: string[], looks: string[], reading: Reading): string | null {
  let place: string | null = null;
  for (;;) {
    const part = attempt(cursor, () => readOf(cursor) ?? readStuff(cursor));
    if (part) {
      words.push(part);
      continue;
    }
    const where = /^(?:off|from|to)$/.test(tokenAt(cursor)?.word ?? '')
      ? null
      : readPlace(cursor, reading.anywhere);
    if (where) {
      place = where;
      words.push(where);
      continue;
    }
    const said = attempt(cursor, () => {
      const isIn = take(cursor, 'place') && tokenAt(cursor, -1)!.word === 'in';
      const isSaid = isIn || take(cursor, 'itIs') !== null;
      if (!isSaid) return null;
      return readLooks(cursor);
    });
    if (!said) return place;
    looks.unshift(...said.words);
  }
}

const textOf = (cursor: Cursor, from: number): string =>
  cursor.tokens
    .slice(from, cursor.at)
    .map(({ said }) => said)
    .join(' ')
    .replace(/^(in|on|over) (?=(?:left|right|other) )/i, '$1 the ');

function readOf(cursor: Cursor): string | null {
  const from = cursor.at;
  const isLike = !take(cursor, 'of') && tokenAt(cursor)?.word === 'like' && take(cursor, 'like') !== null;
  if (!isLike && cursor.at === from) return null;
  if (
    isLike &&
    !is(tokenAt(cursor), 'article') &&
    !isUnknown(tokenAt(cursor) ?? tokenAt(cursor, -1)!) &&
    !tokenAt(cursor)?.isWho
  )
    return null;
  if (is(tokenAt(cursor), 'pronoun') && !is(tokenAt(cursor), 'whose')) return null;
  return readNoun(cursor, { unknown: true }) ? textOf(cursor, from) : null;
}

/** "Back" may be a side or a part. */
const isAtPart = (cursor: Cursor): boolean =>
  isBodyPart(tokenAt(cursor)?.word ?? '') && !isBodyPart(tokenAt(cursor, 1)?.word ?? '');

/** "On her shoulder", "in the left hand"; anywhere: also "in the rain". */
export function readPlace(cursor: Cursor, isAnywhere = false): string | null {
  return attempt(cursor, () => {
    const from = cursor.at;
    if (!take(cursor, 'place')) return null;
    const isOwned = is(tokenAt(cursor), 'article', 'whose', 'side');
    while (!isAtPart(cursor) && take(cursor, 'article', 'whose', 'side'));
    const noun = tokenAt(cursor);
    if (!noun) return is(tokenAt(cursor, -1), 'side') ? textOf(cursor, from) : null;
    const isNamed = is(tokenAt(cursor, -1), 'whose') && isUnknown(noun) && !isNaming(tokenAt(cursor, 1));
    const isPart = isBodyPart(noun.word) || isNamed || (isOwned && cursor.isPlanned(noun.word) && !noun.look);
    if (isPart) cursor.at += 1;
    else if (!isAnywhere || !readNoun(cursor, { unknown: true })) return null;
    return textOf(cursor, from);
  });
}

/** A noun as it stands in a description. */
export function asWritten({ opening, count, looks, name }: Noun): string {
  const words = [count ?? '', ...looks.map(positive), name].filter(Boolean).join(' ');
  if (count || !opening) return words;
  return `${/^an?$/.test(opening) ? articleFor(words) : opening} ${words}`;
}

/** "Big" for "bigger". */
const positive = (look: string): string => {
  const found = lookIn(look.toLowerCase());
  return found?.isCompared ? found.word : look;
};
export const articleFor = (word: string): string => (/^(?!uni|use|eu)[aeiou]/i.test(word) ? 'an' : 'a');
