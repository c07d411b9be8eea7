import { type Looks, readLooks } from './adjectives.js';
import { become, withArticle } from './change.js';
import { attempt, is, take, tokenAt } from './cursor.js';
import { exchanged, readInsteadOf } from './edit-exchange.js';
import { likened } from './edit-kinds.js';
import {
  aboutThing,
  described,
  eased,
  lastLook,
  placedIn,
  predicate,
  readComparison,
  version,
} from './edit-looks.js';
import { moving, readGone } from './edit-things.js';
import { lookIn } from './looks.js';
import { asWritten, type Noun, readNoun, readPlace } from './nouns.js';
import { isInHead, onlyHeld, thingNamed, thingNear } from './planned.js';
import {
  addedList,
  change,
  given,
  isAtEnd,
  isKind,
  isLastWord,
  isSame,
  type Production,
  type Reader,
  removing,
} from './reader.js';

/** Clauses without a verb: adjectives, things, and what is not wanted or is better. */

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
    if (isMore && thingNamed(reader.draft, thing.word)) {
      reader.at += 1;
      return change(reader, become('many', thing.word));
    }
  }
  const looks = readLooks(reader);
  if (looks) {
    take(reader, 'label');
    reader.isAsked = true; // "maybe blue?" proposes
    return described(reader, looks, isOfThings(looks) ? reader.about : likewise(reader, looks));
  }
  if (moving(reader)) return true;
  const noun = readNoun(reader);
  return noun !== null && aboutNoun(reader, noun);
};

/** "Could be more purple", "should have a staff". */
function unnamed(reader: Reader): boolean {
  reader.at += 1;
  reader.isAsked = true;
  return take(reader, 'has') ? addedList(reader) : take(reader, 'is') !== null && predicate(reader);
}

/** "The same but a zombie". */
function sameAs(reader: Reader): boolean {
  while (take(reader, 'but', 'only', 'filler', 'for'));
  const isLike = take(reader, 'like') !== null;
  reader.isAsked = true;
  const noun = attempt(reader, () => {
    const one = readNoun(reader);
    return one?.isWho && !one.place ? one : null;
  });
  return noun === null || likened(reader, noun, isLike);
}

/** "Even shorter" after "short legs": the thing of the last change, where it is so and the character is not. */
function likewise({ draft, last }: Reader, { words, isCompared }: Looks): string | null {
  const look = isCompared ? lookIn(words[0]!.toLowerCase())?.word : undefined;
  const isOf = look && last && !isInHead(draft, look) && thingNamed(draft, look) === thingNamed(draft, last);
  return isOf ? thingNamed(draft, last) : null;
}

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
  const what = (isWorn ? thingNear(reader.draft, part) : null) ?? reader.last ?? onlyHeld(reader.draft);
  if (!is(side, 'side') || !part || what === null) return false;
  reader.at += 2;
  const to = `${isWorn ? 'on' : 'in'} the ${side!.word} ${part}`;
  return isAtEnd(reader) && change(reader, { kind: 'move', what, to });
}

/** "In green", "in shorts", "in the other hand". */
function inPlace(reader: Reader): boolean {
  const to = readPlace(reader);
  const what = reader.last ?? onlyHeld(reader.draft);
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
    const what = withArticle(asWritten(noun));
    return change(reader, isWho ? { kind: 'replace', what } : { kind: 'add', what });
  }
  const isStrange = !noun.isThing && !isOwn && noun.article === 'a' && is(tokenAt(reader), 'has', 'that');
  if (isWho || (isStrange && reader.changes.length === 0)) return false;
  const isPlain = noun.looks.length === 0 && (noun.isThing || isOwn);
  if (tokenAt(reader)?.mark === ':' && tokenAt(reader, 1)) reader.at += 1; // "hat: purple, broom: yes"
  if (take(reader, 'none')) return change(reader, ...removing([noun.head]));
  if (tokenAt(reader, -1)?.mark === ':' && take(reader, 'yes')) return change(reader, given(reader, noun));
  if (isPlain && attempt(reader, () => (aboutThing(reader, noun) ? true : null))) return true;
  if (noun.article === 'the' && noun.looks.length === 0) {
    const isBack = /^(?:back|again)$/.test(tokenAt(reader)?.word ?? '');
    if (isBack) reader.at += 1;
    return isBack && change(reader, { kind: 'add', what: withArticle(noun.name) });
  }
  return change(reader, given(reader, noun));
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

/** "Not the hat", "not red", "not so big", "less scary". */
export const denial: Production = (reader) => {
  const isLess = is(tokenAt(reader), 'less');
  if (!take(reader, 'not', 'less')) return false;
  const isEased = isLess || take(reader, 'more', 'too') !== null;
  const before = reader.changes.at(-1);
  const looks = readLooks(reader, false);
  if (looks && isEased)
    return change(reader, ...looks.words.map((word) => eased(reader, word, reader.about, !isLess)));
  const other = looks ? attempt(reader, () => (readTurn(reader) ? readLooks(reader) : null)) : null;
  if (looks && other) return change(reader, exchanged(reader, looks.words, other.words));
  if (looks && before?.kind === 'become') {
    reader.changes.pop();
    const part = before.part ?? exchangedPart(reader, looks.words[0]!);
    return change(reader, { ...before, part });
  }
  const gone = looks?.words ?? readGone(reader);
  if (gone.length === 0) return false;
  return change(reader, ...removing(gone.filter((what) => looks || !isOnlyKind(reader, what))));
};

/** "Not red, blue", "not red but blue". */
function readTurn(reader: Reader): boolean {
  const isJoined = tokenAt(reader)?.mark === ',' || tokenAt(reader)?.word === 'but';
  if (isJoined) reader.at += 1;
  return isJoined;
}

const exchangedPart = ({ draft }: Reader, word: string): string | null =>
  isInHead(draft, word) ? null : thingNamed(draft, word);
const isOnlyKind = (reader: Reader, head: string): boolean => isKind(reader, { head } as Noun);

/** "I liked chubby more", "the rusty was cooler". */
export const preferring: Production = (reader) => {
  const isPreferred = take(reader, 'prefer') !== null;
  while (take(reader, 'pronoun', 'whose'));
  const looks = readLooks(reader) ?? lastLook(reader);
  take(reader, 'version');
  const isBetter = take(reader, 'better', 'more') !== null;
  return looks !== null && (isBetter || (isPreferred && isAtEnd(reader))) && described(reader, looks, null);
};
