/** Tufts of fur, which give wolves, foxes and lynxes their outline. */
import type { Field } from '../../geometry/field/field.js';
import { roundCone } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';

/** Roots and tips of the tufts of the left cheek, in head radii. */
const cheek: readonly (readonly [root: Vec3, tip: Vec3])[] = [
  [
    [0.62, -0.16, 0.02],
    [0.6, -0.2, -0.2],
  ],
  [
    [0.56, -0.34, 0.06],
    [0.54, -0.34, -0.16],
  ],
  [
    [0.44, -0.5, 0.1],
    [0.36, -0.42, -0.1],
  ],
];

/** @param at places in head radii; the tips of `cheek` are relative to their roots and grow with `size` */
export const cheekTufts = (at: (x: number, y: number, z: number) => Vec3, r: number, size: number): Field[] =>
  sides.flatMap(({ x }) =>
    cheek.map(([[rx, ry, rz], [tx, ty, tz]]) =>
      roundCone(
        at(rx * x, ry, rz),
        at((rx + tx * size) * x, ry + ty * size, rz + tz * size),
        r * 0.24,
        r * 0.03,
      ),
    ),
  );

/** Three locks on the chest. @param b half the width of the barrel in metres */
export const chestTufts = (chest: Vec3, b: number, size: number): Field[] =>
  [-1, 0, 1].map((x) =>
    roundCone(
      add(chest, [x * 0.34 * b, 0.62 * b, 0.72 * b]),
      add(chest, [x * 0.5 * b, (0.62 - (x === 0 ? 1.25 : 1) * size) * b, (0.72 + 0.62 * size) * b]),
      b * 0.36,
      b * 0.05,
    ),
  );
