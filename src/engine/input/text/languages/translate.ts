/** Translates a description word by word into the English of the grammar. */
import { isEnglish } from '../../../../base/english.js';
import { withoutMarkWords } from '../mark-token.js';
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
import { heightIn } from './heights.js';
import { spelled } from './misspelt.js';
import { englishOrder } from './order.js';
import { segment, type Token } from './segment.js';
import { typedIn } from './typed.js';
import { simplify } from './variants.js';

export type Translation = {
  language: DictionaryName;
  text: string;
  /** The original of an English word, folded. */
  saidFor: ReadonlyMap<string, string>;
  /** The same as it was typed, also of words that the dictionary lacks. */
  typedFor: ReadonlyMap<string, string>;
};

const tables = [species, speciesNames, roles, roleNames, itemNames, partNames, builds, sizes, ageWords];
const ours: ReadonlySet<string> = new Set([
  ...[...tables, artStyles, degrees, finishes, moods, numbers, patternNames, poses].flatMap((table) =>
    Object.keys(table),
  ),
  ...[...fillers, ...colourWords, ...manners, ...negations, ...lifeless],
]);
const isFiller = (word: string): boolean => fillers.has(word);
const isOurs = (word: string): boolean => ours.has(word) || ours.has(word.replace(/s$/, ''));

/** @returns null for English, and for languages without a dictionary */
export function translate(prompt: string): Translation | null {
  const language = languageOf(prompt);
  return language && translateFrom(language, prompt);
}

export function translateFrom(language: DictionaryName, prompt: string): Translation {
  const dictionary = dictionaryOf(language);
  const measured = heightIn(prompt);
  const said = segment(measured?.rest ?? prompt, dictionary);
  const tokens = englishOrder(
    dictionary.spaced ? said.map((token) => spelled(token, dictionary)) : said,
    dictionary,
  );
  const typed = typedIn(prompt);
  const saidFor = new Map<string, string>();
  const typedFor = new Map<string, string>();
  for (const { said, english, kind } of tokens)
    for (const word of [english, ...english.split(' ')]) {
      if (kind !== 'unknown') saidFor.set(word, said);
      typedFor.set(word, typed(said));
    }
  const text = tokens.flatMap(({ english }) => english || []).join(' ');
  return { language, text: measured ? `${text}, ${measured.height}` : text, saidFor, typedFor };
}

/**
 * @param hint the language of the member, which counts where its dictionary has every word: “Hut” is a hat in German
 * @returns null for English, and for languages without a dictionary
 */
export function languageOf(said: string, hint: DictionaryName | null = null): DictionaryName | null {
  const prompt = withoutMarkWords(said, () => '');
  const words = prompt.toLowerCase().match(/\p{L}+/gu) ?? [];
  const spoken = words.filter((word) => /^[a-z]+$/.test(word));
  const asEnglish = lettersIn(spoken.filter(isOurs));
  const all = lettersIn([prompt]);
  if (asEnglish > 0 && asEnglish === lettersIn(spoken) && all === asEnglish) return null;
  if (hint && scoreIn(hint, prompt).score === all) return hint;
  const [best] = candidates(prompt)
    .map((language) => scoreIn(language, prompt))
    .sort((a, b) => b.score - a.score);
  if (!best?.hasContent || best.score <= asEnglish || best.isSame) return null;
  if (best.isCertain) return best.language;
  const isWhole = best.score === all;
  const hasEnglishGrammar = spoken.some((word) => isFiller(word) && !best.known.has(word));
  // "A hot dog", though French has each of its words.
  const isArticled = /^an? /i.test(prompt);
  const isWord = (word: string) => isOurs(word) || isEnglish(word);
  const isAsMuchEnglish = isWhole && (isArticled || !best.isExact) && words.every(isWord);
  if (!best.isOwn && (hasEnglishGrammar || isAsMuchEnglish || best.isMistaken)) return null;
  // A misspelt English word may be a word of another language: “pirat”. Of these signs, two are enough: “Frau mit”.
  const signs = [best.hasForeign, best.isOwn, foreignLetter.test(prompt), !words.some(isWord)];
  if (best.score * 2 < all && signs.filter(Boolean).length < 2) return null;
  // The list of all English words is large, so it is asked last.
  if (!isWhole && best.score <= lettersIn(spoken.filter(isWord))) return null;
  return best.language;
}

/** Latin letters that English has only in borrowed words. */
const foreignLetter = /[^\p{ASCII}\P{Script=Latin}]/u;

function scoreIn(language: DictionaryName, prompt: string) {
  const dictionary = dictionaryOf(language);
  const { exact, variants } = dictionary;
  const tokens = segment(prompt, dictionary);
  const own = tokens.filter(isOwn).length;
  const saidBy = (is: (token: Token) => boolean) =>
    lettersIn(tokens.filter((token) => isKnown(token) && is(token)).map(({ said }) => said));
  const score = saidBy(isKnown);
  const isMistaken = (token: Token) => isOurs(token.said) && !exact.has(token.said) && !isItself(token);
  return {
    language,
    score,
    hasContent: tokens.some(isContent),
    isOwn: own > 0,
    isSame: tokens.filter(isContent).every(isItself) && own === 0,
    isExact: tokens.filter(isKnown).every(({ said }) => exact.has(simplify(said, variants))),
    // "Man" is no form of "mano", a brother, and "tech" none of "techo", a roof, though they have the same stem.
    isMistaken: saidBy(isMistaken) > saidBy(isForeign),
    hasForeign: tokens.some((token) => isContent(token) && exact.has(token.said) && isForeign(token)),
    known: new Set(tokens.filter(isKnown).flatMap(({ said }) => said.split(' '))),
    isCertain: (prompt.match(/\p{Script=Latin}/gu)?.length ?? 0) * 2 < lettersIn([prompt]) || own > 1,
  };
}

/** A function word that is not an English word: several of them prove the language of a sentence with unknown words. */
const isOwn = ({ said, kind }: Token): boolean =>
  (kind === 'word' || kind === 'after') && !isOurs(said) && !isEnglish(said);

/** A word that means the same in English. */
const isItself = ({ said, english }: Token): boolean => said === english || said === `${english}s`;

/** Only a word of the other language. */
const isForeign = (token: Token): boolean =>
  !isItself(token) && token.said.split(' ').every((word) => !isOurs(word) && !isEnglish(word));

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
