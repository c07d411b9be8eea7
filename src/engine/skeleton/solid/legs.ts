/** Counts the legs a solid stands on, the strongest hint to its class. */

import { legsThresholds } from './calibration.js';
import type { Sight } from './sight.js';
import { type FootPair, forwardPositionOf, type Stance } from './stance.js';

const { stride, beside, spread } = legsThresholds;

export type LegCount = 'many' | 'four' | 'two' | 'none';

export function legCountOf({ stance, bounds }: Pick<Sight, 'stance' | 'bounds'>): LegCount {
  const { pairs } = stance;
  const size = Math.max(...bounds.span);
  if (pairs.length >= 3) return 'many';
  if (pairs.length === 2)
    return forwardPositionOf(pairs[0]!) - forwardPositionOf(pairs[1]!) > stride * size ? 'four' : 'none';
  return pairs.length === 1 && carries(pairs[0]!, stance, size) ? 'two' : 'none';
}

function carries(pair: FootPair, { centre, middle }: Stance, size: number): boolean {
  const slant = [pair.left, pair.right].map(
    ({ sole, shaft, top }) => (Math.abs(sole[0] - centre[0]) - Math.abs(shaft[0] - centre[0])) / top,
  );
  const belly = middle.some(
    ({ sole, cells }) =>
      cells > 2 * (pair.left.cells + pair.right.cells) &&
      Math.abs(sole[2] - forwardPositionOf(pair)) < beside * size,
  );
  return !belly && Math.min(...slant) < spread;
}
