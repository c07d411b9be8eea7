/** Extremities of an outline: the points farthest from its middle, measured through the inside, longest first. */
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { extremitiesThresholds } from './calibration.js';

const { most, core } = extremitiesThresholds;

/**
 * `length`: metres from the body to the tip; `thickness`: half the breadth along the way; `path`: cells from the tip.
 */
export type Extremity = { tip: number; length: number; thickness: number; path: number[] };
export type Extremities = {
  /** The deepest cell and its depth. */
  middle: number;
  radius: number;
  limbs: Extremity[];
  /** Metres from the body through the inside; Infinity for unreachable cells. */
  away: Float32Array;
};

/** @param shortest least length in metres */
export function extremitiesOf(s: Silhouette, shortest: number): Extremities {
  const middle = s.depth.reduce((best, depth, cell) => (depth > s.depth[best]! ? cell : best), 0);
  const radius = s.depth[middle]!;
  const left = new Float32Array(s.inside.length).fill(Infinity);
  const from = new Int32Array(s.inside.length).fill(-1);
  spread(s, left, from, take(s, left, from, middle, radius * core));
  const away = left.slice();
  const limbs: Extremity[] = [];
  while (limbs.length < most) {
    const tip = left.reduce(
      (best, metres, cell) => (metres < Infinity && metres > left[best]! ? cell : best),
      middle,
    );
    const length = left[tip]!;
    if (!(length > shortest)) break;
    const path: number[] = [];
    for (let cell = tip; cell >= 0 && left[cell]! > 0; cell = from[cell]!) path.push(cell);
    const breadths = path.slice(path.length * 0.15, path.length * 0.75).map((cell) => ridge(s, cell));
    const thickness = breadths.sort((a, b) => a - b)[breadths.length >> 1] ?? s.cell;
    spread(
      s,
      left,
      from,
      path.flatMap((cell) => take(s, left, from, cell, ridge(s, cell) * 1.5 + s.cell)),
    );
    if (length > thickness * 1.5) limbs.push({ tip, length, thickness, path });
  }
  return { middle, radius, limbs, away };
}

/** The greatest depth around a cell: shortest paths through a limb hug the inside of bends. */
function ridge(s: Silhouette, cell: number): number {
  let best = s.depth[cell]!;
  for (let round = 0, at = cell; round < 12; round++) {
    const next = [at - 1, at + 1, at - s.columns, at + s.columns].find((one) => (s.depth[one] ?? 0) > best);
    if (next === undefined) break;
    at = next;
    best = s.depth[at]!;
  }
  return best;
}

/** Marks the inside around a cell as taken. @returns the newly taken cells */
function take(s: Silhouette, away: Float32Array, from: Int32Array, cell: number, metres: number): number[] {
  const reach = Math.ceil(metres / s.cell);
  const [i, j] = [cell % s.columns, Math.floor(cell / s.columns)];
  const taken: number[] = [];
  for (let y = Math.max(0, j - reach); y <= Math.min(s.rows - 1, j + reach); y++)
    for (let x = Math.max(0, i - reach); x <= Math.min(s.columns - 1, i + reach); x++) {
      const n = y * s.columns + x;
      if (!s.inside[n] || away[n] === 0 || Math.sqrt((x - i) ** 2 + (y - j) ** 2) * s.cell > metres) continue;
      away[n] = 0;
      from[n] = -1;
      taken.push(n);
    }
  return taken;
}

/** Updates the distances from the taken cells in metres, over eight neighbours, and the predecessors. */
function spread(s: Silhouette, away: Float32Array, from: Int32Array, taken: number[]): void {
  const { columns, rows, inside, cell } = s;
  let now = taken;
  while (now.length > 0) {
    const next: number[] = [];
    for (let at = 0; at < now.length; at++) {
      const n = now[at]!;
      const i = n % columns;
      const j = Math.floor(n / columns);
      for (let dj = -1; dj <= 1; dj++)
        for (let di = -1; di <= 1; di++) {
          const x = i + di;
          const y = j + dj;
          if (x < 0 || y < 0 || x >= columns || y >= rows) continue;
          const m = y * columns + x;
          const metres = away[n]! + cell * (di && dj ? Math.SQRT2 : 1);
          if (!inside[m] || metres >= away[m]! - cell * 0.01) continue;
          away[m] = metres;
          from[m] = n;
          next.push(m);
        }
    }
    now = next;
  }
}
