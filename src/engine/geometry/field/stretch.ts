import { add, sub, type Vec3 } from '../vec.js';
import type { Box, Field } from './field.js';

/**
 * Stretches the field by `factors` about `centre`. The result is a lower bound of the distance, so ray marching stays
 * safe.
 */
export function stretch(a: Field, centre: Vec3, factors: Vec3): Field {
  const [fx, fy, fz] = factors;
  const [cx, cy, cz] = centre;
  const least = Math.min(...factors);
  return {
    box: mapBox(a.box, (p) => add(centre, times(sub(p, centre), factors))),
    at: (x, y, z) => a.at(cx + (x - cx) / fx, cy + (y - cy) / fy, cz + (z - cz) / fz) * least,
    near(box) {
      const inner = mapBox(box, (p) => add(centre, times(sub(p, centre), [1 / fx, 1 / fy, 1 / fz])));
      const close = a.near(inner);
      return close && stretch(close, centre, factors);
    },
  };
}

const times = (a: Vec3, b: Vec3): Vec3 => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
const mapBox = ({ min, max }: Box, map: (p: Vec3) => Vec3): Box => ({ min: map(min), max: map(max) });
