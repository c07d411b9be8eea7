import { isEnglish } from '../../../../base/english.js';
import { attempt, type Cursor, is, isNaming, isUnknown, take, tokenAt } from './cursor.js';
import { type Look, lookIn } from './looks.js';
import type { Token } from './tokens.js';

/** Reads the adjectives of a message, and their degrees. */

export type Looks = { words: string[]; how: 'so' | 'less' | 'too'; isCompared: boolean };

/** Adjectives with their degrees: "a bit bigger", "red and black", "less scary". Null where a noun follows. */
export function readLooks(cursor: Cursor, isListed = true): Looks | null {
  return attempt(cursor, () => {
    const words: string[] = [];
    let how: Looks['how'] = 'so';
    let isCompared = false;
    for (;;) {
      const { at } = cursor;
      let said: Looks['how'] = 'so';
      if (words.length > 0)
        while (take(cursor, 'and') || (isListed && tokenAt(cursor)?.mark === ','))
          if (tokenAt(cursor)?.mark === ',') cursor.at += 1;
      while (is(tokenAt(cursor), 'more', 'bit', 'less', 'too')) {
        if (is(tokenAt(cursor), 'less')) said = 'less';
        else if (is(tokenAt(cursor), 'too') && said === 'so') said = 'too';
        if (is(tokenAt(cursor), 'more', 'less')) isCompared = true;
        cursor.at += 1;
      }
      const look = tokenAt(cursor)?.look ?? (words.length > 0 ? adjectiveAt(cursor) : null);
      if (!look || (words.length > 0 && said !== how) || isNamed(cursor)) {
        cursor.at = at;
        break;
      }
      words.push(wordOf(tokenAt(cursor)!));
      isCompared ||= look.isCompared;
      how = said;
      cursor.at += 1;
    }
    return words.length > 0 ? { words, how, isCompared } : null;
  });
}

/** An adjective that the engine does not know, beside those that it knows: "small, round, floating". */
export function adjectiveAt(cursor: Cursor): Look | null {
  const [token, next] = [tokenAt(cursor), tokenAt(cursor, 1)];
  const isEnd = !next || next.mark !== null || is(next, 'and');
  const isOne = token && isUnknown(token) && isEnd && /..(?:ing|ed|y|ish|ful|less|ous|ic)$/.test(token.word);
  return isOne && isEnglish(token.word) ? { word: token.word, axes: [token.word], isCompared: false } : null;
}

/** "Sitting" for "sit"; other words stay as they are written. */
const wordOf = ({ look, said }: Token): string =>
  !look || look.isCompared || look.word === said.toLowerCase().replace(/[ -]/g, '') ? said : look.word;

/** Whether the adjective here belongs to a noun after it: "red boots". */
function isNamed(cursor: Cursor): boolean {
  const token = tokenAt(cursor);
  if ((token?.isWho || token?.isThing) && is(tokenAt(cursor, 1), 'place')) return true;
  let ahead = 1;
  while (tokenAt(cursor, ahead)?.look && !isNaming(tokenAt(cursor, ahead))) ahead += 1;
  return isNaming(tokenAt(cursor, ahead)) && !is(tokenAt(cursor, ahead), 'side');
}

/** The adjectives before a name: "long, wavy red". */
export function readOwnLooks(cursor: Cursor, looks: string[]): boolean {
  let isCompared = false;
  for (;;) {
    const { at } = cursor;
    if (looks.length > 0 && (is(tokenAt(cursor), 'and') || tokenAt(cursor)?.mark === ',')) cursor.at += 1;
    while (is(tokenAt(cursor), 'more', 'bit') && tokenAt(cursor, 1)?.look) cursor.at += 1;
    const strange = tokenAt(cursor);
    if (strange && isUnknown(strange) && isDescribing(cursor)) {
      looks.push(strange.said); // "battered silver armour"
      cursor.at += 1;
      continue;
    }
    const token = tokenAt(cursor);
    const isNoun =
      token && (token.isThing || token.isWho) && !isNaming(tokenAt(cursor, 1)) && !tokenAt(cursor, 1)?.look;
    if (!token?.look || isNoun || !isNamedBehind(cursor)) {
      cursor.at = at;
      return isCompared;
    }
    looks.push(/ing$/.test(token.look.word) ? token.said : wordOf(token)); // a burn scar is not burning
    isCompared ||= token.look.isCompared;
    cursor.at += 1;
  }
}

/** An unknown adjective before one that is known. */
const isDescribing = (cursor: Cursor): boolean =>
  Boolean(tokenAt(cursor, 1)?.look) &&
  !tokenAt(cursor, 1)!.isThing &&
  !tokenAt(cursor, 1)!.isWho &&
  isNamedBehind({ ...cursor, at: cursor.at + 1 });

/** Whether a name follows the adjectives from here on. */
function isNamedBehind(cursor: Cursor): boolean {
  let ahead = 1;
  for (;;) {
    const token = tokenAt(cursor, ahead);
    if (isNaming(token)) return true;
    const isJoined =
      (is(token, 'and', 'more', 'bit') || token?.mark === ',') && tokenAt(cursor, ahead + 1)?.look;
    if (!token?.look && !isJoined) return false;
    ahead += 1;
  }
}

/** "More muscular", as "fatter" is one word. */
export const comparing = ({ words, isCompared }: Looks): string[] => {
  const [first = '', ...others] = words;
  const isSaid = !isCompared || words.some((word) => lookIn(word)?.isCompared) || lookIn(first) === null;
  return isSaid ? words : [`more ${first}`, ...others];
};
