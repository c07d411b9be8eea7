import { type DictionaryName, dictionaryOf, fold } from '../../../engine/input/text/languages/dictionary.js';
import { englishOrder } from '../../../engine/input/text/languages/order.js';
import { segment, type Token } from '../../../engine/input/text/languages/segment.js';

/**
 * A message of another language, word by word in English: the words of a sentence by its table in
 * data/talk/languages, those of a description by the engine's dictionary. Words that neither has stay as they are.
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

export function glossed(line: string, name: DictionaryName, { phrase, englishFor }: Glosses): string {
  const dictionary = dictionaryOf(name);
  const tokens = fold(line)
    .replace(/[’'`]/g, "'")
    .split(phrase)
    .flatMap((part, at): Token[] => {
      if (at % 2 === 0) return segment(part, dictionary);
      return [{ said: part, english: englishFor.get(part) ?? part, kind: 'word' }];
    });
  return clausesOf(englishOrder(tokens, dictionary))
    .map(verbFirst)
    .map((clause) => clause.flatMap(({ english }) => english || []).join(' '))
    .join(' ')
    .trim();
}

function clausesOf(tokens: readonly Token[]): Token[][] {
  const clauses: Token[][] = [[]];
  for (const token of tokens) {
    clauses.at(-1)!.push(token);
    if (token.kind === 'mark' || token.english.endsWith('<')) clauses.push([]);
  }
  return clauses;
}

function verbFirst(clause: readonly Token[]): Token[] {
  const at = clause.findIndex(({ english }) => english.endsWith('<'));
  if (at < 0) return [...clause];
  const verb = { ...clause[at]!, english: clause[at]!.english.slice(0, -1) };
  return [verb, ...clause.slice(0, at), ...clause.slice(at + 1)];
}
