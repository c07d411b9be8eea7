import { isEnglish } from '../../../../base/english.js';
import { dictionaryOf, fold } from '../../../../engine/input/text/languages/dictionary.js';
import { dictionaryFor } from '../../../../engine/input/text/languages/sayings.js';
import { segment } from '../../../../engine/input/text/languages/segment.js';
import { languageOf, translate } from '../../../../engine/input/text/languages/translate.js';
import { isPhrased } from '../topics/topics.js';
import { allLanguages, type Language, languageNamed } from './languages.js';

/** Which language a message is in. */

/** From here on a message is of a language that nothing else speaks for. */
const certain = 0.78;
/** The same for the language that is expected. */
const expected = 0.55;

/** Whether a message is in other letters than Latin ones. One among them is a sign: "idk ¯\\_(ツ)_/¯". */
export function isOfOtherLetters(line: string): boolean {
  const others = line.match(/[^\P{L}\p{Script=Latin}]/gu)?.length ?? 0;
  return others > 1 || (others === 1 && !/\p{Script=Latin}/u.test(line));
}

/**
 * The language of a message; null for English.
 * @param before the language that is expected, which counts where the message does not tell
 */
export function languageIn(line: string, before: string | null): string | null {
  if (!/\p{L}/u.test(line)) return before;
  return isOfOtherLetters(line) ? byLetters(line, before) : byWords(line, before);
}

/** Chinese and Japanese share characters. */
function byLetters(line: string, before: string | null): string | null {
  const count = ({ scripts }: Language) =>
    scripts.reduce((sum, script) => sum + (line.match(script)?.length ?? 0), 0);
  const [best] = allLanguages()
    .map((one) => ({ one, letters: count(one) }))
    .filter(({ letters }) => letters > 0)
    .sort(
      (a, b) =>
        b.letters - a.letters ||
        Number(b.one.name === before) - Number(a.one.name === before) ||
        a.one.scripts.length - b.one.scripts.length,
    );
  return best?.one.name ?? null;
}

/** "Thats" and "dont", as members write them. */
const contracted =
  /^(?:(?:that|what|it|he|she|who|how|where|here|there|let)s|(?:do|does|did|is|are|was|were|wo|ca|could|would|should|have|has|had)nt|i(?:m|ve)|(?:you|they|we)(?:re|ve|ll))$/;

/** English of chats, which members of all languages use. */
const chatted =
  /^(?:pls|plz|thx|ty|gm|gn|gg|hi|hey|hello|sup|lo+l|lmf?ao|rofl|xd|omg|wtf|wdym|bro|bruh|idk|tbh|ngl|imo|btw|brb|afk|ur|nah?|yo|ok|okay|super|chibi|kawaii|low|poly|lowpoly|vrm|fbx|glb|discord|blender|unity)$/;

const wordsOf = (line: string): string[] => line.toLowerCase().match(/[\p{L}']{2,}/gu) ?? [];

const isOwnEnglish = (word: string): boolean =>
  !chatted.test(word) && (contracted.test(word) || isEnglish(word.replace(/'.*/, '')));

/** So many words that only English has tell that a message is English, unless more of its words are not English. */
const leastOwn = 2;

/**
 * Whether a message is English and nothing else: "axolotl chef". A single word may be borrowed.
 * @param other the language that the member may write as well
 */
export function isSurelyEnglish(line: string, other: string | null): boolean {
  const language = languageNamed(other);
  const dictionary = other === null ? null : dictionaryFor(other);
  const isShared = (word: string) =>
    language?.scripts.length === 0 &&
    (isSaidIn(language, word, repeated) || (dictionary && dictionaryOf(dictionary).exact.has(fold(word))));
  const own = wordsOf(line).filter((word) => isOwnEnglish(word) && !isShared(word));
  const others = wordsOf(line).filter((word) => !isOwnEnglish(word) && !chatted.test(word));
  return own.length >= leastOwn && own.length > others.length;
}

/** Whether a word occurs in so many meanings of a language. */
const isSaidIn = ({ tokensOf, phrasings }: Language, word: string, least: number): boolean =>
  tokensOf(word).every((token) => phrasings.spread(token) >= least);

/** The share of a message that the dictionary of a language has, which tells related languages apart. */
function coverageOf(whole: string, name: string): number {
  const line = whole.slice(0, mostRead);
  const dictionary = dictionaryFor(name);
  const letters = (text: string) => text.match(/\p{L}/gu)?.length ?? 0;
  const known = dictionary
    ? segment(line, dictionaryOf(dictionary)).filter(({ kind }) => kind !== 'unknown')
    : [];
  return known.reduce((sum, { said }) => sum + letters(said), 0) / Math.max(letters(line), 1);
}
const mostly = 0.6;
/** In how many of a language's meanings a word occurs that is one of its own, or a common one. */
const repeated = 3;
const common = 12;
const mostRead = 300;

/** Of so few words, names ("godot 4?"), sounds ("hahaha") and abbreviations ("bal") tell no language without a sign. */
const fewest = 2;
const shortest = 3;
const isAnybodys = (word: string): boolean =>
  word.length <= shortest || chatted.test(word) || isOwnEnglish(word) || isPhrased(word);

/** A sign of a language counts where English words that the language lacks do not outnumber its signs. */
function byWords(line: string, before: string | null): string | null {
  const words = wordsOf(line);
  const english = words.filter((word) => isOwnEnglish(word) || chatted.test(word));
  const isShort = before === null && words.length <= fewest && words.every(isAnybodys);
  const isPlain = words.length > 0 && (isShort || english.length === words.length);
  if (isPlain && isSurelyEnglish(line, before)) return null;
  const mayBe = ({ name, sign }: Language) =>
    !isPlain || name === before || line.toLowerCase().search(sign) >= 0;
  const [best] = allLanguages()
    .filter((one) => one.scripts.length === 0 && mayBe(one))
    .map((language) => {
      const { name, sign, phrasings, tokensOf } = language;
      const isExpected = name === before;
      /** Members of a language also use English words and names, but not in many of its sentences. */
      const isSpoken = (word: string, least: number) => isSaidIn(language, word, least);
      const score = phrasings.near(tokensOf(line), 1)[0]?.score ?? 0;
      const signs = line.toLowerCase().match(sign) ?? [];
      const own = new Set(signs.flatMap((one) => one.split(' ')));
      const strangers = english.filter((word) => !own.has(word) && !isSpoken(word, isExpected ? 1 : common));
      const isSigned = signs.length >= Math.max(strangers.length, 1);
      const least = isExpected ? expected : certain;
      const isHeard =
        words.length === 1 ||
        isExpected ||
        words.some((word) => !english.includes(word) && isSpoken(word, repeated));
      const covered = coverageOf(line, name);
      const isClear =
        isSigned ||
        (isExpected && !isPlain && covered >= mostly) ||
        (score >= least && isHeard && !(isPlain && (!isExpected || strangers.length > 0)));
      return {
        name,
        isClear,
        total:
          score + covered / 2 + (isSigned ? Math.min(signs.length, 2) * 0.15 : 0) + (isExpected ? 0.15 : 0),
      };
    })
    .filter(({ isClear }) => isClear)
    .sort((a, b) => b.total - a.total);
  if (best) return best.name;
  const dictionary = before === null ? null : dictionaryFor(before);
  if (dictionary && languageOf(line, dictionary) === dictionary) return before; // "sin sombrero" are English words, too
  if (isPlain) return null;
  const isLatin = languageNamed(before)?.scripts.length === 0; // words in other letters are of another language
  const isMostlyEnglish = english.length * 2 > words.length;
  return translate(line)?.language ?? (isLatin && !isMostlyEnglish ? before : null);
}
