/** A phrase about something drawn on a body, as one word that no later step takes apart. */
import type { MarkPlace, MarkSide } from '../../kinds.js';
import { innerToken } from './inner-token.js';

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

const token = innerToken<MarkPhrase>('mark');

export const asWord = (phrase: MarkPhrase): string => ` ${token.of(phrase)} `;
export const isMarkWord = token.is;
export const markIn = (word: string): MarkPhrase => token.read(word)!;

/** The text with the words of each phrase in its place. */
export const withoutMarkWords = token.replaceIn;
