/** Counts the legs a solid stands on, the strongest hint to its class. */

import type { Sight } from './sight.js';
import { type FootPair, placeOf, type Stance } from './stance.js';

export type Legs = 'many' | 'four' | 'two' | 'none';

/** In longest sides: the distance between front and back legs, and how close a belly is to the fins beside it. */
const [stride, beside] = [0.12, 0.15];
/** Legs are below their roots; fins spread by more than this fraction of their height. */
const spread = 0.2;

export function legsOf({ stance, bounds }: Pick<Sight, 'stance' | 'bounds'>): Legs {
  const { pairs } = stance;
  const size = Math.max(...bounds.span);
  if (pairs.length >= 3) return 'many';
  if (pairs.length === 2) return placeOf(pairs[0]!) - placeOf(pairs[1]!) > stride * size ? 'four' : 'none';
  return pairs.length === 1 && carries(pairs[0]!, stance, size) ? 'two' : 'none';
}

function carries(pair: FootPair, { centre, middle }: Stance, size: number): boolean {
  const slant = [pair.left, pair.right].map(
    ({ sole, shaft, top }) => (Math.abs(sole[0] - centre[0]) - Math.abs(shaft[0] - centre[0])) / top,
  );
  const belly = middle.some(
    ({ sole, cells }) =>
      cells > 2 * (pair.left.cells + pair.right.cells) && Math.abs(sole[2] - placeOf(pair)) < beside * size,
  );
  return !belly && Math.min(...slant) < spread;
}
