/** Finds feet and crotch: the two low ends of a silhouette with background between them. */

import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { outlineLegsThresholds } from './calibration.js';
import { pathTo, type Ways } from './geodesic.js';
import type { OutlineTip } from './tips.js';

const { lowest, leastGap, highest, mostLifted, longestLeg, leastAlike } = outlineLegsThresholds;

export type OutlineLegs = {
  /** Row of the highest background between the legs. */
  crotch: number;
  /** Centre column of the background in its upper half. */
  column: number;
  /** Cells from where the legs separate to the tips of the feet, the picture's left leg first. */
  paths: readonly [number[], number[]];
};

/** Null when no two low ends are separated, as in a long gown. */
export function outlineLegsOf(s: Silhouette, ways: Ways, tips: readonly OutlineTip[]): OutlineLegs | null {
  const feet = tips
    .filter(({ cell }) => cell / s.columns < s.rows * lowest)
    .map(({ cell }) => pathTo(ways, cell));
  let best: { legs: OutlineLegs; score: number } | null = null;
  for (const [i, a] of feet.entries())
    for (const b of feet.slice(i + 1)) {
      const legs = parted(s, a, b);
      if (!legs) continue;
      const score = Math.min(legs.crotch, s.rows * 0.3) - costOf(s, legs.paths[0]) - costOf(s, legs.paths[1]);
      if (!best || score > best.score) best = { legs, score };
    }
  return best?.legs ?? null;
}

/** Feet are low and close. */
const costOf = (s: Silhouette, path: readonly number[]): number =>
  Math.floor(path.at(-1)! / s.columns) * 2 + Math.max(0, path.length - s.rows * 0.45);

function parted(s: Silhouette, a: readonly number[], b: readonly number[]): OutlineLegs | null {
  const shared = a.findIndex((cell, i) => cell !== b[i]);
  if (shared < 1) return null;
  const [first, second] = [a.slice(shared - 1), b.slice(shared - 1)];
  const gap = gapBetween(s, first, second);
  const lifted = Math.max(first.at(-1)!, second.at(-1)!) / s.columns;
  const longest = Math.max(first.length, second.length);
  if (
    !gap ||
    !alike(s, first, second) ||
    longest > s.rows * longestLeg ||
    gap.crotch > s.rows * highest ||
    lifted > gap.crotch * mostLifted
  )
    return null;
  const middle = (path: readonly number[]) =>
    path.reduce((sum, cell) => sum + (cell % s.columns), 0) / path.length;
  return { ...gap, paths: middle(first) < middle(second) ? [first, second] : [second, first] };
}

/** Legs have similar thickness; a staff, tail or sword beside a leg differs. */
function alike(s: Silhouette, a: readonly number[], b: readonly number[]): boolean {
  const [one, other] = [a, b].map((path) => {
    const depths = path.slice(Math.floor(path.length * 0.4)).map((cell) => s.depth[cell]!);
    return depths.sort((x, y) => x - y)[depths.length >> 1] ?? s.cell;
  }) as [number, number];
  return Math.min(one, other) + s.cell > leastAlike * Math.max(one, other);
}

function gapBetween(s: Silhouette, a: readonly number[], b: readonly number[]) {
  const [spanA, spanB] = [spansOf(s, a), spansOf(s, b)];
  const middles: number[] = [];
  let [crotch, low] = [0, s.rows];
  for (let row = 0; row < s.rows; row++) {
    const [one, other] = [spanA[row], spanB[row]];
    if (one || other) low = Math.min(low, row);
    if (!one || !other) continue;
    const [left, right] = one[0] + one[1] < other[0] + other[1] ? [one, other] : [other, one];
    const open: number[] = [];
    for (let i = left[1]; i < right[0]; i++) if (!s.inside[row * s.columns + i]) open.push(i);
    if (open.length === 0) continue;
    middles.push((open[0]! + open.at(-1)! + 1) / 2);
    crotch = row + 1;
  }
  const upper = middles.slice(Math.floor(middles.length / 2));
  const column = upper.reduce((sum, middle) => sum + middle, 0) / upper.length;
  const apart = middles.length > s.rows * leastGap && crotch - low > s.rows * leastGap * 1.5;
  return apart ? { crotch, column } : null;
}

/** First and last column of a path in each row. */
function spansOf({ columns }: Silhouette, path: readonly number[]): ([number, number] | undefined)[] {
  const spans: ([number, number] | undefined)[] = [];
  for (const cell of path) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)];
    const span = spans[row];
    spans[row] = span ? [Math.min(span[0], column), Math.max(span[1], column)] : [column, column];
  }
  return spans;
}
