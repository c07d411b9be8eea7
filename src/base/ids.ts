import { randomBytes, randomFillSync } from 'node:crypto';

/** Randomness as a dependency: returns `size` unpredictable bytes. */
export type Random = (size: number) => Uint8Array;

/** Small amounts come from a pool, because each question to the system costs as much as a query. */
const pool = new Uint8Array(4_096);
const mostFromPool = 64;
let taken = pool.length;

export const systemRandom: Random = (size) => {
  if (size > mostFromPool) return randomBytes(size);
  if (taken + size > pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const bytes = pool.slice(taken, taken + size);
  pool.fill(0, taken, taken + size); // only its new owner knows it
  taken += size;
  return bytes;
};

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
  | 'out'
  | 'gft';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'; // Crockford base 32: leaves out i, l, o and u, which are easily misread

/** `length` characters of Crockford base 32, 5 random bits each. */
export function randomText(random: Random, length: number): string {
  let text = '';
  for (const byte of random(length)) text += alphabet[byte & 31];
  return text;
}

/** Makes a prefixed id of 100 random bits, for example `gen_7h3k…`. */
export function newId(prefix: IdPrefix, random: Random = systemRandom): string {
  return `${prefix}_${randomText(random, 20)}`;
}
