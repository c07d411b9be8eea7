/** Samples triangles and computes winding numbers of cells. */
import type { Vec3 } from '../vec.js';
import { cellCount, type Grid } from './volume.js';

export type Triangles = { positions: Float32Array; indices: Uint32Array };

/**
 * Visits samples half a cell apart on every triangle, with the grid cell of each: `first` is the triangle's offset in
 * `indices`, `p / steps` and `q / steps` are the weights of its second and third corner. Only integers are passed,
 * since other numbers would be allocated on the heap for each call.
 */
export function eachSample(
  { size, origin, cell }: Grid,
  { positions, indices }: Triangles,
  visit: (cell: number, first: number, p: number, q: number, steps: number) => void,
): void {
  const [nx, ny] = size;
  const [ox, oy, oz] = origin;
  for (let first = 0; first < indices.length; first += 3) {
    const a = indices[first]! * 3;
    const b = indices[first + 1]! * 3;
    const c = indices[first + 2]! * 3;
    const ax = positions[a]!;
    const ay = positions[a + 1]!;
    const az = positions[a + 2]!;
    const ux = positions[b]! - ax;
    const uy = positions[b + 1]! - ay;
    const uz = positions[b + 2]! - az;
    const vx = positions[c]! - ax;
    const vy = positions[c + 1]! - ay;
    const vz = positions[c + 2]! - az;
    const wx = ux - vx;
    const wy = uy - vy;
    const wz = uz - vz;
    const longest = Math.max(
      ux * ux + uy * uy + uz * uz,
      vx * vx + vy * vy + vz * vz,
      wx * wx + wy * wy + wz * wz,
    );
    const steps = Math.max(1, Math.ceil((Math.sqrt(longest) * 2) / cell)) | 0;
    for (let p = 0; p <= steps; p++) {
      const s = p / steps;
      const x = ax + ux * s;
      const y = ay + uy * s;
      const z = az + uz * s;
      for (let q = 0; q <= steps - p; q++) {
        const t = q / steps;
        const i = Math.round((x + vx * t - ox) / cell) | 0;
        const j = Math.round((y + vy * t - oy) / cell) | 0;
        const k = Math.round((z + vz * t - oz) / cell) | 0;
        visit((i + nx * (j + ny * k)) | 0, first, p, q, steps);
      }
    }
  }
}

/**
 * Winding number of a cell along each of three rays; rays whose winding number does not return to its start are
 * ignored.
 */
export function eachWinding(
  grid: Grid,
  pieces: readonly Triangles[],
  visit: (cell: number, winding: number) => void,
): void {
  const { size } = grid;
  const strides = [1, size[0], size[0] * size[1]] as const;
  const turns = new Int16Array(cellCount(grid));
  for (const axis of [0, 1, 2] as const) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
    turns.fill(0);
    for (const piece of pieces) markCrossings(grid, piece, [u, v, axis], strides, turns);
    const [step, end] = [strides[axis], size[axis] * strides[axis]];
    for (let q = 0; q < size[v]; q++)
      for (let p = 0; p < size[u]; p++) {
        const start = p * strides[u] + q * strides[v];
        let total = 0;
        for (let c = start; c < start + end; c += step) total += turns[c]!;
        if (total !== 0) continue;
        let winding = 0;
        for (let c = start; c < start + end; c += step) {
          winding += turns[c]!;
          visit(c, winding);
        }
      }
  }
}

/** Marks where rays through the cell centres cross triangles: +1 or -1 in the next cell, by facing. */
function markCrossings(
  { size, origin, cell }: Grid,
  { positions, indices }: Triangles,
  [u, v, w]: readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2],
  strides: Vec3,
  turns: Int16Array,
): void {
  // Rays are slightly offset from the centres, so that none hits an edge of grid-aligned geometry.
  const across = (corner: number) => (positions[corner * 3 + u]! - origin[u]) / cell + 1.3e-4;
  const above = (corner: number) => (positions[corner * 3 + v]! - origin[v]) / cell + 2.7e-4;
  const along = (corner: number) => (positions[corner * 3 + w]! - origin[w]) / cell;
  for (let t = 0; t < indices.length; t += 3) {
    const a = indices[t]!;
    const b = indices[t + 1]!;
    const c = indices[t + 2]!;
    const au = across(a);
    const av = above(a);
    const bu = across(b);
    const bv = above(b);
    const cu = across(c);
    const cv = above(c);
    const area = (bu - au) * (cv - av) - (cu - au) * (bv - av);
    if (area === 0) continue;
    const low = Math.ceil(Math.min(au, bu, cu));
    const high = Math.floor(Math.max(au, bu, cu));
    const from = Math.ceil(Math.min(av, bv, cv));
    const to = Math.floor(Math.max(av, bv, cv));
    if (low > high || from > to) continue;
    const aw = along(a);
    const bw = along(b);
    const cw = along(c);
    for (let q = from; q <= to; q++)
      for (let p = low; p <= high; p++) {
        const s = ((p - au) * (cv - av) - (cu - au) * (q - av)) / area;
        const r = ((bu - au) * (q - av) - (p - au) * (bv - av)) / area;
        if (s < 0 || r < 0 || s + r > 1) continue;
        const at = Math.min(size[w] - 1, Math.max(0, Math.ceil(aw + (bw - aw) * s + (cw - aw) * r)));
        turns[p * strides[u] + q * strides[v] + at * strides[w]]! += area > 0 ? 1 : -1;
      }
  }
}
