import {
  type DictionaryName,
  dictionaryOf,
  fold,
} from '../../../../engine/input/text/languages/dictionary.js';
import { englishOrder } from '../../../../engine/input/text/languages/order.js';
import { segment, type Token } from '../../../../engine/input/text/languages/segment.js';
import { simplify } from '../../../../engine/input/text/languages/variants.js';
import { tokensOf } from '../words/tokens.js';

/**
 * A message of another language, word by word in English: the words of a sentence by its table in
 * data/talk/languages, those of a description by the engine's dictionary.
 */

export type Glosses = {
  /** Finds the phrases of the table. */
  phrase: RegExp;
  englishFor: ReadonlyMap<string, string>;
};

/** @param table foreign phrases by English ones; `<` after a verb: it stands behind what it is about */
export function glossesOf(table: Readonly<Record<string, readonly string[]>>, isSpaced: boolean): Glosses {
  const englishFor = new Map(
    Object.entries(table).flatMap(([english, list]) =>
      list.map((phrase) => [fold(phrase), english] as const),
    ),
  );
  const any =
    [...englishFor.keys()]
      .sort((a, b) => b.length - a.length)
      .map(escaped)
      .join('|') || '(?!)';
  const phrase = new RegExp(isSpaced ? `(?<![\\p{L}\\p{N}])(${any})(?![\\p{L}\\p{N}])` : `(${any})`, 'gu');
  return { phrase, englishFor };
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The words of a message in the order of English, without those that mean nothing in it. */
type Glossed = {
  tokens: readonly Token[];
  /** Words that neither the table nor the dictionary has, where a thing or a creature is named. */
  strange: readonly string[];
  /** Other words that neither has, which are left out. */
  dropped: readonly string[];
};

export function glossed(line: string, name: DictionaryName, { phrase, englishFor }: Glosses): Glossed {
  const dictionary = dictionaryOf(name);
  const written = fold(line).replace(/[’'`]/g, "'");
  let start = 0;
  const split = simplify(written, dictionary.variants)
    .split(phrase)
    .flatMap((part, at): Token[] => {
      const said = written.slice(start, start + part.length);
      start += part.length;
      if (at % 2 === 0) return segment(said, dictionary).map(borrowed);
      return [{ said, english: englishFor.get(part) ?? part, kind: 'word' }];
    });
  const isUnknown = ({ kind, said }: Token) => kind === 'unknown' && !/\d/.test(said);
  const isNamed = (at: number) => namesSomething(split[at - 1], split[at + 1]);
  const isDropped = (at: number) => isUnknown(split[at]!) && !isNamed(at);
  const known = split.filter((_, at) => !isDropped(at));
  return {
    tokens: englishOrder(known, dictionary).filter(({ english }) => english !== ''),
    strange: known.filter(isUnknown).map(({ said }) => said),
    dropped: split.flatMap(({ said }, at) => (isDropped(at) ? [said] : [])),
  };
}

/** "Hat" among words of another language is one of the engine's. */
export function borrowed(token: Token): Token {
  const [word] = token.kind === 'unknown' ? tokensOf(token.said) : [];
  if (word?.isThing || word?.isWho) return { ...token, kind: 'noun' };
  return word?.look ? { ...token, kind: 'adjective' } : token;
}

/** Words after which something is named. */
const naming = /^(?:remove|add|swap|with|without|no|for|instead of|bring back|i want|a|two|three|four)$/;
const articles =
  /^(?:eine?[nmrs]?|ne[nmr]?|n|une?|des|las?|les|un[ao]?s?|[ao]s?|um|uma|的|le|un|один|одна|一[只个条顶件把双副])$/;

/** Whether an unknown word between these two names something; other ones may be verbs and fillers. */
const namesSomething = (before: Token | undefined, after: Token | undefined): boolean =>
  before?.kind === 'adjective' ||
  (before !== undefined && (naming.test(before.english) || articles.test(before.said))) ||
  /^(?:add|remove)<$/.test(after?.english ?? '');
