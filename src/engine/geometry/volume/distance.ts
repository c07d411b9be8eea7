/** Exact Euclidean distance transform in three passes (Felzenszwalb and Huttenlocher 2012). */
import type { Grid } from './volume.js';

const far = 1e12;
/** Squared distances of real grids are far smaller. */
const unknown = far / 2;

/** Distance in cells from every cell to the nearest one for which `seed` is 1. */
export function distanceToSeeds({ size }: Grid, seed: Uint8Array): Float32Array {
  const squared = new Float32Array(seed.length);
  for (let c = 0; c < seed.length; c++) squared[c] = seed[c] ? 0 : far;
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

/** Lower envelope of the parabolas over the known cells along one line. */
function sweepLine(values: Float32Array, start: number, stride: number, count: number, s: Scratch): void {
  const { line, sites, bounds } = s;
  let last = -1;
  let isZero = true;
  for (let q = 0; q < count; q++) {
    const own = values[start + q * stride]!;
    if (own !== 0) isZero = false;
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
  if (last < 0 || isZero) return;
  bounds[last + 1] = Infinity;
  for (let q = 0, site = 0; q < count; q++) {
    while (bounds[site + 1]! < q) site++;
    const away = q - sites[site]!;
    values[start + q * stride] = away * away + line[sites[site]!]!;
  }
}
