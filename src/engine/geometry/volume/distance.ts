/** Exact Euclidean distance transform in three passes (Felzenszwalb and Huttenlocher 2012). */
import type { Grid } from './volume.js';

const far = 1e12;
/** Squared distances of real grids are far smaller. */
const unknown = far / 2;

/** Distance in cells from every cell to the nearest one for which `cells` has `value`. */
export function distanceToSeeds({ size }: Grid, cells: Uint8Array, value: 0 | 1): Float32Array {
  const squared = new Float32Array(cells.length);
  for (let c = 0; c < cells.length; c++) squared[c] = cells[c] === value ? 0 : far;
  const [nx, ny, nz] = size;
  const longest = Math.max(nx, ny, nz);
  const scratch = {
    line: new Float64Array(longest),
    sites: new Int32Array(longest),
    bounds: new Float64Array(longest + 1),
  };
  for (let start = 0; start < squared.length; start += nx) sweepRow(squared, start, start + nx);
  for (let k = 0; k < nz; k++)
    for (let i = 0; i < nx; i++) sweepLine(squared, i + nx * ny * k, nx, ny, scratch);
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) sweepLine(squared, i + nx * j, nx * ny, nz, scratch);
  for (let c = 0; c < squared.length; c++) squared[c] = Math.sqrt(squared[c]!);
  return squared;
}

type Scratch = { line: Float64Array; sites: Int32Array; bounds: Float64Array };

/** Squared distances along a row that has only zeros and `far`. */
function sweepRow(values: Float32Array, start: number, end: number): void {
  let seed = -far;
  for (let c = start; c < end; c++) {
    if (values[c] === 0) seed = c;
    else values[c] = Math.min(far, (c - seed) ** 2);
  }
  seed = far;
  for (let c = end - 1; c >= start; c--) {
    if (values[c] === 0) seed = c;
    else values[c] = Math.min(values[c]!, (seed - c) ** 2);
  }
}

/** Distances along one line. A cell between two seeds needs no others, so each gap between seeds is swept alone. */
function sweepLine(values: Float32Array, start: number, stride: number, count: number, s: Scratch): void {
  for (let q = 0; q < count; q++) {
    if (values[start + q * stride] === 0) continue;
    const first = Math.max(0, q - 1);
    while (q < count && values[start + q * stride] !== 0) q++;
    sweepGap(values, start, stride, first, Math.min(q, count - 1), s);
  }
}

/** Lower envelope of the parabolas over the known cells from `first` to `end`, both included. */
function sweepGap(
  values: Float32Array,
  start: number,
  stride: number,
  first: number,
  end: number,
  { line, sites, bounds }: Scratch,
): void {
  let last = -1;
  for (let q = first; q <= end; q++) {
    const own = values[start + q * stride]!;
    if (own >= unknown) continue;
    line[q] = own;
    let at = -Infinity;
    for (; last >= 0; last--) {
      const p = sites[last]!;
      at = (own + q * q - line[p]! - p * p) / (2 * (q - p));
      if (at > bounds[last]!) break;
    }
    if (last < 0) at = -Infinity;
    sites[++last] = q;
    bounds[last] = at;
  }
  if (last < 0) return;
  bounds[last + 1] = Infinity;
  for (let q = first, site = 0; q <= end; q++) {
    while (bounds[site + 1]! < q) site++;
    const away = q - sites[site]!;
    values[start + q * stride] = away * away + line[sites[site]!]!;
  }
}
