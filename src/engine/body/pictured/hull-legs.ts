/** Legs in stride: matches the front view's feet to the front and back leg of the side view by their height. */

import {
  middleOf,
  type PixelRun,
  runsOf,
  type Silhouette,
  widestOf,
} from '../../segmentation/image/silhouette.js';
import { hullLegsThresholds } from './calibration.js';
import { smoothed } from './rows.js';

const { leastApart, longest, deeper } = hullLegsThresholds;

/**
 * In rows of the front view: where the legs separate (metres, NaN where they do not), and centre and half depth of
 * the picture's left and right leg.
 */
export type LegDepths = {
  split: Float32Array;
  middle: readonly [Float32Array, Float32Array];
  half: readonly [Float32Array, Float32Array];
};

type Edges = readonly [back: number, front: number];

/** What both views show in each row of the front view. */
type Rows = {
  /** Metres at which the legs separate in the front view, NaN where they do not. */
  split: Float32Array;
  /** Lowest rows of the picture's left and right leg. */
  low: readonly [number, number];
  /** Depth of the side view's outline. */
  edges: readonly Edges[];
  /** The side view's runs of the rearmost and the foremost leg. */
  pairs: ReadonlyMap<number, readonly [PixelRun, PixelRun]>;
};

/** Metres at which the front view's core starts and ends in each row. */
type Core = { from: Float32Array; to: Float32Array };

/** Depth of a run's front (1) or back (-1) end. */
const endsIn =
  (side: Silhouette, sign: 1 | -1) =>
  (run: PixelRun, way: 1 | -1): number =>
    sign * ((way * sign > 0 ? run.to + 1 : run.from) - side.columns / 2) * side.cell;

function readRows(front: Silhouette, side: Silhouette, { from, to }: Core, sign: 1 | -1): Rows {
  const { rows, cell } = front;
  const metres = (column: number) => (column - front.columns / 2) * cell;
  const endOf = endsIn(side, sign);
  const split = new Float32Array(rows).fill(Number.NaN);
  const low: [number, number] = [-1, -1];
  const edges: Edges[] = [];
  const pairs = new Map<number, readonly [PixelRun, PixelRun]>();
  for (let row = 0; row < rows * 0.6; row++) {
    const runs = runsOf(front, row).filter(
      (run) => metres(run.to + 1) > from[row]! && metres(run.from) < to[row]!,
    );
    const own = runsOf(side, Math.min(side.rows - 1, Math.round(((row + 0.5) / rows) * side.rows - 0.5)));
    const ordered = sign > 0 ? own : [...own].reverse();
    if (ordered[0]) edges[row] = [endOf(ordered[0], -1), endOf(ordered.at(-1)!, 1)];
    if (ordered.length > 1) pairs.set(row, [ordered[0]!, ordered.at(-1)!]);
    for (const run of runs) {
      const leg = middleOf(run) > front.columns / 2 ? 1 : 0;
      if (low[leg] < 0 && row < rows * 0.2) low[leg] = row;
    }
    const [left, right] = [runs[0], runs.at(-1)];
    if (left && right && left !== right) split[row] = metres((left.to + 1 + right.from) / 2);
  }
  return { split, low, edges, pairs };
}

/** Rows by which the front foot is higher than the other, both followed down from `row` of the front view. */
function riseAhead(front: Silhouette, side: Silhouette, pairs: Rows['pairs'], from: number): number {
  const bottoms = ([0, 1] as const).map((end) => {
    let row = Math.round((from / front.rows) * side.rows);
    for (let now: PixelRun | undefined = pairs.get(from)![end]; now && row > 0; row--) {
      const { from: a, to: b }: PixelRun = now;
      now = widestOf(runsOf(side, row - 1).filter((run) => run.from <= b && run.to >= a));
      if (!now) break;
    }
    return row;
  });
  return bottoms[1]! - bottoms[0]!;
}

/** Null when the legs are side by side. */
export function legsInStride(
  front: Silhouette,
  side: Silhouette,
  core: Core,
  thickness: (x: number, y: number) => number,
  sign: 1 | -1,
): LegDepths | null {
  if (side.width > side.height * longest) return null;
  const { rows, cell } = front;
  const endOf = endsIn(side, sign);
  const { split, low, edges, pairs } = readRows(front, side, core, sign);
  const crotch = split.findLastIndex((x) => !Number.isNaN(x));
  const apart = [...pairs.keys()].filter((row) => row <= crotch);
  if (crotch < rows * 0.15 || apart.length < leastApart * crotch) return null;
  for (let row = 0; row <= crotch; row++) if (Number.isNaN(split[row]!)) split[row] = 0;
  const rise = riseAhead(front, side, pairs, apart[apart.length >> 1]!);
  const ahead: 0 | 1 = (low[0] - low[1]) * rise > 0 ? 0 : 1;
  const [middle, half] = [sideBySide(rows), sideBySide(rows)];
  for (let row = 0; row <= crotch; row++)
    for (const leg of [0, 1] as const) {
      const [back, near] = edges[row] ?? [0, 0];
      const pair = pairs.get(row);
      const end = leg === ahead ? 1 : 0;
      const breadth = thicknessIn(row, leg);
      const own = pair ? Math.abs(endOf(pair[end], 1) - endOf(pair[end], -1)) / 2 : breadth * deeper;
      const deep = Math.max(side.cell, Math.min(own, (near - back) / 2));
      half[leg][row] = deep;
      middle[leg][row] = end ? near - deep : back + deep;
    }
  return {
    split,
    middle: [smoothed(middle[0], 2), smoothed(middle[1], 2)],
    half: [smoothed(half[0], 2), smoothed(half[1], 2)],
  };

  function thicknessIn(row: number, leg: 0 | 1): number {
    let most = 0;
    for (let x = core.from[row]!; x < core.to[row]!; x += cell)
      if (x > split[row]! === (leg === 1)) most = Math.max(most, thickness(x, (row + 0.5) * cell));
    return Math.sqrt(Math.max(0, most));
  }
}

const sideBySide = (rows: number): [Float32Array, Float32Array] => [
  new Float32Array(rows),
  new Float32Array(rows),
];
