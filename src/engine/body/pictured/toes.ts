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
  const top = Math.max(...ankles.map(([, y]) => y)) + reach * 0.25;
  const footness = (x: number, y: number): number => {
    let most = 0;
    for (let i = 0; i < ankles.length && y <= top; i++) {
      const aside = x - ankles[i]![0];
      const above = y - ankles[i]![1];
      if (above > reach * 0.25 || Math.abs(aside) > reach) continue;
      const near = 1 - smoothstep(reach * 0.6, reach, Math.sqrt(aside * aside + above * above));
      most = Math.max(most, near * (1 - smoothstep(-reach * 0.45, reach * 0.25, above)));
    }
    return most;
  };
  const { min, max } = field.box;
  return leaf({ min, max: [max[0], max[1], max[2] * 1.4] }, (x, y, z) =>
    field.at(x, y, z > 0 ? z / (1 + ahead * footness(x, y)) : z),
  );
}
