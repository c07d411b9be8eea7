import type { Piece } from './model.js';

/** A triangle whose squared area is below this fraction of its squared longest side is a line. */
const thinnest = 1e-12;

/**
 * Estimates the cost of a model's solid before it is built.
 * @returns whether no triangle has a surface; `load`, the sum of the triangles' squared longest sides in squared
 * model diagonals: triangles are sampled at even distances, so this is proportional to the number of samples;
 * `reach`, the greatest coordinate in diagonals, since single precision keeps seven digits; `cover`, the whole
 * surface in squared diagonals
 */
export function surveySurface(pieces: readonly Pick<Piece, 'positions' | 'indices'>[]): {
  empty: boolean;
  load: number;
  reach: number;
  cover: number;
} {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ];
  let empty = true;
  let sum = 0;
  let surface = 0;
  for (const { positions: p, indices } of pieces)
    for (let t = 0; t < indices.length; t += 3) {
      const a = indices[t]! * 3;
      const b = indices[t + 1]! * 3;
      const c = indices[t + 2]! * 3;
      let ab = 0;
      let ac = 0;
      let bc = 0;
      let along = 0;
      for (let axis = 0; axis < 3; axis++) {
        const x = p[a + axis]!;
        const y = p[b + axis]!;
        const z = p[c + axis]!;
        low[axis] = Math.min(low[axis]!, x, y, z);
        high[axis] = Math.max(high[axis]!, x, y, z);
        ab += (y - x) ** 2;
        ac += (z - x) ** 2;
        bc += (z - y) ** 2;
        along += (y - x) * (z - x);
      }
      const longest = Math.max(ab, ac, bc);
      sum += longest;
      const squared = ab * ac - along ** 2;
      if (squared <= thinnest * longest ** 2) continue;
      empty = false;
      surface += Math.sqrt(squared) / 2;
    }
  const diagonal = low.reduce((total, from, axis) => total + (high[axis]! - from) ** 2, 0);
  const reach = Math.max(...low.map(Math.abs), ...high.map(Math.abs)) / Math.sqrt(diagonal);
  return empty
    ? { empty, load: 0, reach: 0, cover: 0 }
    : { empty, load: sum / diagonal, reach, cover: surface / diagonal };
}
