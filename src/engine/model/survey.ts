import type { Piece } from './model.js';

/** Squared areas below this share of the squared longest sides are lines. */
const thinnest = 1e-12;

/**
 * What the solid of a model will cost, before it is made.
 * @returns whether no triangle has a surface, and the squares of the triangles' longest sides in sum, in squares of the
 * model's diagonal: triangles are sampled at even distances, so this is how many samples there will be.
 * `reach` is the greatest coordinate, in diagonals: single precision keeps seven digits. `cover` is the whole surface,
 * in squares of the diagonal.
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
  let [empty, sum, surface] = [true, 0, 0];
  for (const { positions: p, indices } of pieces)
    for (let t = 0; t < indices.length; t += 3) {
      const [a, b, c] = [indices[t]! * 3, indices[t + 1]! * 3, indices[t + 2]! * 3];
      let [ab, ac, bc, along] = [0, 0, 0, 0];
      for (let axis = 0; axis < 3; axis++) {
        const [x, y, z] = [p[a + axis]!, p[b + axis]!, p[c + axis]!];
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
