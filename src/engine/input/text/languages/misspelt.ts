/** Misspelt words of another language: a letter that is missing, doubled, swapped, or sounds like the right one. */
import { isEnglish } from '../../../../base/english.js';
import type { Dictionary, Entry } from './dictionary.js';
import { inflected, type Token } from './segment.js';

/**
 * Words of so many letters may have a doubled letter too few or too many, or two swapped. Most other letters that are
 * missing, added or alike make another word that the dictionary lacks (second, of thief), unless the word is long.
 */
const shortest = { doubled: 6, other: 9 };
const soundsAlike = [
  'оа',
  'еи',
  'дт',
  'сз',
  'бп',
  'гк',
  'вф',
  'шщ',
  'csz',
  'çs',
  'vbwf',
  'ckq',
  'iy',
  'gj',
  'dt',
  'bp',
];
const latin = 'abcdefghijklmnopqrstuvwxyzß';
const cyrillic = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';

export function spelled(token: Token, dictionary: Dictionary): Token {
  if (token.kind !== 'unknown' || token.said.length < shortest.doubled || isEnglish(token.said)) return token;
  const found = new Map<string, Entry>();
  for (const word of similar(token.said)) {
    const entry = inflected([word], dictionary);
    if (entry?.kind === 'noun' || entry?.kind === 'adjective') found.set(entry.english, entry);
  }
  const [entry] = found.values();
  return entry && found.size === 1 ? { said: token.said, ...entry } : token;
}

/** Words that differ by one letter, behind the first. */
function* similar(word: string): Generator<string> {
  const letters = /\p{Script=Cyrillic}/u.test(word) ? cyrillic : latin;
  const isLong = word.length >= shortest.other;
  for (let at = 1; at < word.length; at++) {
    const before = word.slice(0, at);
    const [first = '', ...rest] = word.slice(at);
    const added = isLong ? letters : before.at(-1)!;
    for (const letter of added) yield `${before}${letter}${first}${rest.join('')}`;
    if (isLong || before.endsWith(first)) yield `${before}${rest.join('')}`;
    if (rest.length > 0) yield `${before}${rest[0]}${first}${rest.slice(1).join('')}`;
    for (const alike of isLong ? soundsAlike.filter((group) => group.includes(first)) : [])
      for (const letter of alike) if (letter !== first) yield `${before}${letter}${rest.join('')}`;
  }
}
