import { stem, type Token, tokensOf } from '../words/tokens.js';

/** The words of a message for telling what it does, and the classes of its words, which hold for words that no example has. */

const functionWords: ReadonlySet<string> = new Set(
  'pronoun whose article is itIs not has lacks remove no off take mustGo add give put set swap insteadOf instead only keep but and or more less bit too modal place like ask me request because opinion'.split(
    ' ',
  ),
);

/** A word as it was written, and what it or its translation is in a sentence about a character. */
export type Said = { word: string; token: Token | undefined };

/** Names in a plan, without the words that only join them. */
function namesIn(draft: string | null): ReadonlySet<string> {
  const tokens = draft === null ? [] : tokensOf(draft);
  return new Set(
    tokens.filter((token) => token.parts.size === 0 || token.isThing).map(({ word }) => stem(word)),
  );
}

/** What a word stands for in a sentence about a character. */
function classOf({ word, token }: Said, planned: ReadonlySet<string>): string {
  if (!token) return planned.has(stem(word)) ? '@PLANNED' : '@other';
  if (token.mark) return token.mark;
  const part = [...token.parts].find((one) => functionWords.has(one));
  const isPlanned = planned.has(stem(token.word)) || planned.has(stem(word));
  if (isPlanned && part === undefined) return token.isWho ? '@WHO' : '@PLANNED';
  if (token.isThing) return '@thing';
  if (token.isWho) return '@who';
  if (token.look) return token.look.isCompared ? '@more' : '@look';
  if (token.isCount) return '@0';
  return part ? token.word : '@other';
}

export const saidIn = (line: string): Said[] => tokensOf(line).map((token) => ({ word: token.word, token }));

/** @param draft the character under discussion */
export function actTokens(said: readonly Said[], draft: string | null): string[] {
  const planned = namesIn(draft);
  const words = said.map(({ word }) => (/\d/.test(word) ? '0' : word));
  const length = said.length < 3 ? '#1' : said.length < 8 ? '#2' : said.length < 20 ? '#3' : '#4';
  const classes = said.map((one) => classOf(one, planned));
  return [...words, '|', draft === null ? '#new' : '#plan', length, '|', ...classes, '|'];
}
