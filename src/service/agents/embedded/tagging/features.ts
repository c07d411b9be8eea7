import { isEnglish } from '../../../../base/english.js';
import type { Features } from '../learning/network.js';
import { tokensOf as lexicalTokensOf, stem, type Token } from '../words/tokens.js';

/** The words of a message, and what is known of each word and its neighbours, for the labels of `network.ts`. */

export type Word = {
  said: string;
  start: number;
  end: number;
  /** What the word is in a sentence about a character; of other languages, what its translation is. */
  token: Token | undefined;
};

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*[\p{L}\p{M}\p{N}]|[\p{L}\p{N}]|[^\s]/gu;
export const mostWords = 160;

/** The words of a message in English. */
export function wordsOf(line: string): Word[] {
  const tokens = lexicalTokensOf(line);
  let at = 0;
  return [...line.matchAll(word)].slice(0, mostWords).map(({ 0: said, index: start }) => {
    while (tokens[at] && tokens[at]!.end <= start) at += 1;
    const token = tokens[at] && tokens[at]!.start <= start ? tokens[at] : undefined;
    return { said, start, end: start + said.length, token };
  });
}

/** What a word of the engine's vocabulary or of data/talk/english.json does. */
function classesOf(token: Token | undefined): string[] {
  if (!token) return [];
  const classes = [...token.parts];
  if (token.isWho) classes.push('who');
  if (token.isThing) classes.push('thing');
  if (token.isCount) classes.push('count');
  if (token.look) classes.push(token.look.isCompared ? 'compared' : 'look');
  return classes;
}

type Described = { word: string; short: string; classes: readonly string[]; isPlanned: boolean };

/** @param draft the character under discussion */
export function featuresOf(words: readonly Word[], draft: string | null): Features[] {
  const planned = new Set(draft === null ? [] : lexicalTokensOf(draft).map(({ word }) => stem(word)));
  const all = words.map(({ said, start, token }): Described => {
    const lower = said.toLowerCase();
    const form = /\d/.test(lower) ? '0' : lower;
    const classes = classesOf(token);
    if (classes.length === 0 && /\p{L}/u.test(said)) classes.push(isEnglish(lower) ? 'english' : 'strange');
    if (token && token.start < start) classes.push('inside');
    return {
      word: form,
      short: stem(form),
      classes,
      isPlanned: planned.has(stem(lower)) || (token !== undefined && planned.has(stem(token.word))),
    };
  });
  const orders = ordersOf(all);
  return all.map((one, at) => {
    const { said, token } = words[at]!;
    return {
      own: [...own(one, said), ...orders[at]!, draft === null ? 'new' : 'plan'],
      around: [
        ...around(all, at, draft !== null),
        ...orders[at]!.flatMap((order) => one.classes.map((own) => `${order} ${own}`)),
      ],
      names: [...(token ? spellingsOf(token.word) : []), ...spellingsOf(one.word)],
    };
  });
}

/** The forms in which a list of words may have a word. */
const spellingsOf = (word: string): string[] => {
  const plain = word.replace(/’/g, "'").replace(/'s$/, '');
  const short = plain.replace(/(.)\1{2,}/g, '$1');
  return [
    plain,
    plain.replace(/-/g, ''),
    plain.split('-').at(-1)!,
    short,
    stem(short),
    short.replace(/(?:y|ish|ed|ing|er|est|less)$/, ''),
  ];
};

/** Words that say what happens to the things after them, and those that may follow the things. */
const ordering: ReadonlySet<string> = new Set(
  'remove no lacks off take mustGo add give put set swap insteadOf instead only keep has is itIs not too place modal'.split(
    ' ',
  ),
);
const clauseEnd = /^[.;!?\n]$/;

/** For each word what was ordered before it in its clause, and the next order after it. */
function ordersOf(all: readonly Described[]): string[][] {
  const before: string[] = [];
  let order = 'none';
  for (const { word, classes } of all) {
    before.push(order);
    if (clauseEnd.test(word)) order = 'none';
    const own = classes.filter((one) => ordering.has(one));
    if (own.length > 0) order = `${own.join('+')}`;
  }
  const after: string[] = [];
  order = 'none';
  for (const { word, classes } of [...all].reverse()) {
    after.unshift(order);
    if (clauseEnd.test(word)) order = 'none';
    const own = classes.filter((one) => ordering.has(one));
    if (own.length > 0) order = `${own.join('+')}`;
  }
  return all.map((_, at) => [`o<${before[at]}`, `o>${after[at]}`]);
}

const own = ({ word, short, classes, isPlanned }: Described, said: string): string[] => [
  `w=${word}`,
  `s=${short}`,
  `e=${word.slice(-3)}`,
  `b=${word.slice(0, 4)}`,
  ...classes.map((one) => `c=${one}`),
  ...(isPlanned ? ['planned', ...classes.map((one) => `pc=${one}`)] : []),
  ...(/^\p{Lu}/u.test(said) ? ['upper'] : []),
  ...(/^[^\p{L}\p{N}]/u.test(said) ? ['mark'] : []),
];

function around(all: readonly Described[], index: number, isPlan: boolean): string[] {
  const at = (distance: number): Described => all[index + distance] ?? edge;
  const [before, after] = [at(-1), at(1)];
  const classes = all[index]!.classes;
  return [
    ...[-3, -2, -1, 1, 2, 3].flatMap((distance) => [
      `w${distance}=${at(distance).word}`,
      ...at(distance).classes.map((one) => `c${distance}=${one}`),
      ...(at(distance).isPlanned ? [`p${distance}`] : []),
    ]),
    `w-10=${before.word} ${all[index]!.word}`,
    `w01=${all[index]!.word} ${after.word}`,
    `w-101=${before.word} ${all[index]!.word} ${after.word}`,
    `w-2-1=${at(-2).word} ${before.word}`,
    `w12=${after.word} ${at(2).word}`,
    ...classes.flatMap((one) => [
      `wc=${before.word} ${one}`,
      `cw=${one} ${after.word}`,
      ...before.classes.map((other) => `cc=${other} ${one}`),
      ...after.classes.map((other) => `cn=${one} ${other}`),
    ]),
    ...classes.map((one) => `${isPlan ? 'plan' : 'new'} ${one}`),
    ...(isPlan ? [`plan ${before.word}`] : [`new ${before.word}`]),
    ...(index === 0 ? [isPlan ? 'first plan' : 'first new'] : []),
  ];
}

const edge: Described = { word: '^', short: '^', classes: ['edge'], isPlanned: false };
