import { comparing, type Looks, readLooks } from '../words/adjectives.js';
import { attempt, is, isUnknown, take, tokenAt } from '../words/cursor.js';
import { lookIn, opposite } from '../words/looks.js';
import { asWritten, type Noun, readNoun, readPlace } from '../words/nouns.js';
import { become, type DraftChange, thingOf } from './change.js';
import { exchanged, readInsteadOf } from './edit-exchange.js';
import { likened } from './edit-kinds.js';
import { mayBeOfThing } from './focus.js';
import { coloursOf, isInHead, textOf, thingNamed, thingsUnlike } from './planned.js';
import {
  addedList,
  change,
  given,
  isAtEnd,
  type Production,
  type Reader,
  readThing,
  readWho,
  removing,
} from './reader.js';

/** Clauses about what the character or one of its things is to be: its looks, its pose, or another creature. */

/** "Make it red", "turn him into a wizard", "make the hat bigger", "change the colour to red". */
export const setting: Production = (reader) => {
  if (!take(reader, 'set')) return false;
  reader.isAsked = true;
  const isWhole = take(reader, 'whole') !== null;
  if (!isWhole && aboutIt(reader)) return true;
  if (isWhole || readWho(reader) || tokenAt(reader)?.word === 'me') {
    if (!isWhole && tokenAt(reader)?.word === 'me') reader.at += 1;
    if (is(tokenAt(reader), 'lacks', 'not')) return true;
    if (take(reader, 'has')) return addedList(reader);
    while (take(reader, 'for', 'is', 'place', 'modal', 'label'));
    return predicate(reader, isWhole);
  }
  const isEach = /^(?:each|every)$/.test(tokenAt(reader)?.word ?? '');
  if (isEach) reader.at += 1;
  const each = readThing(reader);
  const noun = each && isEach ? { ...each, head: each.head.replace(/(?<!s)$/, 's') } : each;
  if (noun) {
    const isDescribed = noun.looks.length > 0 || noun.count !== null;
    return aboutThing(reader, noun, true) || (isDescribed && change(reader, given(reader, noun)));
  }
  if (version(reader)) return true;
  const looks = attempt(reader, () => {
    while (take(reader, 'place', 'article'));
    return readLooks(reader);
  });
  if (looks && is(tokenAt(reader), 'version')) reader.at += 1;
  return looks !== null && described(reader, looks, null);
};

/** "It turquoise", after "the green is ugly" or a change of the hat. */
const aboutIt = (reader: Reader): boolean =>
  attempt(reader, () => {
    if (!/^(?:it|that|this|them|those)$/.test(tokenAt(reader)?.word ?? '')) return null;
    reader.at += 1;
    const looks = readLooks(reader);
    const thing = looks && thingMeant(reader, looks.words);
    return thing && described(reader, looks, thing) ? true : null;
  }) !== null;

/** The thing of the character that "it" is. */
export const thingMeant = ({ last, draft }: Reader, looks: readonly string[]): string | null =>
  last !== null && thingNamed(draft, last) && mayBeOfThing(looks, textOf(draft, last)) ? last : null;

/** What a thing is to be: described, somewhere else, another thing, or gone. */
export function aboutThing(reader: Reader, noun: Noun, isOrder = false): boolean {
  reader.about = noun.head;
  if (take(reader, 'mustGo', 'off')) return change(reader, ...removing([noun.head]));
  take(reader, 'label');
  const from = reader.at;
  while (take(reader, 'for', 'is', 'modal', 'of', 'like'));
  const isLike = is(tokenAt(reader, -1), 'like');
  const looks = attempt(reader, () => {
    take(reader, 'place', 'article');
    return readLooks(reader) ?? tinted(reader) ?? matching(reader);
  });
  if (looks) return described(reader, { ...looks, words: [...looks.words, ...moreLooks(reader)] }, noun.head);
  const to = readPlace(reader);
  if (to) return change(reader, { kind: 'move', what: noun.head, to });
  if (isAtEnd(reader) && /^stays?$/.test(reader.tokens[reader.at - 1]?.word ?? '')) return true;
  if (opinionOn(reader, noun)) return true;
  const stuff = tokenAt(reader);
  if (isLike && stuff && isUnknown(stuff)) {
    reader.at += 1;
    return change(reader, become(stuff.said, noun.head)); // "more like gunmetal"
  }
  const other = isOrder && reader.at > from ? readNoun(reader, { unknown: true }) : null;
  return other !== null && change(reader, { kind: 'swap', what: noun.head, for: asWritten(other) });
}

/** "The scarf is wrong" changes nothing yet. */
function opinionOn(reader: Reader, noun: Noun): boolean {
  const isSaid = attempt(reader, () => {
    while (take(reader, 'bit', 'more', 'too', 'less'));
    return take(reader, 'opinion');
  });
  if (isSaid) reader.last = noun.head;
  return isSaid !== null;
}

/** "Red" of "glow red". */
function moreLooks(reader: Reader): string[] {
  const looks = readLooks(reader);
  const token = tokenAt(reader);
  const isStuff =
    token && token.parts.size === 0 && !token.isThing && !token.isWho && !token.mark && !token.look;
  if (looks || !isStuff) return looks?.words ?? [];
  reader.at += 1;
  return [token.said]; // "pink snakeskin"
}

/** Adjectives of the whole character, or of one thing. */
export function described(reader: Reader, looks: Looks, part: string | null): boolean {
  const { words, how } = looks;
  reader.isAsked ||= looks.isCompared || how !== 'so';
  take(reader, 'label');
  while (!tokenAt(reader, 1)?.look && take(reader, 'bit'));
  readComparison(reader);
  const instead = how === 'so' ? readInsteadOf(reader) : null;
  if (instead && part === null) return change(reader, exchanged(reader, [instead], words));
  const what = part ?? shadedThing(reader, looks);
  if (how === 'so') return change(reader, become(comparing(looks).join(' '), what));
  return change(reader, ...words.map((word) => eased(reader, word, what, how === 'too')));
}

/** "Lighter blue", "darker blue", of a knight with a blue cape: the cape. */
function shadedThing({ draft }: Reader, { words, isCompared }: Looks): string | null {
  const colour = isCompared ? words.find((word) => lookIn(word)?.axes.includes('colour')) : undefined;
  return colour && !isInHead(draft, colour) ? thingNamed(draft, colour) : null;
}

const mostCompared = 3;
/** "Like a person", "like 50", "like classic aliens". */
export const readComparison = (reader: Reader): boolean =>
  attempt(reader, () => {
    if (tokenAt(reader)?.mark === ',') reader.at += 1;
    const isThan = tokenAt(reader)?.word === 'than';
    if (isThan) reader.at += 1;
    if (isThan && (take(reader, 'pronoun') || tokenAt(reader)?.word === 'before')) {
      if (tokenAt(reader)?.word === 'before') reader.at += 1;
      return true;
    }
    if (!isThan && !take(reader, 'like')) return null;
    while (take(reader, 'article'));
    const from = reader.at;
    while (!isAtEnd(reader) && reader.at - from < mostCompared) reader.at += 1;
    return reader.at > from && isAtEnd(reader) ? true : null;
  }) !== null;

/** Less of a look: without it, or its opposite. */
export function eased(
  { draft }: Reader,
  word: string,
  part: string | null,
  isExcessive: boolean,
): DraftChange {
  const other = opposite(word);
  const isThere = part === null && isInHead(draft, word);
  return other && (isExcessive || !isThere) ? become(other, part) : { kind: 'remove', what: word };
}

/** What the whole character is to be. @param isWhole whether its things are to be so as well */
export function predicate(reader: Reader, isWhole = false): boolean {
  const isLike = take(reader, 'like') !== null;
  if (isLike && readWho(reader)) return true;
  if (version(reader)) return true;
  const noun = readNoun(reader, { unknown: !isLike && is(tokenAt(reader), 'article') });
  if (noun?.isThing && noun.looks.length === 0 && !isAtEnd(reader) && aboutThing(reader, noun, true))
    return true;
  if (noun?.isThing) return change(reader, given(reader, noun));
  if (noun) return likened(reader, noun, isLike);
  const looks = tinted(reader) ?? readLooks(reader);
  if (!looks) return false;
  const things = isWhole ? thingsUnlike(reader.draft, looks.words) : [];
  reader.about = null;
  described(reader, looks, null);
  return change(reader, ...things.map((one) => become(looks.words.join(' '), one)));
}

/** "Military green". */
const tinted = (reader: Reader): Looks | null =>
  attempt(reader, () => {
    const [shade, colour] = [tokenAt(reader), tokenAt(reader, 1)];
    const isTint =
      shade && shade.parts.size === 0 && !shade.look && !shade.isThing && !shade.isWho && !shade.mark;
    if (!isTint || !colour?.look?.axes.includes('colour')) return null;
    reader.at += 2;
    return isAtEnd(reader) ? { words: [`${shade.said} ${colour.said}`], how: 'so', isCompared: false } : null;
  });

/** "A purple one", "a low poly version of him", "a zombie one". */
export const version: Production = (reader) =>
  attempt(reader, () => {
    while (take(reader, 'article', 'whose', 'like'));
    const looks = readLooks(reader) ?? lastLook(reader);
    const who = tokenAt(reader)?.isWho && is(tokenAt(reader, 1), 'version') ? tokenAt(reader)! : null;
    if (who) reader.at += 1;
    if ((!looks && !who) || tokenAt(reader)?.word === 'ones' || !take(reader, 'version')) return null;
    attempt(reader, () => (take(reader, 'of') && readWho(reader) ? true : null));
    const newest = reader.changes.at(-1);
    const own = newest?.kind === 'add' ? thingOf(newest) : null; // "give him a hat. a wide one"
    if (!who) return described(reader, looks!, own) ? true : null;
    const what = `a ${[...(looks?.words ?? []), who.word].join(' ')}`;
    return change(reader, { kind: 'replace', what, isRecast: true });
  }) !== null;

/** An adjective before "one", which is no name here. */
export function lastLook(reader: Reader): Looks | null {
  const token = tokenAt(reader);
  if (!token?.look || !is(tokenAt(reader, 1), 'version')) return null;
  reader.at += 1;
  return { words: [token.word], how: 'so', isCompared: token.look.isCompared };
}

/** "In red", "in a hat". */
export function placedIn(reader: Reader): boolean {
  take(reader, 'place');
  const looks = attempt(reader, () => {
    take(reader, 'article');
    return readLooks(reader);
  });
  if (!looks) return addedList(reader, (noun) => noun.isThing);
  take(reader, 'label');
  return described(reader, looks, null);
}

/** "Match the helmet": its colours. */
function matching(reader: Reader): Looks | null {
  if (!take(reader, 'match')) return null;
  const other = readThing(reader);
  const words = other ? coloursOf(reader.draft, other.head) : [];
  return words.length > 0 ? { words, how: 'so', isCompared: false } : null;
}
