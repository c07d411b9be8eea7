/** A prompt cut into words, and words found in tables whatever their number. */
import { colourPairs, colourWords } from './colours.js';
import { pairs } from './lexicon.js';

/** Lower-case words; things and colours of two words become one. */
export function wordsOf(prompt: string): string[] {
  const text = prompt
    .toLowerCase()
    .normalize('NFC')
    .replace(/['’]s\b/g, '')
    .replace(joinable, (pair) => pair.replace(/[ -]/g, ''))
    .replace(
      /\b(long|big|huge|small|short|large|tiny|thick|curly|spiky|messy)[- ](haired|eared|tailed|legged|necked|headed|armed|nosed|eyed)\b/g,
      (_, size, part) => `${size} ${partOfAdjective[part as string]}`,
    )
    .replace(
      new RegExp(`\\b(${[...colourWords].join('|')})[- ](haired|eyed|skinned|tailed|eared)\\b`, 'g'),
      (_, colour, part) => `${colour} ${partOfAdjective[part as string]}`,
    );
  return text.match(/[\p{L}\p{N}]+|[,.;]/gu) ?? [];
}
/** `wizardhat` is said as `wizard hat`. */
export const spoken = new Map([...pairs, ...colourPairs].map((pair) => [pair.replace(/[ -]/g, ''), pair]));
const joinable = new RegExp(
  `\\b(${[...spoken.values()].map((pair) => pair.replace(' ', '[ -]?')).join('|')})(?=s?\\b)`,
  'g',
);
const partOfAdjective: Record<string, string> = {
  haired: 'hair',
  eared: 'ears',
  tailed: 'tail',
  legged: 'legs',
  necked: 'neck',
  headed: 'head',
  armed: 'arms',
  nosed: 'nose',
  eyed: 'eyes',
  skinned: 'skin',
};

export const singular = (word: string): string[] => [
  word,
  word.replace(/s$/, ''),
  word.replace(/es$/, ''),
  word.replace(/ies$/, 'y'),
];
export const lookUp = <T>(table: Record<string, T>, word: string): T | undefined => {
  const key = singular(word).find((form) => Object.hasOwn(table, form));
  return key === undefined ? undefined : table[key];
};
