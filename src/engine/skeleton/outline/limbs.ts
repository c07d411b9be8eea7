/** Limbs that stick out of a silhouette's body: arms, but also hair, hats, tails and held items. */

import type { Silhouette } from '../../segmentation/image/silhouette.js';
import type { Axis } from './axis.js';
import { pathTo, type Ways } from './geodesic.js';
import type { OutlineTip } from './tips.js';

export type OutlineLimb = {
  side: 1 | -1;
  /** Axis index where it leaves the body, and where its end touches the body again; null for a free end. */
  at: number;
  back: number | null;
  /** Cells from the body to the end. */
  path: number[];
  /** Length in cells. */
  length: number;
};

/** The axis index each cell belongs to: the one whose inscribed disc contains it deepest; -1 outside all of them. */
export function coverOf(s: Silhouette, { cells, depth }: Axis): Int32Array {
  const cover = new Int32Array(s.inside.length).fill(-1);
  const held = new Float32Array(s.inside.length);
  cells.forEach((cell, at) => {
    const [ci, cj, r] = [cell % s.columns, Math.floor(cell / s.columns), depth[at]! + 0.5];
    const reach = Math.floor(r);
    for (let j = Math.max(0, cj - reach); j <= Math.min(s.rows - 1, cj + reach); j++)
      for (let i = Math.max(0, ci - reach); i <= Math.min(s.columns - 1, ci + reach); i++) {
        const inner = r - Math.sqrt((i - ci) ** 2 + (j - cj) ** 2);
        if (inner <= held[j * s.columns + i]!) continue;
        held[j * s.columns + i] = inner;
        cover[j * s.columns + i] = at;
      }
  });
  return cover;
}

/**
 * The silhouette without the discs of the axis from an index on, so that raised arms touching the head do not lead
 * through it.
 */
export function headless(s: Silhouette, { cells, depth }: Axis, from: number): Silhouette {
  const inside = s.inside.slice();
  for (let at = from; at < cells.length; at++) {
    const [ci, cj, r] = [cells[at]! % s.columns, Math.floor(cells[at]! / s.columns), depth[at]! + 1.5];
    for (let j = Math.max(0, Math.ceil(cj - r)); j <= Math.min(s.rows - 1, cj + r); j++)
      for (let i = Math.max(0, Math.ceil(ci - r)); i <= Math.min(s.columns - 1, ci + r); i++)
        if ((i - ci) ** 2 + (j - cj) ** 2 <= r * r) inside[j * s.columns + i] = 0;
  }
  return { ...s, inside };
}

/** @param taken tips of the feet */
export function outlineLimbsOf(
  s: Silhouette,
  axis: Axis,
  ways: Ways,
  tips: readonly OutlineTip[],
  taken: ReadonlySet<number>,
): OutlineLimb[] {
  const cover = coverOf(s, axis);
  const outward = (cell: number): number[] => {
    const path = pathTo(ways, cell);
    return path.slice(
      Math.max(
        0,
        path.findLastIndex((one) => cover[one]! >= 0),
      ),
    );
  };
  return tips
    .filter(({ cell }) => !taken.has(cell) && cover[cell]! < 0 && Number.isFinite(ways.far[cell]!))
    .flatMap(({ cell, ways: back }) => {
      const path = outward(cell);
      const loop = back.length > 1 ? otherWay(path, back.map(outward), s) : null;
      if (!loop) return [limbOf(path, null)];
      const around = [...path, ...loop.toReversed()];
      const apart = sideAt(path[0]!) !== sideAt(loop[0]!);
      return apart
        ? [limbOf(path, null), limbOf([...loop, cell], null)]
        : [limbOf(around, cover[loop[0]!]!), limbOf(around.toReversed(), cover[path[0]!]!)];
    });

  function sideAt(cell: number): 1 | -1 {
    const middle = axis.cells[Math.max(0, cover[cell]!)]! % s.columns;
    return cell % s.columns >= middle ? 1 : -1;
  }

  function limbOf(path: number[], back: number | null): OutlineLimb {
    const at = cover[path[0]!]!;
    const middle = axis.cells[Math.max(0, at)]! % s.columns;
    const mean = path.reduce((sum, one) => sum + (one % s.columns), 0) / path.length;
    return { side: mean >= middle ? 1 : -1, at, back, path, length: lengthOf(s, path) };
  }
}

/** The path back into the body that is farthest from where the limb left it. */
function otherWay(path: readonly number[], ways: readonly number[][], s: Silhouette): number[] | null {
  const away = (way: readonly number[]) =>
    Math.hypot(
      (way[0]! % s.columns) - (path[0]! % s.columns),
      Math.floor(way[0]! / s.columns) - Math.floor(path[0]! / s.columns),
    );
  const far = ways.reduce((a, b) => (away(b) > away(a) ? b : a));
  return away(far) > s.rows * 0.05 ? far : null;
}

export function lengthOf({ columns }: Silhouette, path: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < path.length; i++) {
    const [a, b] = [path[i - 1]!, path[i]!];
    sum += Math.hypot((a % columns) - (b % columns), Math.floor(a / columns) - Math.floor(b / columns));
  }
  return sum;
}
