/** Skin between rays: fins, webs, frills and the wings of insects. */
import { blend, type Field } from '../field/field.js';
import { plate, roundCone } from '../field/shapes.js';
import { distance, type Vec3 } from '../math/vec.js';

export type Ray = readonly [from: Vec3, to: Vec3];

/** @param thick half the skin's thickness; `ribs` how much thicker the rays are, 0 for none */
export function membrane(rays: readonly Ray[], thick: number, ribs = 1.6): Field {
  const skin = rays.slice(1).flatMap(([from, to], i) => {
    const [fromBefore, toBefore] = rays[i]!;
    const outer = plate(fromBefore, toBefore, to, thick);
    // Rays of a fan leave from one point: its triangles have no second half.
    return distance(fromBefore, from) < thick * 0.1 ? [outer] : [outer, plate(fromBefore, to, from, thick)];
  });
  const bones = ribs > 0 ? rays.map(([from, to]) => roundCone(from, to, thick * ribs, thick * 0.9)) : [];
  return blend(thick * 0.9, [...skin, ...bones]);
}
