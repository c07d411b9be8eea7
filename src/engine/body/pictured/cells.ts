/** Values on the cells of a silhouette. */
import type { Silhouette } from '../../segmentation/image/silhouette.js';

/** Fills cells that have no value (NaN) from the nearest one, ring by ring. */
export function carriedOn(values: Float32Array, columns: number): Float32Array {
  const out = values.slice();
  let edge = Array.from(out.keys()).filter((n) => !Number.isNaN(out[n]!));
  while (edge.length > 0) {
    const next: number[] = [];
    for (const n of edge)
      for (const m of [
        n % columns > 0 ? n - 1 : -1,
        n % columns < columns - 1 ? n + 1 : -1,
        n - columns,
        n + columns,
      ])
        if (m >= 0 && m < out.length && Number.isNaN(out[m]!)) {
          out[m] = out[n]!;
          next.push(m);
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
      const [before, after] = [n >= step ? n - step : n, n + step < out.length ? n + step : n];
      next[n] = (out[before]! + 2 * out[n]! + out[after]!) / 4;
    }
    [out, next] = [next, out];
  }
  return out;
}

/** Bilinear interpolation between the centres of the cells, at a point (u, v) of the silhouette in metres. */
export function interpolated(
  values: Float32Array,
  { columns, rows, cell }: Pick<Silhouette, 'columns' | 'rows' | 'cell'>,
): (u: number, v: number) => number {
  return (u, v) => {
    const x = Math.min(columns - 1.001, Math.max(0, u / cell + columns / 2 - 0.5));
    const y = Math.min(rows - 1.001, Math.max(0, v / cell - 0.5));
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const [s, t, n] = [x - i, y - j, j * columns + i];
    const lower = values[n]! * (1 - s) + values[n + 1]! * s;
    return lower * (1 - t) + (values[n + columns]! * (1 - s) + values[n + columns + 1]! * s) * t;
  };
}
