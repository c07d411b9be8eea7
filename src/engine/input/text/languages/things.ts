/** Which English words of a dictionary are clothes, tools and parts of a body, rather than who has them. */
import { isItemOrPart } from '../words.js';
import type { Token } from './segment.js';

export const isThing = ({ english }: Token): boolean => isItemOrPart(english.split(' ').at(-1));
