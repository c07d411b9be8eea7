import { type DictionaryName, dictionaryOf } from '../../../../engine/input/text/languages/dictionary.js';
import { heightIn } from '../../../../engine/input/text/languages/heights.js';
import { englishOrder } from '../../../../engine/input/text/languages/order.js';
import { segment, type Token } from '../../../../engine/input/text/languages/segment.js';
import { thingsFirst } from './abroad-words.js';
import { borrowed } from './gloss.js';

/**
 * Marked words of another language in English. A description never contains words of two languages: what the
 * dictionary lacks is left out and told.
 */

export type Translated = { english: string; left: readonly string[] };

/** @param isLook whether the words only describe, so that no noun is needed */
export function translatedSpan(said: string, name: DictionaryName, isLook: boolean): Translated {
  const dictionary = dictionaryOf(name);
  const measured = heightIn(said);
  const tokens = wholeLoans(segment(measured?.rest ?? said, dictionary)).map(borrowed);
  const isKnown = (group: readonly Token[]) =>
    !group.some(isStrange) || group.some(({ kind }) => kind === 'noun' || (isLook && kind === 'adjective'));
  const groups = groupsOf(tokens);
  const head = groups.at(thingsFirst.has(name) ? -1 : 0);
  if (!head || !isKnown(head)) return { english: measured?.height ?? '', left: head ? [said] : [] };
  const known = groups.filter(isKnown).flat();
  const english = englishOrder(withoutFillers(known.filter((token) => !isStrange(token))), dictionary)
    .flatMap((token) => token.english || [])
    .join(' ')
    .replace(/ (?=,)/g, '')
    .replace(/^(?:with|in|and) /, '');
  return {
    english: measured ? `${english}, ${measured.height}` : english,
    left: tokens.filter((token) => isStrange(token) && token.said.length > 1).map((token) => token.said),
  };
}

const isStrange = ({ kind, said }: Token): boolean => kind === 'unknown' && !/^\d+$/.test(said);

const wishing = /^(?:make|create|want|i want|please)$/;

/** Words that mean nothing stay only where they may join two nouns: "oreilles de chat". */
const withoutFillers = (tokens: readonly Token[]): Token[] =>
  tokens.filter(
    ({ english }, at) =>
      (english !== '' && !wishing.test(english)) ||
      (tokens[at - 1]?.kind === 'noun' && tokens[at + 1]?.kind === 'noun'),
  );

/** Words that begin another noun: "wart | on the nose". */
const joint = /^(?:with|without|on|in|at|for|of|from|like|under|around|near|,|\.)$/;

function groupsOf(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (groups.length === 0 || joint.test(token.english)) groups.push([]);
    groups.at(-1)!.push(token);
  }
  return groups;
}

const katakana = /^[\p{Script=Katakana}ー]+$/u;

/** A loan word that the dictionary has only pieces of is none of them: no squid (イカ) is in シェイカー. */
function wholeLoans(tokens: readonly Token[]): Token[] {
  const whole: Token[] = [];
  for (const token of tokens) {
    const before = whole.at(-1);
    const isPiece =
      before && katakana.test(before.said + token.said) && (isStrange(before) || isStrange(token));
    if (!isPiece) whole.push(token);
    else {
      const said = before.said + token.said;
      whole.splice(-1, 1, { said, english: said, kind: 'unknown' });
    }
  }
  return whole;
}
