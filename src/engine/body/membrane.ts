/** Membranes between rays: fins, webbing, frills and insect wings. */
import { blend, type Field } from '../geometry/field/field.js';
import { plate, roundCone } from '../geometry/field/shapes.js';
import { distance, type Vec3 } from '../geometry/vec.js';

export type Ray = readonly [from: Vec3, to: Vec3];

/** @param thick half the membrane's thickness; `ribs` is the rays' thickness relative to it, 0 for no rays */
export function membrane(rays: readonly Ray[], thick: number, ribs = 1.6): Field {
  const skin = rays.slice(1).flatMap(([from, to], i) => {
    const [fromBefore, toBefore] = rays[i]!;
    const outer = plate(fromBefore, toBefore, to, thick);
    // Rays of a fan share their origin, so the second triangle is degenerate.
    return distance(fromBefore, from) < thick * 0.1 ? [outer] : [outer, plate(fromBefore, to, from, thick)];
  });
  const bones = ribs > 0 ? rays.map(([from, to]) => roundCone(from, to, thick * ribs, thick * 0.9)) : [];
  return blend(thick * 0.9, [...skin, ...bones]);
}
