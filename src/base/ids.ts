import { randomBytes } from 'node:crypto';

/** Randomness as a dependency: returns `size` unpredictable bytes. */
export type Random = (size: number) => Uint8Array;

export const systemRandom: Random = (size) => randomBytes(size);

/** The kind of thing an id names, as its prefix on the wire. */
export type IdPrefix =
  | 'usr'
  | 'ses'
  | 'int'
  | 'gen'
  | 'cnv'
  | 'msg'
  | 'run'
  | 'evt'
  | 'prp'
  | 'req'
  | 'upl'
  | 'lnk'
  | 'out';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford base 32: leaves out i, l, o and u, which are easily misread

/** `length` characters of Crockford base 32, 5 random bits each. */
export function randomText(random: Random, length: number): string {
  return Array.from(random(length), (byte) => alphabet[byte & 31]).join('');
}

/** Makes a prefixed id of 100 random bits, for example `gen_7h3k…`. */
export function newId(prefix: IdPrefix, random: Random = systemRandom): string {
  return `${prefix}_${randomText(random, 20)}`;
}
