import { readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import { type Noun, readNoun } from '../words/nouns.js';
import type { Token } from '../words/tokens.js';
import { exchanged } from './edit-exchange.js';
import { aboutThing, described, placedIn, predicate } from './edit-looks.js';
import { readGone, readOrigin } from './edit-things.js';
import { isInHead, thingNamed } from './planned.js';
import {
  addedList,
  change,
  isAtEnd,
  type Production,
  type Reader,
  readThing,
  readWho,
  removing,
} from './reader.js';

/** Clauses with a verb: what is said of the character or of one of its things. */

/** "It's too big", "the hat should be red", "she has wings", "he must not wear a hat", "the pipe has to go". */
export const saying: Production = (reader) => {
  const isRequest = take(reader, 'modal') !== null;
  const subject = tokenAt(reader)?.word ?? '';
  const contracted = take(reader, 'itIs');
  const isWhole = !contracted && take(reader, 'whole') !== null;
  const isWho = contracted !== null || isWhole || readWho(reader);
  if (!isWho && asColour(reader)) return true;
  const noun = isWho ? null : (readThing(reader) ?? readStranger(reader));
  if (!isWho && !noun) return false;
  if (noun) take(reader, 'pronoun'); // "the wings they must be black"
  const { verb, isNot } = readVerb(reader, contracted);
  reader.isAsked ||= isRequest;
  if (is(tokenAt(reader), 'mustGo') && noun) return aboutThing(reader, noun);
  const isContracted = /[se]n['’]?t$/.test(tokenAt(reader, -1)?.word ?? ''); // "isn't"
  if (!verb && noun && !isContracted) return false;
  if (!verb && is(tokenAt(reader), 'has', 'lacks')) return true; // "it with boots"
  if (isWho && take(reader, 'pronoun')) return take(reader, 'opinion') !== null;
  if (verb && is(verb, 'has', 'add', 'lacks') && !is(verb, 'is'))
    return isNot ? lacking(reader) : addedList(reader);
  if (isNot || /^not\b/.test(tokenAt(reader)?.word ?? '')) return denied(reader) || unimportant(reader, noun);
  if (noun) return aboutThing(reader, noun);
  if (is(tokenAt(reader), 'place')) return placedIn(reader);
  if (is(tokenAt(reader), 'opinion') && isWho && !tokenAt(reader)!.look)
    return take(reader, 'opinion') !== null;
  const isTopic = reader.topic !== null && /^(?:it|they|them)\b/.test(subject);
  const looks = isTopic ? readLooks(reader) : null;
  reader.isAsked ||= isWhole;
  return looks ? described(reader, looks, reader.topic) : predicate(reader, isWhole);
};

/** "The gills should be purple": a thing that is not planned. */
const readStranger = (reader: Reader): Noun | null =>
  attempt(reader, () => {
    const noun = is(tokenAt(reader), 'whose') ? readNoun(reader, { unknown: true }) : null;
    return noun && !noun.isWho && noun.length === 1 && is(tokenAt(reader), 'modal') ? noun : null;
  });

/** "The blue should be navy": other adjectives in the place of those. */
const asColour = (reader: Reader): boolean =>
  attempt(reader, () => {
    const old = take(reader, 'whose') ? readLooks(reader, false) : null;
    const isBad = old !== null && is(tokenAt(reader), 'is') && is(tokenAt(reader, 1), 'opinion');
    if (isBad) {
      reader.at += 2;
      reader.topic = thingNamed(reader.draft, old.words[0]!);
      return true;
    }
    const isAsked = old !== null && take(reader, 'modal') !== null;
    while (isAsked && take(reader, 'is', 'more', 'like'));
    const looks = isAsked ? readLooks(reader) : null;
    reader.isAsked ||= looks !== null;
    return looks && change(reader, exchanged(reader, old!.words, looks.words)) ? true : null;
  }) !== null;

/** "With" joins, and is no verb. */
const having =
  /^(?:has|have|had|wears?|wore|wearing|holds?|held|holding|carr(?:y|ies|ied|ying)|got|gets?|is wearing|was wearing|has got)$/;

/** The verbs between a subject and what is said of it. */
function readVerb(reader: Reader, first: Token | null): { verb: Token | null; isNot: boolean } {
  let verb = first;
  let isNot = false;
  for (let token = tokenAt(reader); token; token = tokenAt(reader)) {
    const isVerb =
      is(token, 'modal', 'is', 'not', 'lacks', 'add') || (is(token, 'has') && having.test(token.word));
    const isAdverb = is(token, 'filler') && !token.isThing;
    const isDegree = is(token, 'too', 'more', 'less', 'bit') && !is(token, 'is', 'has');
    if ((!isVerb && !isAdverb) || isDegree || token.look || is(token, 'mustGo') || token.isThing) break;
    isNot ||= is(token, 'not', 'lacks');
    if (is(token, 'is', 'has', 'lacks', 'add', 'modal')) verb = token;
    reader.at += 1;
  }
  return { verb, isNot };
}

function lacking(reader: Reader): boolean {
  const gone = readGone(reader);
  readOrigin(reader);
  return gone.length > 0 && change(reader, ...removing(gone));
}

/** "The satchel isn't that important" changes nothing yet. */
function unimportant(reader: Reader, noun: Noun | null): boolean {
  while (take(reader, 'less', 'pronoun', 'more', 'is', 'too', 'opinion'));
  if (noun === null) return false;
  while (!isAtEnd(reader)) reader.at += 1;
  reader.topic = noun.head;
  return true;
}

/** "He's not that old": without it. What it is not anyway is no change. */
function denied(reader: Reader): boolean {
  while (take(reader, 'less', 'pronoun', 'more', 'is', 'too'));
  const looks = readLooks(reader);
  if (!looks) return false;
  return change(reader, ...removing(looks.words.filter((word) => isInHead(reader.draft, word))));
}
