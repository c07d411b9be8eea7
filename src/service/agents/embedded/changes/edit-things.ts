import { readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { lookIn } from '../words/looks.js';
import { asWritten, isBodyPart, type Noun, readNoun, readPlace } from '../words/nouns.js';
import { become, withArticle } from './change.js';
import { readInsteadOf } from './edit-exchange.js';
import { eased, placedIn } from './edit-looks.js';
import { heldIn, onlyHeld, thingNamed, wornIn } from './planned.js';
import {
  addedList,
  change,
  exception,
  given,
  isAtEnd,
  isLastWord,
  type Production,
  type Reader,
  readList,
  readWho,
  removing,
} from './reader.js';

/** Clauses about the things of the character: what comes, goes, stays, and where it is. */

/** "Remove the hat", "not red", "without wings", "no scarf and no boots", "lose the heels for flats". */
export const removal: Production = (reader) => {
  const verb = take(reader, 'remove', 'lacks', 'no', 'not');
  if (!verb) return false;
  attempt(reader, () => (readWho(reader) && take(reader, 'of') ? true : null)); // "strip him of his armour"
  const isAnswer =
    isAtEnd(reader) || is(tokenAt(reader), 'pronoun', 'itIs', 'set', 'put', 'keep', 'prefer', 'like');
  const isDismissal = is(verb, 'no') || /^(?:never ?mind|nvm)$/.test(verb.word);
  if (isDismissal && isAnswer) return true;
  reader.isAsked = true;
  if (take(reader, 'rest'))
    return reader.last !== null && change(reader, { kind: 'only', what: reader.last });
  if (readEverything(reader)) {
    const kept = exception(reader);
    return change(reader, kept ? { kind: 'only', what: kept.head } : { kind: 'bare' });
  }
  if (is(verb, 'not') && excessive(reader, verb.word)) return true;
  const gone = readGone(reader);
  if (gone.length === 0) return false;
  if (gone.length === 1) readLooks(reader); // "no eyes glowing"
  readOrigin(reader);
  const other = attempt(reader, () => (take(reader, 'for') ? readNoun(reader, { unknown: true }) : null));
  if (other) return change(reader, { kind: 'swap', what: gone.at(-1)!, for: asWritten(other) });
  return change(reader, ...removing(gone));
};

/** "Not so big" is smaller. */
function excessive(reader: Reader, verb: string): boolean {
  const isDegree = /^(?:too|that|very|quite)$/.test(tokenAt(reader)?.word ?? '');
  if (verb !== 'not so' && !isDegree) return false;
  if (isDegree) reader.at += 1;
  const looks = readLooks(reader);
  return looks !== null && change(reader, ...looks.words.map((word) => eased(reader, word, null, true)));
}

const everything = /^(?:accessor\w+|clothes|clothing|extras?|things?|stuff|items|gear|outfit)$/;

/** "Everything", "all of his clothes". */
const readEverything = (reader: Reader): boolean =>
  attempt(reader, () => {
    const isWhole = take(reader, 'whole') !== null;
    const isAll = isWhole || /^(?:all|every|any)$/.test(tokenAt(reader)?.word ?? '');
    if (isAll && !isWhole) reader.at += 1;
    while (!isAll && take(reader, 'whose'));
    if (!isAll && /^(?:accessor\w+|extras|gear|outfit|items)$/.test(tokenAt(reader)?.word ?? '')) {
      reader.at += 1;
      return true;
    }
    while (isAll && take(reader, 'whose', 'of', 'side'));
    const isNamed = isAll && everything.test(tokenAt(reader)?.word ?? '');
    if (isNamed) reader.at += 1;
    return isNamed || isWhole ? true : null;
  }) !== null;

/** "It", of what was spoken of before. */
const removedThing = ({ last }: Reader): string[] => (last === null ? [] : [last]);

/** The looks or things that go. After the first, only what is clearly a thing of the character. */
export function readGone(reader: Reader): string[] {
  take(reader, 'more');
  if (take(reader, 'pronoun') && isAtEnd(reader)) return removedThing(reader);
  const looks = readLooks(reader, false);
  if (looks) return looks.words;
  const held = readHeld(reader);
  if (held) return held;
  const nouns = readList(reader, (noun, isFirst, isJoined) => {
    const isPlain = noun.looks.length === 0 && noun.article !== 'a';
    return isFirst || (isPlain && ((isJoined && noun.isThing) || reader.isPlanned(noun.head)));
  });
  return nouns.map(({ head }) => head);
}

/** "His weapons": whatever is held. */
const readHeld = (reader: Reader): string[] | null =>
  attempt(reader, () => {
    while (take(reader, 'whose', 'article'));
    const isWorn = /^(?:clothe?s|clothing)$/.test(tokenAt(reader)?.word ?? '');
    if (isWorn) reader.at += 1;
    const held = isWorn ? wornIn(reader.draft) : take(reader, 'weapon') ? heldIn(reader.draft) : [];
    return held.length > 0 ? held : null;
  });

/** "Off its head", "from him", "off". */
export function readOrigin(reader: Reader): void {
  attempt(reader, () => {
    const isFrom =
      /^(?:off|from|out|away|of)\b/.test(tokenAt(reader)?.word ?? '') && take(reader, 'off', 'place', 'of');
    take(reader, 'of');
    return isFrom && (readWho(reader) || readBodyPart(reader)) ? true : null;
  });
  take(reader, 'off');
  if (is(tokenAt(reader), 'pronoun') && isLastWord(reader)) reader.at += 1; // "de él", "dele"
}

function readBodyPart(reader: Reader): boolean {
  while (take(reader, 'whose', 'article', 'side'));
  if (!isBodyPart(tokenAt(reader)?.word ?? '') && !tokenAt(reader)?.isThing) return false;
  reader.at += 1;
  return true;
}

/** "Add a hat", "give him boots", "put a crown on it", "with wings", "put him in shorts". */
export const adding: Production = (reader) => {
  const verb = take(reader, 'add', 'give', 'put', 'has');
  if (!verb) return false;
  reader.isAsked = true;
  while (verb.word === 'add' && take(reader, 'add'));
  if (is(verb, 'add') && is(tokenAt(reader), 'pronoun') && isLastWord(reader) && reader.last) {
    reader.at += 1;
    return change(reader, { kind: 'add', what: withArticle(reader.last) });
  }
  const isTo = attempt(reader, () => (readWho(reader) && !isAtEnd(reader) ? true : null)) !== null;
  if (isTo && is(tokenAt(reader), 'place')) return placed(reader);
  if (isTo) take(reader, 'has');
  else if (is(verb, 'put') && moving(reader)) return true;
  const isAdjective = (noun: Noun) => !noun.isThing && noun.length === 1 && /..(?:ed|ing)$/.test(noun.head);
  const isThing = (noun: Noun) =>
    noun.isThing || noun.article === 'a' || noun.place !== null || (!noun.isWho && !isAdjective(noun));
  const nouns = readList(reader, (noun, isFirst) => isFirst || isThing(noun));
  const newest = nouns.at(-1);
  const isForOwn = newest?.article === 'the' && newest.looks.length === 0 && is(tokenAt(reader), 'article');
  if (isForOwn && thingNamed(reader.draft, newest.head)) return addedList(reader); // "give the sword a gold hilt"
  if (!newest && (mooded(reader) || tried(reader, verb.word))) return true;
  if (!newest || (isTo && is(verb, 'put'))) return false;
  attempt(reader, () => (take(reader, 'place') && readWho(reader) ? true : null));
  take(reader, 'place');
  const old = readInsteadOf(reader);
  if (old) return change(reader, { kind: 'swap', what: old, for: asWritten(newest) });
  return change(reader, ...nouns.map((noun) => given(reader, noun)));
};

/** "Try toon". */
function tried(reader: Reader, verb: string): boolean {
  const looks = /^(?:try|use)$/.test(verb) ? readLooks(reader) : null;
  return looks !== null && change(reader, become(looks.words.join(' '), null));
}

/** "With a smile". */
function mooded(reader: Reader): boolean {
  take(reader, 'article');
  const looks = readLooks(reader);
  const moods = looks?.words.filter((word) => /^(?:mood|pose)$/.test(lookIn(word)?.axes[0] ?? '')) ?? [];
  return moods.length > 0 && change(reader, become(moods.join(' '), null));
}

/** "In shorts", "in a red dress", "in his left hand", after whom or what is put there. */
function placed(reader: Reader): boolean {
  const to = readPlace(reader);
  const what = reader.last ?? reader.about ?? onlyHeld(reader.draft);
  if (to) return what !== null && change(reader, { kind: 'move', what, to });
  return placedIn(reader);
}

/** "The axe on her back", "the hammer in the left hand". */
export function moving(reader: Reader): boolean {
  const noun = attempt(reader, () => {
    const one = readNoun(reader);
    const isOwn = one && one.article !== 'a' && thingNamed(reader.draft, one.head) !== null;
    return isOwn && one.place !== null && one.looks.length === 0 ? one : null;
  });
  if (!noun) return false;
  readInsteadOf(reader);
  return change(reader, { kind: 'move', what: noun.head, to: noun.place! });
}
