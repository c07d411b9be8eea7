/**
 * Lays a picture of a side around the body. Projected straight through, the colours at its outline would be stretched
 * into bands across the front, and eyes would face aside; laid around, both flanks meet at the outline, and what the
 * picture shows near it is seen from the front, too.
 */
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { wrappedThresholds } from './calibration.js';
import { carriedOn, interpolated, placesOf, softened } from './cells.js';
import type { Form } from './form.js';

const { share, contour, evened, steps } = wrappedThresholds;

/** The picture's place for a point of the surface, `across` metres from the middle plane. */
export type Wrap = (u: number, v: number, across: number) => readonly [u: number, v: number];

/**
 * Each place moves inwards, from the outline to the ridge behind it: by as much as the way along the surface is longer
 * than the way in the picture, and past a drawn contour, which would be a band where both flanks meet. Sections are
 * taken for ellipses from the outline over the ridge.
 */
export function wrapOf(s: Silhouette, surface: Form['surface']): Wrap {
  const longer = Math.max(s.width, s.height);
  const ridges = ridgesOf(s);
  const fieldOf = (value: (n: number, ridge: number) => number) => {
    const values = Float32Array.from(ridges, (ridge, n) => (ridge < 0 ? Number.NaN : value(n, ridge)));
    return interpolated(softened(carriedOn(values, s.columns), s.columns, evened), s, placeOf);
  };
  const placeOf = placesOf(s);
  const columnOf = (n: number) => n % s.columns;
  const rowOf = (n: number) => Math.floor(n / s.columns);
  const inward = (at: (n: number) => number) => (n: number, ridge: number) => {
    const way = Math.hypot(columnOf(ridge) - columnOf(n), rowOf(ridge) - rowOf(n));
    return way > 0 ? (at(ridge) - at(n)) / way : 0;
  };
  const [right, up] = [fieldOf(inward(columnOf)), fieldOf(inward(rowOf))];
  const [deep, ridgeDeep] = [fieldOf((n) => s.depth[n]!), fieldOf((_, ridge) => s.depth[ridge]!)];
  const half = fieldOf((_, ridge) =>
    surface((columnOf(ridge) + 0.5 - s.columns / 2) * s.cell, (rowOf(ridge) + 0.5) * s.cell),
  );
  return (u, v, across) => {
    const reach = Math.max(s.cell, ridgeDeep(u, v));
    const along = Math.min(1, Math.max(0, deep(u, v) / reach - s.cell / (2 * reach)));
    const out = Math.min(1, Math.abs(across) / Math.max(s.cell, half(u, v)));
    const turn = Math.atan2(out, 1 - along) / (Math.PI / 2);
    const past = Math.min(contour.width * longer, contour.most * reach) * (1 - along);
    const move = share * Math.max(0, turn - along) * reach + past;
    return [u + right(u, v) * move, v + up(u, v) * move];
  };
}

/** For each cell the deepest one that is reached by going straight inwards; -1 outside. */
function ridgesOf(s: Silhouette): Int32Array {
  const even = softened(s.depth, s.columns, 2);
  return Int32Array.from(s.inside, (inside, n) => {
    if (!inside) return -1;
    let at = n;
    for (let step = 0; step < s.rows + s.columns; step++) {
      const next = steepest(even, s, at);
      if (even[next]! < even[at]! + steps * s.cell) break;
      at = next;
    }
    return at;
  });
}

/** The neighbour that a step of one cell's length leads deepest to. */
function steepest(depth: Float32Array, { columns }: Silhouette, n: number): number {
  let [best, most] = [n, 0];
  for (const row of [-columns, 0, columns])
    for (const step of [-1, 0, 1]) {
      const rise = ((depth[n + row + step] ?? 0) - depth[n]!) / (row && step ? Math.SQRT2 : 1);
      if (rise > most) [best, most] = [n + row + step, rise];
    }
  return best;
}
