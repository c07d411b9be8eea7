/** Exact Euclidean distance transform in three passes (Felzenszwalb and Huttenlocher 2012). */
import type { Grid } from './volume.js';

const far = 1e12;

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
  for (let k = 0; k < nz; k++)
    for (let j = 0; j < ny; j++) sweepLine(squared, nx * (j + ny * k), 1, nx, scratch);
  for (let k = 0; k < nz; k++)
    for (let i = 0; i < nx; i++) sweepLine(squared, i + nx * ny * k, nx, ny, scratch);
  for (let j = 0; j < ny; j++)
    for (let i = 0; i < nx; i++) sweepLine(squared, i + nx * j, nx * ny, nz, scratch);
  for (let c = 0; c < squared.length; c++) squared[c] = Math.sqrt(squared[c]!);
  return squared;
}

type Scratch = { line: Float64Array; sites: Int32Array; bounds: Float64Array };

/** Lower envelope of parabolas along one line of cells. */
function sweepLine(values: Float32Array, start: number, stride: number, count: number, s: Scratch): void {
  const { line, sites, bounds } = s;
  for (let q = 0; q < count; q++) line[q] = values[start + q * stride]!;
  let last = 0;
  sites[0] = 0;
  bounds[0] = -Infinity;
  bounds[1] = Infinity;
  const meet = (q: number, p: number) => (line[q]! + q * q - line[p]! - p * p) / (2 * (q - p));
  for (let q = 1; q < count; q++) {
    let at = meet(q, sites[last]!);
    while (at <= bounds[last]!) at = meet(q, sites[--last]!);
    sites[++last] = q;
    bounds[last] = at;
    bounds[last + 1] = Infinity;
  }
  for (let q = 0, site = 0; q < count; q++) {
    while (bounds[site + 1]! < q) site++;
    const away = q - sites[site]!;
    values[start + q * stride] = Math.min(far, away * away + line[sites[site]!]!);
  }
}
