/** Facial hair. */
import { blend, cut, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Head } from '../anatomy.js';

/** @param size 1 ends at the throat; larger values reach the chest */
export function beardOf({ centre, half }: Head, size: number, braided: boolean): Field {
  const r = half[1];
  const at = (x: number, y: number, z: number): Vec3 => add(centre, [x * r, y * r, z * r]);
  const jaw = intersect(
    grow(ellipsoid(at(0, -0.36, 0.12), [0.72 * r, 0.62 * r, 0.72 * r]), 0.05 * r),
    halfSpace(at(0, -0.34, 0.4), [0, 0.9, 0.12]),
    0.06 * r,
  );
  const mouth = ellipsoid(at(0, -0.5, 0.95), [0.27 * r, 0.1 * r, 0.3 * r]);
  const long = Math.max(0, size - 1);
  const locks = [-0.42, -0.15, 0.15, 0.42].map((x) =>
    tube(
      [
        at(x, -0.62, 0.6),
        at(x * 0.9, -0.95 - 0.4 * long, 0.78),
        at(x * 0.45, -1 - (0.62 - Math.abs(x) * 0.7) * size - 0.7 * long, 0.74),
      ],
      [r * 0.24, r * (0.22 + 0.06 * long), r * 0.05],
      4,
    ),
  );
  const plaits = braided
    ? sides.flatMap((side) =>
        Array.from({ length: 4 }, (_, i) =>
          ellipsoid(at((0.22 + 0.03 * (i % 2)) * side.x, -1.05 - i * 0.2, 0.78), [
            r * (0.14 - 0.018 * i),
            r * 0.14,
            r * 0.13,
          ]),
        ),
      )
    : [];
  return blend(r * 0.05, [cut(blend(r * 0.14, [jaw, ...locks]), mouth, 0.05 * r), ...plaits]);
}

export function goateeOf({ centre, half, front }: Head): Field {
  const chin = add(centre, [0, -half[1] * 0.75, front * 0.72]);
  return roundCone(chin, add(chin, [0, -half[1] * 0.75, 0.02]), half[1] * 0.16, half[1] * 0.04);
}

export function moustacheOf({ centre, half, front }: Head): Field {
  const r = half[1];
  return blend(
    r * 0.05,
    sides.map((side) =>
      tube(
        [
          add(centre, [0.03 * r * side.x, -0.38 * r, front * 0.98]),
          add(centre, [0.22 * r * side.x, -0.42 * r, front * 0.97]),
          add(centre, [0.46 * r * side.x, -0.48 * r, front * 0.78]),
        ],
        [r * 0.09, r * 0.1, r * 0.03],
        3,
      ),
    ),
  );
}
