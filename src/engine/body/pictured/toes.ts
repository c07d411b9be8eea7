/** Lengthens feet forward: a front picture shows them as short as they are broad. */
import { type Field, leaf } from '../../geometry/field/field.js';
import { smoothstep } from '../../geometry/vec.js';
import { jointOf, type Skeleton, sides } from '../../skeleton/skeleton.js';
import { toesThresholds } from './calibration.js';

const { ahead, around } = toesThresholds;

/** The solid with everything below the ankles stretched forward. */
export function withToes(field: Field, skeleton: Skeleton, height: number): Field {
  const reach = around * height;
  const ankles = sides.map(({ name }) => jointOf(skeleton, `${name}Foot`).position);
  const footness = (x: number, y: number): number =>
    ankles.reduce((most, [ax, ay]) => {
      if (y > ay + reach * 0.25 || Math.abs(x - ax) > reach) return most;
      const near = 1 - smoothstep(reach * 0.6, reach, Math.hypot(x - ax, y - ay));
      return Math.max(most, near * (1 - smoothstep(ay - reach * 0.45, ay + reach * 0.25, y)));
    }, 0);
  const { min, max } = field.box;
  return leaf({ min, max: [max[0], max[1], max[2] * 1.4] }, (x, y, z) =>
    field.at(x, y, z > 0 ? z / (1 + ahead * footness(x, y)) : z),
  );
}
