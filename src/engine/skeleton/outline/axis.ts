/** The centre line of a figure from the crotch to the top of the head, and the neck on it. */
import { clamp } from '../../geometry/vec.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { axisThresholds } from './calibration.js';
import { alongMiddles, centred, pathTo, waysFrom } from './geodesic.js';

const { leastTrunk, leastHead } = axisThresholds;

export type Axis = {
  /** Ordered from the crotch upwards. */
  cells: number[];
  /** Distance to the outline at each, in cells. */
  depth: number[];
};

/** @param from where the axis starts, in cells */
export function axisFrom(s: Silhouette, column: number, row: number): Axis {
  const start = nearestInside(s, Math.floor(column), Math.floor(row));
  const ways = waysFrom(s, start, alongMiddles(s));
  const [centre] = [start % s.columns];
  const top = highest(s, (cell) => Number.isFinite(ways.far[cell]!), centre);
  const cells = pathTo(ways, top);
  return { cells, depth: cells.map((cell) => s.depth[cell]! / s.cell) };
}

/**
 * The outline above the centre of the head. Of all inscribed discs, the head's is high, large and above the start;
 * raised hands, ears and horns are thin, and hat brims are low.
 */
function highest(s: Silhouette, reached: (cell: number) => boolean, centre: number): number {
  let [best, most] = [0, Number.NEGATIVE_INFINITY];
  for (let cell = 0; cell < s.inside.length; cell++) {
    if (!s.inside[cell] || !reached(cell)) continue;
    const score =
      Math.floor(cell / s.columns) +
      (2 * s.depth[cell]!) / s.cell -
      1.5 * Math.abs((cell % s.columns) - centre);
    if (score > most) [best, most] = [cell, score];
  }
  while (best + s.columns < s.inside.length && s.inside[best + s.columns]) best += s.columns;
  return best;
}

export function nearestInside(s: Silhouette, column: number, row: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (let cell = 0; cell < s.inside.length; cell++) {
    if (!s.inside[cell]) continue;
    const away = Math.hypot((cell % s.columns) - column, Math.floor(cell / s.columns) - row);
    if (away < least) [best, least] = [cell, away];
  }
  return centred(s, best, 2);
}

/** A position on the axis, and how clearly the body narrows there: 0 not at all, towards 1 very clearly. */
export type Neck = { at: number; clear: number };

/** All narrow points with something deeper below and above; where a stick meets a head, the edge of the head. */
export function necksOf({ depth }: Axis): Neck[] {
  const count = depth.length;
  const below = runningMost(depth);
  const above = runningMost([...depth].reverse()).reverse();
  const [low, high] = [Math.floor(count * leastTrunk), Math.ceil(count * (1 - leastHead))];
  const necks: Neck[] = [];
  for (let i = low; i < high; i++) {
    const narrow = depth[i]! / Math.max(1, Math.min(below[i]!, above[i]!));
    if (narrow < 0.92 && isLeast(depth, i, 3)) necks.push({ at: i, clear: 1 - narrow });
  }
  const edge = edgeOfHead(depth, low);
  if (edge !== null) necks.push({ at: edge, clear: 0.6 });
  return necks;
}

/**
 * Searches down from the deepest point to where the head is half as deep, if it sits on a stick that is thin all
 * along.
 */
function edgeOfHead(depth: readonly number[], low: number): number | null {
  const head = depth.reduce((best, value, i) => (value > depth[best]! ? i : best), 0);
  const at = depth.findLastIndex((value, i) => i < head && value < depth[head]! * 0.5);
  if (at < low || at < depth[at]! * 2) return null;
  return depth.slice(0, Math.floor(at * 0.8)).every((value) => value < depth[head]! * 0.4) ? at : null;
}

const isLeast = (values: readonly number[], i: number, reach: number): boolean => {
  for (let k = Math.max(0, i - reach); k <= Math.min(values.length - 1, i + reach); k++)
    if (values[k]! < values[i]! || (values[k] === values[i] && k < i)) return false;
  return true;
};

const runningMost = (values: readonly number[]): number[] => {
  let most = 0;
  return values.map((value) => (most = Math.max(most, value)));
};

/** The usual position of a neck, for figures that do not show one. */
export const usualNeck = ({ cells }: Axis): number =>
  clamp(Math.round(cells.length * 0.64), 1, cells.length - 1);
