/** Refuses texts by word lists: content that is never made, and words that a server refuses. */
import { z } from 'zod';
import { findDataFile, readTable } from './data-file.js';
import { AppError } from './errors.js';

/** How much a server refuses; `normal`, nudity and hate, is the least. */
export const strictnesses = ['normal', 'strict'] as const;
export type Strictness = (typeof strictnesses)[number];

/**
 * Words and phrases in all languages; `*` stands for any ending. `harmless` ones are removed from a text first, and of
 * `homographs` those that are ordinary English words, unless the text has other words of their language `beside` them.
 * A word of `never` is always refused, and a word of `minors` together with one of `sexual` or `nudity`.
 * Without `people`, a word of `bare` is harmless before one of `animals` that ends a phrase or has a word of `linking`
 * behind it, and one of `bareBehind` after it, unless such a word is before it: a naked dog walker is a person. The
 * same goes for `things`, also where there are people: a knight with a naked sword.
 */
const shape = z.strictObject({
  harmless: z.array(z.string()),
  homographs: z.array(z.strictObject({ words: z.array(z.string()), beside: z.array(z.string()) })),
  bare: z.array(z.string()),
  bareBehind: z.array(z.string()),
  linking: z.array(z.string()),
  things: z.array(z.string()),
  animals: z.array(z.string()),
  people: z.array(z.string()),
  never: z.array(z.string()),
  minors: z.array(z.string()),
  sexual: z.array(z.string()),
  nudity: z.array(z.string()),
  hate: z.array(z.string()),
  strict: z.array(z.string()),
});
export type WordLists = z.infer<typeof shape>;

/** @throws SetupError naming the key of the first problem */
export const readWordLists = (path = findDataFile(import.meta.dirname, 'content/words.json')): WordLists =>
  readTable(path, shape);

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Digits and signs that stand for letters in words written to pass a filter. */
const disguises: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
};

/** "p0rn" and "n a k e d". */
const undisguised = (plain: string): string =>
  plain
    .replace(/(?<=\p{L})[0134578@$](?=\p{L})/gu, (sign) => disguises[sign] ?? sign)
    .replace(/(?: \p{L}){3,}(?= )/gu, (letters) => ` ${letters.replaceAll(' ', '')}`);

/** Lower case, without accents, in words with a space around each: `Pädo` and `pado` are the same. */
function plainOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return ` ${(plain.match(/[\p{L}\p{M}\p{N}@$]+/gu) ?? []).join(' ')} `;
}

/** A pattern for any of the words. */
function patternOf(words: readonly string[]): RegExp {
  const parts = words.map((word) => {
    const plain = plainOf(word).trim();
    if (unspaced.test(plain)) return plain.replaceAll(' ', ' ?');
    return ` ${plain}${word.endsWith('*') ? '' : '(?= )'}`;
  });
  return new RegExp(parts.join('|') || '(?!)', 'gu');
}

const phraseEnds = /[,;:.!?\n、。，]/;

/** Removes "naked tree", and "naked chicken" from texts without a person, from the plain form. */
function animalsCleared(lists: WordLists): (text: string) => string {
  const { people, minors, sexual } = lists;
  const [bare, bareBehind, link] = [lists.bare, lists.bareBehind, lists.linking].map(
    (words) => patternOf(words).source,
  );
  const pairOf = (nouns: readonly string[]): RegExp => {
    const noun = patternOf(nouns).source;
    return new RegExp(
      `(?:${bare}) ?(?:${noun})(?= $|${link})|(?<!${link})(?:${noun})(?:${bareBehind})`,
      'gu',
    );
  };
  const [things, all] = [pairOf(lists.things), pairOf([...lists.things, ...lists.animals])];
  const anyone = patternOf([...people, ...minors, ...sexual]);
  return (text) => {
    const isPerson = undisguised(plainOf(text)).search(anyone) >= 0;
    const pair = isPerson ? things : all;
    const phrases = text.split(phraseEnds).map((phrase) => plainOf(phrase).replace(pair, ' '));
    return phrases.join('').replace(/ +/g, ' ');
  };
}

/** "A 12 year old": an age. Ages of adults are allowed. */
const years = /(?<!\d)(\d{1,2}) ?(?:years? old|yo |jahrige|jahre alt|ans |anos |лет|года|歳|才|살|岁)/gu;
const adult = 18;
const hasYoungAge = (plain: string): boolean =>
  [...plain.matchAll(years)].some(([, number]) => Number(number) < adult);

/** Why a text is refused. `never`: sexual content with minors, which no server can allow. */
export type ContentReason = 'never' | Strictness;

export type ContentJudge = (text: string, strictness: Strictness) => ContentReason | null;

export function createContentJudge(lists: WordLists): ContentJudge {
  const harmless = patternOf(lists.harmless);
  const homographs = lists.homographs.map(({ words, beside }) => ({
    words: patternOf(words),
    beside: patternOf(beside),
  }));
  const never = patternOf(lists.never);
  const minors = patternOf(lists.minors);
  const sexual = patternOf(lists.sexual);
  const nudity = patternOf(lists.nudity);
  const hate = patternOf(lists.hate);
  const strict = patternOf(lists.strict);
  const withoutAnimals = animalsCleared(lists);
  const withoutHarmless = (plain: string): string =>
    homographs.reduce(
      (left, { words, beside }) => (left.search(beside) >= 0 ? left : left.replace(words, ' ')),
      plain.replace(harmless, ' '),
    );
  return (text, strictness) => {
    const said = plainOf(text);
    const plain = withoutHarmless(undisguised(withoutAnimals(text)));
    const has = (pattern: RegExp) => plain.search(pattern) >= 0;
    const isYoung = has(minors) || hasYoungAge(said);
    if (has(never) || (isYoung && (has(sexual) || has(nudity)))) return 'never';
    if (has(nudity) || has(hate)) return 'normal';
    return strictness === 'strict' && has(strict) ? 'strict' : null;
  };
}

const sentences: Record<Exclude<ContentReason, 'strict'>, string> = {
  // True also of an adult "girl": the word does not say which, so it is refused.
  never:
    'Sexual descriptions of children, teenagers, girls or boys are never made. Describe another character.',
  normal: 'Nudity, pornography and hate figures are not made. Describe another character.',
};

let judge: ContentJudge | null = null;

/**
 * What no server can allow, for requests that reach the engine or the service.
 * @param onRefusal called before it throws
 * @throws AppError `content_rejected`
 */
export function refuseContent(text: string, onRefusal?: (reason: 'never' | 'normal') => void): void {
  judge ??= createContentJudge(readWordLists());
  const reason = judge(text, 'normal');
  if (reason === null || reason === 'strict') return;
  onRefusal?.(reason);
  throw new AppError('content_rejected', sentences[reason]);
}
