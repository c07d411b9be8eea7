/** Positions of facial features on the front of a head. Lengths are head radii. */

import { hex } from '../../colour.js';
import { type Field, hit } from '../../geometry/field/field.js';
import { tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import type { Head } from '../anatomy.js';

export const dark: Vec3 = hex('1d1a1e');
export type PlaceOnFace = (x: number, y: number) => Vec3;

/** Finds the surface point in front of (x, y), relative to the head's centre. @param r head radius in metres */
export function placesOn(head: Head, r: number): PlaceOnFace {
  return (x, y) => {
    const from = add(head.centre, [x * r, y * r, head.front + r]);
    return hit(head.field, from, [0, 0, -1], head.front + r * 2) ?? add(head.centre, [x * r, y * r, 0]);
  };
}

/** A tube along the face. @param radii in metres */
export function lineOnFace(
  place: PlaceOnFace,
  points: readonly (readonly [number, number])[],
  radii: readonly number[],
  lift = 0,
): Field {
  return tube(
    points.map(([x, y]) => add(place(x, y), [0, 0, lift])),
    radii,
    3,
  );
}
