/** A notch in the outer edge of one ear. */
import { cut, type Field, hit } from '../../geometry/field/field.js';
import { ellipsoid } from '../../geometry/field/shapes.js';
import { lerp } from '../../geometry/vec.js';

/** Height on the ear, from its root to its tip. */
const height = 0.62;
const wide = 0.15;
const tall = 0.085;

/** @param side of the head that the ear is on; @param r head radius in metres; @param size of the notch, 1 for a small one */
export function notch(ear: Field, side: 1 | -1, r: number, size = 1): Field {
  const { min, max } = ear.box;
  const [, y, z] = lerp(min, max, height);
  const outside = side > 0 ? max[0] + 0.1 * r : min[0] - 0.1 * r;
  const edge = hit(ear, [outside, y, z], [-side, 0, 0], max[0] - min[0] + 0.1 * r);
  if (!edge) return ear;
  return cut(
    ear,
    ellipsoid(edge, [wide * size * r, tall * size * r, 0.5 * r], [0, 0, side * 0.5]),
    0.015 * r,
  );
}
