import type { Silhouette } from './silhouette.js';

/** Steps from a cell through the inside of a silhouette, and the way back; -1 where it cannot be reached. */
export type Geodesic = { steps: Int32Array; from: Int32Array };

export function geodesic({ columns, rows, inside }: Silhouette, start: number): Geodesic {
  const steps = new Int32Array(columns * rows).fill(-1);
  const from = new Int32Array(columns * rows).fill(-1);
  steps[start] = 0;
  const queue = [start];
  for (let at = 0; at < queue.length; at++) {
    const cell = queue[at]!;
    const i = cell % columns;
    const next = [i > 0 ? cell - 1 : -1, i < columns - 1 ? cell + 1 : -1, cell - columns, cell + columns];
    for (const other of next) {
      if (other < 0 || other >= inside.length || !inside[other] || steps[other]! >= 0) continue;
      steps[other] = steps[cell]! + 1;
      from[other] = cell;
      queue.push(other);
    }
  }
  return { steps, from };
}

/** Cells from `end` back to the start. */
export function pathTo({ from }: Geodesic, end: number): number[] {
  const path = [end];
  for (let cell = from[end]!; cell >= 0; cell = from[cell]!) path.push(cell);
  return path;
}

/** The deepest cell within `reach` cells: the middle of the limb a cell lies in. */
export function centred({ columns, rows, depth }: Silhouette, cell: number, reach: number): number {
  const [ci, cj] = [cell % columns, Math.floor(cell / columns)];
  let best = cell;
  for (let j = Math.max(0, cj - reach); j <= Math.min(rows - 1, cj + reach); j++)
    for (let i = Math.max(0, ci - reach); i <= Math.min(columns - 1, ci + reach); i++)
      if (depth[j * columns + i]! > depth[best]! && Math.hypot(i - ci, j - cj) <= reach)
        best = j * columns + i;
  return best;
}
