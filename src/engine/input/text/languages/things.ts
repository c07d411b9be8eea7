/** Which English words of a dictionary are clothes, tools and parts of a body, rather than who has them. */
import { itemNames, partNames } from '../vocabulary.js';
import { lookUp } from '../words.js';
import type { Token } from './segment.js';

export const isThing = ({ english }: Token): boolean => {
  const last = english.split(' ').at(-1)!;
  return (lookUp(itemNames, last) ?? lookUp(partNames, last)) !== undefined;
};
