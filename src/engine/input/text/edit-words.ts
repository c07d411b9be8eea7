/** Splits the words of an edit, and reads each piece with the grammar. */
import type { Reading } from './description.js';
import { readEnglish } from './grammar.js';
import type { DictionaryName } from './languages/dictionary.js';
import { languageOf, translateFrom } from './languages/translate.js';
import { holdLettering } from './lettering.js';
import {
  builds,
  colourWords,
  finishes,
  labels,
  manners,
  negations,
  patternNames,
  sizes,
} from './vocabulary.js';
import { buildWord, lookUp, wordsOf } from './words.js';

export type EditPiece = {
  reading: Reading;
  /** Whether its sizes multiply those before: "taller", "less tall". */
  isRelative: boolean;
  /** Steps of age: 1 for "older". */
  years: number;
};

const mostPieces = 20;
const comma = /\s*[,，、]\s*/;
const named = /^([^:：]+)[:：]\s*(.*)$/;
const polite = /^(?:please|just|also|and|but|maybe)\s+|[\s.!]+$/gi;
const removing =
  /^(?:remove|lose|drop|delete|take off|take away|get rid of|not any|none of)\s+(?:the |its |his |her |their )?/i;
const adding =
  /^(?:add|put on|wear|hold|give (?:it|him|her|them)|(?:make|turn|paint|colou?r) (?:it|him|her|them)(?: into)?|it (?:is|has))\s+/i;
const setting =
  /^(?:make|turn|paint|colou?r|change|set)\s+(?:the |its |his |her |their )((?:(?:left|right|front|back|hind) )*[\p{L} -]+?)\s+(?:to |into )?([\p{L}-]+(?: [\p{L}-]+)?)$/iu;
const ageing = /^(?:an? )?(?:(?:little|bit|much) )?(older|younger)$/i;
const compared = /^(?:an? )?(?:(?:little|bit|lot|much) )?(more|less|not (?:so|as|that))\s+/i;

type English = { text: string; saidFor: ReadonlyMap<string, string> };
type Translator = (text: string) => English;

/**
 * "Hat: red, striped; no scarf, taller" has three pieces.
 * @param hint the language of the member
 */
export function readPieces(text: string, hint: DictionaryName | null): EditPiece[] {
  const said = holdLettering(text);
  const language = languageOf(said, hint);
  const inEnglish: Translator = (text) => {
    if (!language) return { text, saidFor: new Map() };
    const { text: english, typedFor } = translateFrom(language, text);
    return { text: english, saidFor: typedFor };
  };
  const pieces: string[] = [];
  for (const line of said.split(/[\n;；]+/)) {
    let isList = false;
    for (const part of line.trim().split(comma)) {
      const isMore: boolean = isList && isLook(inEnglish(part).text);
      if (isMore) pieces.push(`${pieces.pop()}, ${part}`);
      else if (part) pieces.push(part);
      isList = isMore || named.test(part);
    }
  }
  return pieces.slice(0, mostPieces).map((piece) => readPiece(piece, inEnglish));
}

const isExact = (word: string): boolean =>
  Object.hasOwn(sizes, word) ||
  [finishes, patternNames].some((table) => lookUp<unknown>(table, word) !== undefined);
const isLook = (text: string): boolean =>
  wordsOf(text).every((word) => colourWords.has(word) || manners.has(word) || isExact(word));

function readPiece(said: string, inEnglish: Translator): EditPiece {
  const [, name = '', looks = ''] = named.exec(said) ?? [];
  const { text, saidFor } = name
    ? about(name, looks, inEnglish)
    : phraseOf(said.trim().replace(polite, ''), inEnglish);
  const step = ageing.exec(text)?.[1]?.toLowerCase();
  const comparing = compared.exec(text)?.[1]?.toLowerCase();
  const { plain, isEased } = comparedTo(text, comparing);
  const reading = { ...readEnglish(step ? '' : plain), saidFor };
  if (step) reading.words = { ...reading.words, understood: [step] };
  const isRelative = isEased || comparing !== undefined || wordsOf(plain).some(isComparative);
  return { reading, isRelative, years: step === 'older' ? 1 : step === 'younger' ? -1 : 0 };
}

/** "A little shorter", "two heads taller", "much bigger": how much, in words of the grammar. */
const byDegree: readonly (readonly [RegExp, string])[] = [
  [/\b(?:an?|one|two|three|half an?|\d) heads? (?=shorter|taller|smaller|bigger)/gi, ''],
  [/\b(?:an? )?(?:little(?: bit)?|bit|tad|touch) (?=[\p{L}]+er\b)/giu, 'slightly '],
  [/\b(?:much|way|far|an? lot) (?=[\p{L}]+er\b)/giu, 'very '],
];
const excessive =
  /^(?:(?:he|she|it|they)(?:['’]?s|['’]?re| is| are| looks?)? )?(?:(?:way|much|far|an? (?:bit|little)) )?too (?!many\b|much\b)/i;
const halfAs = /^half (?:as|so) (\p{L}+)$/iu;
const opposites: Readonly<Record<string, string>> = {
  tall: 'short',
  high: 'short',
  big: 'small',
  large: 'small',
  long: 'short',
  fat: 'thin',
  thick: 'thin',
  wide: 'narrow',
};

/** "Too tall" and "half as tall" are shorter. */
function comparedTo(text: string, comparing: string | undefined): { plain: string; isEased: boolean } {
  const half = opposites[halfAs.exec(text)?.[1]?.toLowerCase() ?? ''];
  if (half) return { plain: `very ${half}`, isEased: true };
  if (excessive.test(text)) return { plain: text.replace(excessive, 'not '), isEased: true };
  const told = text.replace(compared, comparing && comparing !== 'more' ? 'not ' : '');
  return {
    plain: byDegree.reduce((said, [pattern, word]) => said.replace(pattern, word), told),
    isEased: false,
  };
}

/** "Bigger" is not an entry of its own, but a form of "big". */
const isComparative = (word: string): boolean =>
  buildWord(word) !== undefined && !Object.hasOwn(builds, word) && !Object.hasOwn(sizes, word);

/** "Remove the hat" is "no hat"; "make the hat red" is "red hat". */
function phraseOf(said: string, inEnglish: Translator): English {
  const [, thing, looks] = setting.exec(said) ?? [];
  if (thing && looks) return { text: `${looks} ${thing}`, saidFor: new Map() };
  return inEnglish(said.replace(removing, 'no ').replace(adding, ''));
}

const nothing = /^(?:no|none|nothing|off|without|-|–|)$/i;

/** "Hat: red" is a red hat, "hat: none" no hat, and "colour: red" red. */
function about(name: string, looks: string, inEnglish: Translator): English {
  const thing = inEnglish(name);
  if (nothing.test(looks.trim()) || negations.has(inEnglish(looks.trim()).text))
    return { ...thing, text: `no ${thing.text}` };
  const parts = looks.split(comma).map(inEnglish);
  const saidFor = new Map([thing, ...parts].flatMap((one) => [...one.saidFor]));
  const isLabel = labels.has(thing.text.trim().toLowerCase());
  if (!isLabel && readEnglish(thing.text).words.understood.length === 0) return thing;
  const words = [...parts.map(({ text }) => text), ...(isLabel ? [] : [thing.text])];
  return { text: words.join(isLabel ? ', ' : ' '), saidFor };
}
