/** Translates a description word by word into the English of the grammar. */
import { isEnglish } from '../../../../base/english.js';
import {
  ageWords,
  artStyles,
  builds,
  colourWords,
  degrees,
  fillers,
  finishes,
  itemNames,
  lifeless,
  manners,
  moods,
  negations,
  numbers,
  partNames,
  patternNames,
  poses,
  roleNames,
  roles,
  sizes,
  species,
  speciesNames,
} from '../vocabulary.js';
import { type DictionaryName, dictionaryOf } from './dictionary.js';
import { englishOrder } from './order.js';
import { segment, type Token } from './segment.js';

export type Translation = {
  language: DictionaryName;
  text: string;
  /** What was said for an English word. */
  saidFor: ReadonlyMap<string, string>;
};

const tables = [species, speciesNames, roles, roleNames, itemNames, partNames, builds, sizes, ageWords];
const ours: ReadonlySet<string> = new Set([
  ...[...tables, artStyles, degrees, finishes, moods, numbers, patternNames, poses].flatMap((table) =>
    Object.keys(table),
  ),
  ...[...fillers, ...colourWords, ...manners, ...negations, ...lifeless],
]);
const isOurs = (word: string): boolean => ours.has(word) || ours.has(word.replace(/s$/, ''));

/** @returns null for English, and for languages without a dictionary */
export function translate(prompt: string): Translation | null {
  const spoken = prompt.toLowerCase().match(/[a-z]+/g) ?? [];
  const asEnglish = lettersIn(spoken.filter(isOurs));
  if (asEnglish > 0 && asEnglish === lettersIn(spoken) && lettersIn([prompt]) === asEnglish) return null;
  const read = candidates(prompt)
    .map((language) => ({ language, tokens: segment(prompt, dictionaryOf(language)) }))
    .map((one) => ({ ...one, score: lettersIn(one.tokens.filter(isKnown).map(({ said }) => said)) }));
  const [best] = read.sort((a, b) => b.score - a.score);
  if (!best?.tokens.some(isContent) || best.score <= asEnglish) return null;
  const all = lettersIn([prompt]);
  // A misspelt English word may be a word of another language: “pirat”.
  if (best.score * 2 < all) return null;
  const isWhole = best.score === all;
  // The list of all English words is large, so it is asked last.
  if (!isWhole && best.score <= lettersIn(spoken.filter((word) => isOurs(word) || isEnglish(word))))
    return null;
  const tokens = englishOrder(best.tokens, dictionaryOf(best.language));
  const saidFor = new Map<string, string>();
  for (const { said, english, kind } of tokens)
    if (kind !== 'unknown') for (const word of [english, ...english.split(' ')]) saidFor.set(word, said);
  return { language: best.language, text: tokens.flatMap(({ english }) => english || []).join(' '), saidFor };
}

/** Scripts decide where they can; Chinese and Japanese share characters. */
function candidates(prompt: string): DictionaryName[] {
  if (/\p{Script=Hangul}/u.test(prompt)) return ['ko'];
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(prompt)) return ['ja'];
  if (/\p{Script=Han}/u.test(prompt)) return ['zh', 'ja'];
  if (/\p{Script=Cyrillic}/u.test(prompt)) return ['ru'];
  return /\p{Script=Latin}/u.test(prompt) ? ['de', 'fr', 'es', 'pt'] : [];
}

const isContent = ({ kind }: Token): boolean => kind === 'noun' || kind === 'adjective';

const isKnown = ({ kind }: Token): boolean => kind !== 'unknown' && kind !== 'mark';

const lettersIn = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (word.match(/\p{L}/gu)?.length ?? 0), 0);
