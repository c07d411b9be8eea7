/** Shortest paths through the inside of a silhouette. Cells are numbered row by row from the feet. */
import { createHeap } from '../../geometry/volume/heap.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';

/** Cost from the start, Infinity for unreachable cells, and the previous cell on the cheapest path, or -1. */
export type Ways = { far: Float32Array; from: Int32Array };

/** @param price cost of moving one cell length from a cell, at least about 1e-3 */
export function waysFrom(
  { columns, inside }: Silhouette,
  start: number,
  price: (cell: number) => number = () => 1,
): Ways {
  const far = new Float32Array(inside.length).fill(Number.POSITIVE_INFINITY);
  const from = new Int32Array(inside.length).fill(-1);
  const heap = createHeap();
  far[start] = 0;
  heap.push(0, start);
  for (let cell = heap.pop(); cell >= 0; cell = heap.pop()) {
    if (heap.popped() > far[cell]! + 1e-4) continue;
    const cost = price(cell);
    const column = cell % columns;
    for (let dj = -1; dj <= 1; dj++)
      for (let di = -1; di <= 1; di++) {
        const other = cell + dj * columns + di;
        if (column + di < 0 || column + di >= columns || !inside[other]) continue;
        const total = far[cell]! + (di && dj ? cost * Math.SQRT2 : cost);
        if (total >= far[other]! - 1e-4) continue;
        far[other] = total;
        from[other] = cell;
        heap.push(total, other);
      }
  }
  return { far, from };
}

/** The up to eight neighbours of a cell. */
export function aroundOf(cell: number, columns: number, count: number): number[] {
  const column = cell % columns;
  const around: number[] = [];
  for (let dj = -1; dj <= 1; dj++)
    for (let di = -1; di <= 1; di++) {
      const other = cell + dj * columns + di;
      if ((di || dj) && column + di >= 0 && column + di < columns && other >= 0 && other < count)
        around.push(other);
    }
  return around;
}

/** Low cost where limbs are deep, so that paths follow their centre lines. */
export const alongMiddles =
  ({ depth, cell: size }: Silhouette) =>
  (cell: number): number =>
    1 / (depth[cell]! / size + 0.5) ** 2 + 0.004;

/** Cells from the start to `end`. */
export function pathTo({ from }: Ways, end: number): number[] {
  const path = [end];
  for (let cell = from[end]!; cell >= 0; cell = from[cell]!) path.push(cell);
  return path.reverse();
}

/** The deepest cell within `reach` cells: the centre of the limb at that cell. */
export function centred({ columns, rows, depth }: Silhouette, cell: number, reach: number): number {
  const [ci, cj] = [cell % columns, Math.floor(cell / columns)];
  let best = cell;
  for (let j = Math.max(0, cj - reach); j <= Math.min(rows - 1, cj + reach); j++)
    for (let i = Math.max(0, ci - reach); i <= Math.min(columns - 1, ci + reach); i++)
      if (depth[j * columns + i]! > depth[best]! && Math.hypot(i - ci, j - cj) <= reach)
        best = j * columns + i;
  return best;
}
