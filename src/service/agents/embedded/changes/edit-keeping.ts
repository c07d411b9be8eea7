import { readLooks } from '../words/adjectives.js';
import { attempt, take, tokenAt } from '../words/cursor.js';
import { lookIn } from '../words/looks.js';
import { readNoun, readPlace } from '../words/nouns.js';
import { become } from './change.js';
import { names, readCharacter } from './character.js';
import { isInHead, thingNamed } from './planned.js';
import {
  change,
  exception,
  isAtEnd,
  isSame,
  type Production,
  type Reader,
  readList,
  removing,
} from './reader.js';

/** Clauses about what stays. */

/** "Keep the hat", "keep everything but the hat", "keep the sword red". */
export const keeping: Production = (reader) => {
  if (!take(reader, 'keep')) return false;
  reader.isAsked = true;
  const isWhole = take(reader, 'whole', 'pronoun', 'rest') !== null;
  if (isWhole) {
    const gone = exception(reader);
    return gone === null || change(reader, ...removing([gone.head]));
  }
  const isLook = attempt(reader, () => (take(reader, 'whose') ? take(reader, 'label') : null));
  if (isLook || readLooks(reader)) return true; // "keep pink", "keep the colour"
  const [noun, ...others] = readList(reader, (one) => reader.isPlanned(one.head) || one.isThing);
  if (!noun) return false;
  reader.last = noun.head;
  const kept = [noun, ...others];
  reader.changes = reader.changes.filter(
    (one) => one.kind !== 'remove' || !kept.some(({ head }) => isSame(head, one.what)),
  );
  const isLeft = attempt(reader, () => {
    if (tokenAt(reader)?.mark === ',') reader.at += 1;
    return take(reader, 'rest') && take(reader, 'mustGo', 'off', 'remove');
  });
  if (isLeft) return change(reader, { kind: 'only', what: noun.head }); // "keep the hat, the rest can go"
  if (take(reader, 'off')) return change(reader, ...removing(kept.map(({ head }) => head))); // "leave the hat out"
  const looks = others.length === 0 ? readLooks(reader) : null;
  const to = looks || others.length > 0 ? null : readPlace(reader);
  if (to ?? noun.place) return change(reader, { kind: 'move', what: noun.head, to: (to ?? noun.place)! });
  return looks === null || change(reader, become(looks.words.join(' '), noun.head));
};

/** "Only the hair": where the change before it applies or, without one, what is left. */
export const only: Production = (reader) => {
  if (!take(reader, 'only')) return false;
  take(reader, 'place');
  const noun = attempt(reader, () => {
    const one = readNoun(reader);
    const isPlain = one && one.looks.length === 0 && one.count === null && one.article !== 'a';
    const isOwn = one && (one.article === 'the' || isInHead(reader.draft, one.head));
    return isPlain && isOwn && isAtEnd(reader) ? one : null;
  });
  if (!noun) return true;
  reader.isAsked = true;
  const before = reader.changes.at(-1);
  const excess = before?.kind === 'remove' ? lookIn(before.what) : null;
  if (excess && thingNamed(reader.draft, noun.head)) return onlyOn(reader, noun.head, excess.word);
  if (before?.kind !== 'become')
    return reader.isPlanned(noun.head) && change(reader, { kind: 'only', what: noun.head });
  reader.changes.pop();
  return change(reader, { ...before, part: noun.head });
};

/** "Too much orange, only the cape": the look goes from everything else. */
function onlyOn(reader: Reader, thing: string, look: string): boolean {
  reader.changes.pop();
  const named = readCharacter(reader.draft).traits.filter(({ text }) => names(text, look));
  const isWhole = isInHead(reader.draft, look);
  return change(
    reader,
    ...removing(Array.from({ length: named.length + (isWhole ? 1 : 0) }, () => look)),
    become(look, thing),
  );
}
