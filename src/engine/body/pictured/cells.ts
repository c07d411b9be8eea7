/** Values on the cells of a silhouette. */
import type { Silhouette } from '../../segmentation/image/silhouette.js';

/** Fills cells that have no value (NaN) from the nearest one, ring by ring. */
export function carriedOn(values: Float32Array, columns: number): Float32Array {
  const out = values.slice();
  let edge = Array.from(out.keys()).filter((n) => !Number.isNaN(out[n]!));
  while (edge.length > 0) {
    const next: number[] = [];
    const carry = (n: number, m: number) => {
      if (m < 0 || m >= out.length || !Number.isNaN(out[m]!)) return;
      out[m] = out[n]!;
      next.push(m);
    };
    for (const n of edge) {
      if (n % columns > 0) carry(n, n - 1);
      if (n % columns < columns - 1) carry(n, n + 1);
      carry(n, n - columns);
      carry(n, n + columns);
    }
    edge = next;
  }
  return out;
}

/** Binomial smoothing in both directions. */
export function softened(values: Float32Array, columns: number, passes: number): Float32Array {
  let [out, next] = [values.slice(), new Float32Array(values.length)];
  for (let pass = 0; pass < passes * 2; pass++) {
    const step = pass % 2 ? columns : 1;
    for (let n = 0; n < out.length; n++) {
      const before = n >= step ? n - step : n;
      const after = n + step < out.length ? n + step : n;
      next[n] = (out[before]! + 2 * out[n]! + out[after]!) / 4;
    }
    [out, next] = [next, out];
  }
  return out;
}

type Grid = Pick<Silhouette, 'columns' | 'rows' | 'cell'>;
/** The cell below and left of a point, and where the point is between it and the next ones. */
type Place = { n: number; s: number; t: number };

/** Finds the place of a point (u, v) of the silhouette in metres; the result is valid until the next call. */
export function placesOf({ columns, rows, cell }: Grid): (u: number, v: number) => Place {
  const place = { n: 0, s: 0, t: 0 };
  const last = Float64Array.of(Number.NaN, Number.NaN);
  return (u, v) => {
    if (u === last[0] && v === last[1]) return place;
    last[0] = u;
    last[1] = v;
    const x = Math.min(columns - 1.001, Math.max(0, u / cell + columns / 2 - 0.5));
    const y = Math.min(rows - 1.001, Math.max(0, v / cell - 0.5));
    const i = Math.floor(x);
    const j = Math.floor(y);
    place.n = j * columns + i;
    place.s = x - i;
    place.t = y - j;
    return place;
  };
}

/**
 * Bilinear interpolation between the centres of the cells.
 * @param placeOf shared by values that are read at the same points
 */
export function interpolated(
  values: Float32Array,
  grid: Grid,
  placeOf = placesOf(grid),
): (u: number, v: number) => number {
  const { columns } = grid;
  return (u, v) => {
    const { n, s, t } = placeOf(u, v);
    const lower = values[n]! * (1 - s) + values[n + 1]! * s;
    return lower * (1 - t) + (values[n + columns]! * (1 - s) + values[n + columns + 1]! * s) * t;
  };
}
