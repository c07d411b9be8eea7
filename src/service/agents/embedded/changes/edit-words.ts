import { type Looks, readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { phraseOf } from '../words/lexis.js';
import { isRival, lookIn } from '../words/looks.js';
import { asWritten, type Noun, readNoun, readPlace } from '../words/nouns.js';
import { become, type DraftChange, thingOf, withArticle } from './change.js';
import { readCharacter } from './character.js';
import { readInsteadOf } from './edit-exchange.js';
import { likened } from './edit-kinds.js';
import { aboutThing, described, placedIn, predicate, readComparison, version } from './edit-looks.js';
import { moving } from './edit-things.js';
import { isSaidOf } from './focus.js';
import { isInHead, onlyHeld, rivalOf, textOf, thingNamed, thingNear } from './planned.js';
import {
  addedList,
  change,
  given,
  isAtEnd,
  isLastWord,
  isSame,
  type Production,
  type Reader,
  readList,
  removing,
} from './reader.js';

/** Clauses without a verb: adjectives, things, and denials or preferences. */

/** Adjectives, things and creatures without a verb: "beard longer, blond", "red boots", "the hat in blue". */
export const bare: Production = (reader) => {
  if (version(reader) || otherSide(reader)) return true;
  if (take(reader, 'same')) return sameAs(reader);
  if (reader.changes.length === 0 && is(tokenAt(reader), 'modal') && is(tokenAt(reader, 1), 'is', 'has'))
    return unnamed(reader);
  if (reader.changes.length > 0 && readComparison(reader)) return true;
  const isLike = attempt(reader, () => {
    take(reader, 'more');
    return take(reader, 'like');
  });
  if (isLike) {
    const one = readNoun(reader);
    reader.isAsked = true;
    return one !== null && (one.isThing ? change(reader, given(reader, one)) : likened(reader, one, true));
  }
  if (reader.at === 0 && tokenAt(reader)?.word === 'for') {
    reader.at += 1;
    return predicate(reader);
  }
  if (/^(?:in|on|at|over)$/.test(tokenAt(reader)?.word ?? '')) return inPlace(reader);
  const [degree, thing] = [tokenAt(reader), tokenAt(reader, 1)];
  if (is(degree, 'more') && thing?.isThing) {
    reader.at += 1;
    const isMore = degree!.word === 'more' && isLastWord(reader) && /s$/.test(thing.word);
    if (isMore) {
      reader.at += 1;
      return change(reader, become('many', thing.word));
    }
  }
  const { at } = reader;
  const looks = readLooks(reader);
  const parts = looks && readPartsBehind(reader);
  if (parts) return change(reader, ...parts.map(({ head }) => become(looks.words.join(' '), head)));
  if (looks) {
    const newest = reader.changes.at(-1);
    if (tokenAt(reader)?.word === 'ones') reader.about = (newest && thingOf(newest)) ?? reader.last; // "brown ones"
    take(reader, 'label', 'version');
    reader.isAsked = true; // "maybe blue?" proposes
    return described(reader, looks, ofThing(reader, looks, at));
  }
  if (moving(reader)) return true;
  const noun = readNoun(reader);
  return noun !== null && aboutNoun(reader, noun);
};

/** "Orange in the gloves and boots". */
const readPartsBehind = (reader: Reader): Noun[] | null =>
  attempt(reader, () => {
    if (!/^(?:in|on|for)$/.test(tokenAt(reader)?.word ?? '')) return null;
    reader.at += 1;
    const nouns = readList(
      reader,
      ({ isThing, looks, article }) => isThing && looks.length === 0 && article !== 'a',
    );
    return nouns.length > 0 && isAtEnd(reader) ? nouns : null;
  });

/** "Could be more purple", "should have a staff". */
function unnamed(reader: Reader): boolean {
  reader.at += 1;
  reader.isAsked = true;
  return take(reader, 'has') ? addedList(reader) : take(reader, 'is') !== null && predicate(reader);
}

/** "The same but a zombie", "same outfit on a woman". */
function sameAs(reader: Reader): boolean {
  if (/^(?:outfit|clothes|gear|costume|look)$/.test(tokenAt(reader)?.word ?? '')) reader.at += 1;
  while (take(reader, 'but', 'only', 'filler', 'for', 'place'));
  const isLike = take(reader, 'like') !== null;
  reader.isAsked = true;
  const noun = attempt(reader, () => {
    const one = readNoun(reader);
    return one?.isWho && !one.place ? one : null;
  });
  return noun === null || likened(reader, noun, isLike);
}

/** The thing that adjectives describe: one named just before them or, in a message of nothing else, added before it. */
function ofThing(reader: Reader, looks: Looks, at: number): string | null {
  const { tokens, about, last, lastLooks, draft } = reader;
  const isNext = about !== null && tokens[at - 1]?.word === about; // "with the eyebrows big"
  if (isNext || (about !== null && isOfThings(looks))) return about;
  const own = reader.changes.length === 0 && last !== null ? thingNamed(draft, last) : null;
  if (own !== null && looks.words.some((word) => isSaidOf(textOf(draft, own), word))) return own;
  const isBodily = !isOfThings(looks) && !looks.isCompared && looks.how === 'so';
  if (own === null || isBodily || looks.words.some(isOfBody)) return null;
  const isAdded = lastLooks.length === 0; // "add a hat", "red"
  const isLikewise = looks.words.some((word) => lastLooks.some((one) => isRival(one, word))); // "even shorter"
  return isAdded || isLikewise ? own : null;
}

/** Said of bodies only: "fatter", "taller". */
const isOfBody = (word: string): boolean =>
  word === 'taller' || Boolean(lookIn(word)?.axes.some((axis) => /^(?:girth|age|mood|pose|sex)$/.test(axis)));

/** Whether adjectives may describe a thing that was named before them, as colours do. */
const isOfThings = ({ words }: Looks): boolean =>
  words.every(
    (word) =>
      !lookIn(word.toLowerCase())?.axes.some((axis) => /^(?:height|girth|age|mood|pose|sex)$/.test(axis)),
  );

/** "Other hand", "left handed". */
function otherSide(reader: Reader): boolean {
  const [side, hand] = [tokenAt(reader), tokenAt(reader, 1)];
  const part = /^(hand|paw|claw|arm|shoulder|eye|ear)(?:s|ed)?$/.exec(hand?.word ?? '')?.[1];
  const isWorn = part === 'eye' || part === 'ear';
  const what = isWorn ? thingNear(reader.draft, part) : (reader.last ?? onlyHeld(reader.draft));
  if (!/^(?:left|right|other|opposite|both)$/.test(side?.word ?? '') || !part || what === null) return false;
  reader.at += 2;
  const to = `${isWorn ? 'on' : 'in'} the ${side!.word} ${part}`;
  return isAtEnd(reader) && change(reader, { kind: 'move', what, to });
}

/** "In green", "in shorts", "in the other hand". */
function inPlace(reader: Reader): boolean {
  const to = readPlace(reader);
  const isHold = /\b(?:hand|paw|claw|arm|back|shoulder|belt|mouth|hip)s?$/.test(to ?? '');
  const what = reader.last ?? (isHold ? onlyHeld(reader.draft) : null);
  if (to) return what !== null && change(reader, { kind: 'move', what, to });
  return placedIn(reader);
}

function aboutNoun(reader: Reader, noun: Noun): boolean {
  const isOwn = thingNamed(reader.draft, noun.head) !== null;
  const isWho = noun.isWho && !noun.place && !isOwn;
  const other = attempt(reader, () => {
    if (tokenAt(reader)?.mark === ',') reader.at += 1;
    return readInsteadOf(reader);
  });
  if (other) return exchangedNoun(reader, noun, other);
  if (is(tokenAt(reader), 'instead')) {
    reader.isAsked = true;
    reader.at += 1;
    return change(
      reader,
      isWho ? { kind: 'replace', what: withArticle(asWritten(noun)) } : instead(reader, noun),
    );
  }
  if (isWho && isCorrected(reader))
    return change(reader, { kind: 'replace', what: withArticle(asWritten(noun)) });
  if (take(reader, 'better')) reader.isAsked = true; // "bat wings would be cool"
  const isStrange = !noun.isThing && !isOwn && noun.article === 'a' && is(tokenAt(reader), 'has', 'that');
  const isFound = noun.isThing || isOwn || noun.article || noun.count || noun.looks.length > 0 || noun.place;
  const isSaid = !isFound && !phraseOf(noun.name).hasThings;
  if (isWho || isSaid || (isStrange && reader.changes.length === 0)) return false;
  const isNew = !isOwn || noun.looks.some((look) => thingNamed(reader.draft, look) === null);
  reader.isAsked ||= noun.isThing && isNew && tokenAt(reader)?.mark === '?'; // "a hat?"
  const isPlain = noun.looks.length === 0 && (noun.isThing || isOwn);
  if (isPlain && attempt(reader, () => (aboutThing(reader, noun) ? true : null))) return true;
  if (noun.article === 'the' && noun.looks.length === 0) {
    const isBack = /^(?:back|again)$/.test(tokenAt(reader)?.word ?? '');
    if (isBack) reader.at += 1;
    return isBack && change(reader, { kind: 'add', what: withArticle(noun.name) });
  }
  return change(reader, given(reader, noun));
}

/** "Actually a polar bear": nothing but another creature, which has the same things. */
const isCorrected = ({ tokens, draft, at }: Reader): boolean =>
  readCharacter(draft).traits.length > 0 &&
  tokens.slice(at).every((token) => token.mark !== null || is(token, 'filler')) &&
  tokens.some(({ word }) => /^(?:actually|wait|no wait|oh wait|actually wait)$/.test(word));

/** "An axe instead": in the place of what is held, or of the thing spoken of last. */
export function instead(reader: Reader, noun: Noun): DraftChange {
  const rival = rivalOf(reader.draft, noun.head, reader.last);
  const what = withArticle(asWritten(noun));
  return rival && reader.changes.length === 0
    ? { kind: 'swap', what: rival, for: what }
    : { kind: 'add', what };
}

/** "The hat, not the cape" leaves the hat. "Bigger cheese, not bigger mouse" leaves the mouse as it is. */
function exchangedNoun(reader: Reader, noun: Noun, other: string): boolean {
  const isThere = thingNamed(reader.draft, noun.head) !== null;
  if (isThere && noun.looks.length === 0 && !isSame(noun.head, other))
    return change(reader, ...removing([other]));
  const isOfWho = isInHead(reader.draft, other) && !thingNamed(reader.draft, other);
  if (isOfWho && (isThere || !noun.isWho)) return change(reader, given(reader, noun));
  return change(reader, { kind: 'swap', what: other, for: asWritten(noun) });
}
