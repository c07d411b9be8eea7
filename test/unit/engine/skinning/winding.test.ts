import { expect, it } from 'vitest';
import type { Vec3 } from '../../../../src/engine/geometry/vec.js';
import { clustersOf, windingAt } from '../../../../src/engine/skinning/winding.js';

const rings = 40;

/** A closed ball of radius 1, with rings from the south to the north pole. */
function ball() {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= rings; i++)
    for (let j = 0; j <= rings; j++) {
      const [up, around] = [(i / rings) * Math.PI, (j / rings) * 2 * Math.PI];
      positions.push(Math.sin(up) * Math.sin(around), -Math.cos(up), Math.sin(up) * Math.cos(around));
      const v = i * (rings + 1) + j;
      if (i < rings && j < rings) indices.push(v, v + 1, v + rings + 1, v + 1, v + rings + 2, v + rings + 1);
    }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

it.each<[string, Vec3, number]>([
  ['in its middle', [0, 0, 0], 1],
  ['inside, near the surface', [0.9, 0.1, 0], 1],
  ['outside, near the surface', [1.1, 0.1, 0], 0],
  ['far away', [0, 5, 3], 0],
])(
  'a ball goes around a point %s as often as it should, however its triangles are grouped',
  (_, at, turns) => {
    const part = ball();
    const all = Array.from({ length: part.indices.length / 3 }, (_triangle, t) => t * 3);
    for (const cell of [0.001, 0.1, 10])
      expect(windingAt(clustersOf(part, all, cell), at)).toBeCloseTo(turns, 1);
  },
);
