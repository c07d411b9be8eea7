/** Colours by the words for them. */
import { hex } from '../../colour.js';
import type { Vec3 } from '../../geometry/vec.js';
import { colourHex, metalColours } from './vocabulary.js';

export const isMetalColour = (word: string): boolean => metalColours.has(word);

/** @throws RangeError for a word that is not in `colourWords` */
export function colourOf(word: string): Vec3 {
  const digits = colourHex[word];
  if (!digits) throw new RangeError(`${word} is not a colour word`);
  return hex(digits);
}
