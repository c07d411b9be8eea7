/** Misspelt words of another language: a letter that is missing, doubled, swapped, or sounds like the right one. */
import { isEnglish } from '../../../../base/english.js';
import type { Dictionary, Entry } from './dictionary.js';
import { inflected, type Token } from './segment.js';

/** Short words are similar to too many others. */
const shortest = 6;
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
  if (token.kind !== 'unknown' || token.said.length < shortest || isEnglish(token.said)) return token;
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
  for (let at = 1; at < word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    for (const letter of letters) yield `${before}${letter}${after}`;
    const [first = '', ...rest] = after;
    yield `${before}${rest.join('')}`;
    if (rest.length > 0) yield `${before}${rest[0]}${first}${rest.slice(1).join('')}`;
    for (const alike of soundsAlike.filter((group) => group.includes(first)))
      for (const letter of alike) if (letter !== first) yield `${before}${letter}${rest.join('')}`;
  }
}
