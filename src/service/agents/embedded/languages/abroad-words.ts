import { fold } from '../../../../engine/input/text/languages/dictionary.js';
import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { translate, translateFrom } from '../../../../engine/input/text/languages/translate.js';
import { isKnown, phraseOf } from '../words/lexis.js';

/** Descriptions in languages that the message tells, word by word. */

const joining: ReadonlySet<string> = new Set(['and', 'no', 'not', 'with', 'without']);

export type Described = { said: string; english: string; isCharacter: boolean };

/**
 * A description in another language: the member's words, and the English that the card shows.
 * @param name the language, where it is known
 */
export function describedAbroad(line: string, name: string | null = null): Described | null {
  const dictionary = name && dictionaryFor(name);
  const translation = dictionary ? translateFrom(dictionary, line) : translate(line);
  if (!translation) return null;
  const { text, saidFor } = translation;
  const { refusal, understood, ...named } = phraseOf(text);
  if (understood.length === 0 || (named.isCharacter && refusal !== null)) return null;
  const folded = fold(line);
  const lower = folded.length === line.length ? folded : line.toLowerCase();
  const places = understood.flatMap((word) => {
    const own = saidFor.get(word) ?? word;
    const from = lower.indexOf(own);
    return from < 0 ? [] : [[from, from + own.length] as const];
  });
  const from = Math.min(...places.map(([start]) => start));
  const to = Math.max(...places.map(([, end]) => end));
  // Words that are not translated count where they are exactly words of descriptions: "antes" are no ants.
  const isMeant = (word: string) => understood.includes(word) && (saidFor.has(word) || isKnown(word));
  const known = trimmed(text.split(' ').filter((word) => isMeant(word) || joining.has(word)));
  if (known.length === 0) return null;
  const isBorrowed = !known.some((word) => saidFor.has(word));
  const isVague = known.length === 1 && anybody.has(known[0]!);
  if ((isBorrowed || isVague) && (to - from) * leastShare < line.length) return null;
  const { isCharacter } = phraseOf(known.join(' '));
  return { said: places.length > 0 ? line.slice(from, to) : line, english: known.join(' '), isCharacter };
}

const trimmed = (words: readonly string[]): string[] => {
  const first = words.findIndex((word) => !joining.has(word) || word === 'with' || word === 'without');
  const last = words.findLastIndex((word) => !joining.has(word));
  return last < 0 ? [] : words.slice(first, last + 1);
};

/** "A table for four persons" is no wish for a person, and "play Groove Shark" none for a shark. */
const anybody: ReadonlySet<string> = new Set([
  'person',
  'persons',
  'people',
  'human',
  'man',
  'woman',
  'child',
]);
/** Such a word counts where it is at least this share of the message. */
const leastShare = 3;

/** Languages that name the things of a character before it. */
export const thingsFirst: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);
