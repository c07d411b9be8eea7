import { type Looks, readLooks } from '../words/adjectives.js';
import { attempt, is, take, tokenAt } from '../words/cursor.js';
import type { Token } from '../words/tokens.js';
import { aboutThing, described, placedIn, predicate, thingMeant } from './edit-looks.js';
import { readGone } from './edit-things.js';
import { addedList, change, type Production, type Reader, readThing, readWho, removing } from './reader.js';

/** Clauses with a verb: what is said of the character or of one of its things. */

/** "It's too big", "the hat should be red", "she has wings", "he must not wear a hat", "the pipe has to go". */
export const saying: Production = (reader) => {
  const isRequest = take(reader, 'modal') !== null;
  const subject = tokenAt(reader)?.word ?? '';
  const contracted = take(reader, 'itIs');
  const isWhole = !contracted && take(reader, 'whole') !== null;
  const isWho = contracted !== null || isWhole || readWho(reader);
  const noun = isWho ? null : readThing(reader);
  if (!isWho && !noun) return false;
  if (noun) take(reader, 'pronoun'); // "the wings they must be black"
  const { verb, isNot } = readVerb(reader, contracted);
  reader.isAsked ||= isRequest;
  if (is(tokenAt(reader), 'mustGo') && noun) return aboutThing(reader, noun);
  const isContracted = /[se]n['’]?t$/.test(tokenAt(reader, -1)?.word ?? ''); // "isn't"
  if (!verb && noun && !isContracted) return false;
  if (!verb && is(tokenAt(reader), 'has', 'lacks')) return true; // "it with boots"
  if (isWho && take(reader, 'pronoun')) return take(reader, 'opinion') !== null;
  if (verb && is(verb, 'has', 'add', 'lacks') && !is(verb, 'is')) {
    if (!isNot) return addedList(reader);
    const gone = readGone(reader);
    return gone.length > 0 && change(reader, ...removing(gone));
  }
  if (isNot) return false;
  if (noun) return aboutThing(reader, noun);
  if (is(tokenAt(reader), 'place')) return placedIn(reader);
  if (is(tokenAt(reader), 'opinion') && isWho && !tokenAt(reader)!.look)
    return take(reader, 'opinion') !== null;
  const looks = /^(?:it|that|they|them|those)\b/.test(subject) ? readMeant(reader) : null;
  reader.isAsked ||= isWhole;
  return looks ? described(reader, looks, reader.last) : predicate(reader, isWhole);
};

/** "Green" of "it should be green", where that is a thing. */
const readMeant = (reader: Reader): Looks | null =>
  attempt(reader, () => {
    const looks = readLooks(reader);
    return looks && thingMeant(reader, looks.words) ? looks : null;
  });

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
