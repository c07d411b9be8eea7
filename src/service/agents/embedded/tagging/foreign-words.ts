import {
  type DictionaryName,
  dictionaryOf,
  fold,
} from '../../../../engine/input/text/languages/dictionary.js';
import { segment } from '../../../../engine/input/text/languages/segment.js';
import { simplify } from '../../../../engine/input/text/languages/variants.js';
import type { Glosses } from '../languages/gloss.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { mostWords, type Word } from './features.js';

/** The words of a message in another language, each with what its translation is in a sentence about a character. */

const unit = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*|[^\s]/gu;
/** Endings of Korean words that are no part of a name. */
const particle = /^(.+?)(을|를|이|가|은|는|도|에|의|만|랑|로|으로|에서|하고|한테|처럼|보다)$/;

/** Folded text of the same length, so that places in it are places in the message. */
const foldedAlike = (line: string): string => {
  const folded = fold(line);
  return folded.length === line.length ? folded : line.toLowerCase().slice(0, line.length);
};

export function foreignWordsOf(line: string, name: DictionaryName, { phrase, englishFor }: Glosses): Word[] {
  const folded = simplify(foldedAlike(line), dictionaryOf(name).variants);
  const words: Word[] = [];
  let at = 0;
  for (const [index, part] of folded.split(phrase).entries()) {
    if (index % 2 === 1) words.push(wordAt(line, at, part.length, englishFor.get(part) ?? part));
    else words.push(...unitsOf(line, part, at, name));
    at += part.length;
  }
  return words.slice(0, mostWords);
}

const wordAt = (line: string, start: number, length: number, english: string | null): Word => ({
  said: line.slice(start, start + length),
  start,
  end: start + length,
  token: english === null || english === '' ? undefined : tokenFor(english),
});

/** Of several English words the one that names something, or the last one. */
function tokenFor(english: string): Token | undefined {
  const tokens = tokensOf(english.replace('<', ''));
  const found = tokens.find((token) => token.isWho || token.isThing || token.look) ?? tokens.at(-1);
  return found && { ...found, start: Number.MAX_SAFE_INTEGER };
}

function unitsOf(line: string, part: string, offset: number, name: DictionaryName): Word[] {
  const dictionary = dictionaryOf(name);
  return [...part.matchAll(unit)].flatMap(({ 0: said, index }) => {
    let at = offset + index;
    return segment(said, dictionary).flatMap(({ said: piece, english, kind }) => {
      const start = at;
      at += piece.length;
      if (kind !== 'unknown') return [wordAt(line, start, piece.length, english)];
      if (isEnglishName(piece)) return [wordAt(line, start, piece.length, piece)];
      let from = start;
      return splitUnknown(piece, name).map((length) => {
        from += length;
        return wordAt(line, from - length, length, null);
      });
    });
  });
}

/** Members also say "hat" and "hoodie" in a language of their own. */
function isEnglishName(piece: string): boolean {
  if (!/^[a-z][a-z-]+$/i.test(piece)) return false;
  const token = tokenFor(piece);
  return token !== undefined && (token.isThing || token.look !== null);
}

/** The lengths of the pieces of an unknown word: characters where no spaces separate words, a name and its particle in Korean. */
function splitUnknown(piece: string, name: DictionaryName): number[] {
  if (name === 'ja' || name === 'zh') return [...piece].map((one) => one.length);
  const [, stem, ending] = (name === 'ko' && particle.exec(piece)) || [];
  return stem && ending ? [stem.length, ending.length] : [piece.length];
}
