import { type Field, hit } from '../geometry/field/field.js';
import { add, normalize, scale, type Vec3 } from '../geometry/vec.js';

/** The point where a ray from inside a solid finally exits: the next `reach` metres must be outside. */
export function onRay(field: Field, from: Vec3, way: Vec3, reach: number): Vec3 {
  const out = normalize(way);
  return hit(field, add(from, scale(out, reach)), scale(out, -1), reach) ?? from;
}
