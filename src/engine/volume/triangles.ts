/** Triangles as the solid sees them: places on them, and what a ray finds enclosed by them. */
import type { Vec3 } from '../math/vec.js';
import { cellCount, type Grid } from './volume.js';

export type Triangles = { positions: Float32Array; indices: Uint32Array };

/** Places half a cell apart on every triangle: `first` is its place in `indices`, `s` and `t` weigh its second and third corner. */
export function eachSample(
  { positions, indices }: Triangles,
  cell: number,
  visit: (x: number, y: number, z: number, first: number, s: number, t: number) => void,
): void {
  for (let first = 0; first < indices.length; first += 3) {
    const [a, b, c] = [indices[first]! * 3, indices[first + 1]! * 3, indices[first + 2]! * 3];
    const [ax, ay, az] = [positions[a]!, positions[a + 1]!, positions[a + 2]!];
    const [ux, uy, uz] = [positions[b]! - ax, positions[b + 1]! - ay, positions[b + 2]! - az];
    const [vx, vy, vz] = [positions[c]! - ax, positions[c + 1]! - ay, positions[c + 2]! - az];
    const longest = Math.max(
      ux * ux + uy * uy + uz * uz,
      vx * vx + vy * vy + vz * vz,
      (ux - vx) ** 2 + (uy - vy) ** 2 + (uz - vz) ** 2,
    );
    const steps = Math.max(1, Math.ceil((Math.sqrt(longest) * 2) / cell));
    for (let p = 0; p <= steps; p++)
      for (let q = 0; q <= steps - p; q++) {
        const [s, t] = [p / steps, q / steps];
        visit(ax + ux * s + vx * t, ay + uy * s + vy * t, az + uz * s + vz * t, first, s, t);
      }
  }
}

/** How often each of three rays finds a cell enclosed; rays that come out with another winding number than they went in say nothing. */
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

const corner = ({ positions }: Triangles, v: number): Vec3 => [
  positions[v * 3]!,
  positions[v * 3 + 1]!,
  positions[v * 3 + 2]!,
];

/** Where each ray through the cell centres meets the triangles: +1 or -1 in the next cell, by their facing. */
function markCrossings(
  { size, origin, cell }: Grid,
  piece: Triangles,
  [u, v, w]: readonly [0 | 1 | 2, 0 | 1 | 2, 0 | 1 | 2],
  strides: Vec3,
  turns: Int16Array,
): void {
  const { indices } = piece;
  // Rays run a little beside the centres, so that none meets an edge of geometry that is aligned with the grid.
  const local = (p: Vec3, axis: 0 | 1 | 2) =>
    (p[axis] - origin[axis]) / cell + (axis === u ? 1.3e-4 : axis === v ? 2.7e-4 : 0);
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((i) => corner(piece, indices[t + i]!)) as [Vec3, Vec3, Vec3];
    const [au, av, bu, bv, cu, cv] = [
      local(a, u),
      local(a, v),
      local(b, u),
      local(b, v),
      local(c, u),
      local(c, v),
    ];
    const area = (bu - au) * (cv - av) - (cu - au) * (bv - av);
    if (area === 0) continue;
    const [low, high] = [Math.ceil(Math.min(au, bu, cu)), Math.floor(Math.max(au, bu, cu))];
    const [from, to] = [Math.ceil(Math.min(av, bv, cv)), Math.floor(Math.max(av, bv, cv))];
    const [aw, bw, cw] = [local(a, w), local(b, w), local(c, w)];
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
