/** A phrase about something drawn on a body, as one word that no later step takes apart. */
import type { MarkPlace } from '../../kinds.js';
import type { MarkSide } from './vocabulary/marks.js';

export type MarkPhrase = {
  mark: string;
  /** The words that said it. */
  said: string[];
  place?: MarkPlace;
  side?: MarkSide;
  text?: string;
  picture?: string;
  /** A sentence about why it is not drawn. */
  note?: string;
};

const sign = 'ǂ';
/** Letters of a script without capitals that no prompt is written in, by turns: no letter comes twice in a row. */
const alphabets = [0x2d30, 0x2d40] as const;
const token = new RegExp(`${sign}[\\u2d30-\\u2d4f]+`, 'g');

export const asWord = (phrase: MarkPhrase): string => {
  const digits = JSON.stringify(phrase)
    .split('')
    .flatMap((one) => [...one.charCodeAt(0).toString(16).padStart(4, '0')]);
  const letters = digits.map((digit, i) =>
    String.fromCharCode(alphabets[i % 2]! + Number.parseInt(digit, 16)),
  );
  return ` ${sign}${letters.join('')} `;
};

export const isMarkWord = (word: string): boolean => word.startsWith(sign);

export function markIn(word: string): MarkPhrase {
  const digits = [...word.slice(sign.length)].map((one) => (one.charCodeAt(0) % 16).toString(16)).join('');
  return JSON.parse(
    (digits.match(/.{4}/g) ?? []).map((one) => String.fromCharCode(Number.parseInt(one, 16))).join(''),
  );
}

/** The text with the words of each phrase in its place. */
export const withoutMarkWords = (text: string, say: (phrase: MarkPhrase) => string): string =>
  text.replace(token, (word) => say(markIn(word)));
