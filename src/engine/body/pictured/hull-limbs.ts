/**
 * Arms in a front and a side outline: where they leave the trunk, how deep they are, and the side outline without
 * them.
 */

import { clamp } from '../../geometry/vec.js';
import { dilate, distances, shrink } from '../../segmentation/image/grid.js';
import {
  type PixelRun,
  runsOf,
  type Silhouette,
  widestOf,
  widthOf,
} from '../../segmentation/image/silhouette.js';
import { hullLimbsThresholds } from './calibration.js';
import type { Relief } from './inflate.js';
import { filledIn, smoothed } from './rows.js';

const { ground, tolerance, leastShown } = hullLimbsThresholds;

/**
 * In rows of the front view: trunk and legs span `from` to `to` (metres); `low` is the lowest row of a separate
 * hanging arm on the picture's left (0) and right (1), -1 for none; `top` is the highest row of either.
 */
export type Core = { from: Float32Array; to: Float32Array; low: readonly [number, number]; top: number };
/** In rows of the front view: the centre's depth, and the thickness relative to the relief. */
export type LimbDepths = { middle: Float32Array; scale: Float32Array };

/**
 * From the feet up: a run that continues from the row below is trunk or leg; a run that starts higher is an arm until
 * it joins.
 */
export function coreOf(s: Silhouette): Core {
  const [from, to] = [new Float32Array(s.rows), new Float32Array(s.rows)];
  const low: [number, number] = [-1, -1];
  let top = -1;
  let [left, right] = [0, s.columns];
  for (let row = 0; row < s.rows; row++) {
    const runs = runsOf(s, row);
    const own = row < s.rows * ground ? runs : runs.filter((run) => run.to + 1 >= left && run.from <= right);
    for (const run of runs)
      if (!own.includes(run)) {
        const side = run.from >= right ? 1 : 0;
        if (low[side] < 0) low[side] = row;
        top = row;
      }
    left = own[0]?.from ?? left;
    right = (own.at(-1)?.to ?? right - 1) + 1;
    from[row] = (left - 1 - s.columns / 2) * s.cell;
    to[row] = (right + 1 - s.columns / 2) * s.cell;
  }
  return { from, to, low, top };
}

/** Half thickness of an arm in each row, from its relief. */
export function thicknessOf({ at, silhouette: s }: Relief, { from, to }: Core, side: 0 | 1): Float32Array {
  return Float32Array.from({ length: s.rows }, (_, row) => {
    let most = 0;
    for (let i = 0; i < s.columns; i++) {
      const x = (i + 0.5 - s.columns / 2) * s.cell;
      if (side ? x > to[row]! : x < from[row]!) most = Math.max(most, at(x, (row + 0.5) * s.cell));
    }
    return Math.sqrt(most);
  });
}

/** The side outline without parts as thin as an arm, between the hands and the shoulders. */
export function trunkOf(side: Silhouette, { low, top }: Core, rows: number, thickness: number): Silhouette {
  const at = (row: number) => Math.round((row / rows) * side.rows);
  const [first, last] = [at(Math.min(...low.filter((row) => row >= 0))), at(top)];
  const depths = Array.from({ length: last - first + 1 }, (_, i) =>
    Math.max(0, ...runsOf(side, first + i).map(widthOf)),
  ).sort((a, b) => a - b);
  const radius = Math.min((thickness * 1.3) / side.cell, 0.36 * (depths[depths.length >> 1] ?? 0));
  const mask = { width: side.columns, height: side.rows, inside: side.inside };
  const opened = { ...side, inside: dilate(shrink(mask, radius), radius).inside };
  return without(side, (row) => (row < first || row > last ? undefined : widestOf(runsOf(opened, row))));
}

/** Adds back to the bare trunk any part in front or behind that no arm explains: a sword, a cape, a pack. */
export function withRest(
  side: Silhouette,
  bare: Silhouette,
  taken: { ahead: boolean; behind: boolean },
  sign: 1 | -1,
): Silhouette {
  const [right, left] = sign > 0 ? [taken.ahead, taken.behind] : [taken.behind, taken.ahead];
  if (right && left) return bare;
  return without(side, (row) => {
    const run = widestOf(runsOf(bare, row));
    return run && { from: left ? run.from : 0, to: right ? run.to : side.columns - 1 };
  });
}

/** The outline reduced to one run in the rows that have one. */
function without(side: Silhouette, kept: (row: number) => PixelRun | undefined): Silhouette {
  const inside = side.inside.slice();
  for (let row = 0; row < side.rows; row++) {
    const run = kept(row);
    for (let i = 0; run && i < side.columns; i++)
      if (i < run.from || i > run.to) inside[row * side.columns + i] = 0;
  }
  const signed = signedOf({ width: side.columns, height: side.rows, inside }, side);
  return { ...side, inside, signed: (u, v) => Math.min(side.signed(u, v), signed(u, v)) };
}

/** Signed distance to the cells' outline in metres, negative outside. */
function signedOf(
  mask: { width: number; height: number; inside: Uint8Array },
  { cell }: Silhouette,
): Silhouette['signed'] {
  const away = distances(mask.inside, mask, 1);
  const signed = distances(mask.inside, mask, 0).map((d, n) => (mask.inside[n] ? d - 0.5 : 0.5 - away[n]!));
  return (u, v) => {
    const x = clamp(u / cell + mask.width / 2 - 0.5, 0, mask.width - 1.001);
    const y = clamp(v / cell - 0.5, 0, mask.height - 1.001);
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const n = j * mask.width + i;
    const lower = signed[n]! * (1 - x + i) + signed[n + 1]! * (x - i);
    const upper = signed[n + mask.width]! * (1 - x + i) + signed[n + mask.width + 1]! * (x - i);
    return (lower * (1 - y + j) + upper * (y - j)) * cell;
  };
}

/**
 * The part of a side view in front of (1) or behind (-1) the trunk, in rows of the front view: its two edges in
 * metres, or NaN.
 */
type Beyond = { near: Float32Array; far: Float32Array; low: number };

function beyondOf(side: Silhouette, trunk: Silhouette, rows: number, way: 1 | -1, sign: 1 | -1): Beyond {
  const [near, far] = [new Float32Array(rows).fill(Number.NaN), new Float32Array(rows).fill(Number.NaN)];
  let low = -1;
  const metres = (column: number) => sign * (column - side.columns / 2) * side.cell;
  for (let row = 0; row < rows; row++) {
    const own = Math.min(side.rows - 1, Math.round(((row + 0.5) / rows) * side.rows - 0.5));
    const body = widestOf(runsOf(trunk, own));
    if (!body) continue;
    const right = way * sign > 0;
    const edge = right ? body.to + 1 : body.from;
    const runs = runsOf(side, own).filter((run) => (right ? run.to + 1 > edge + 1 : run.from < edge - 1));
    if (runs.length === 0) continue;
    const tip = right ? Math.max(...runs.map((run) => run.to + 1)) : Math.min(...runs.map((run) => run.from));
    const base = right
      ? Math.max(edge, Math.min(...runs.map((run) => run.from)))
      : Math.min(edge, Math.max(...runs.map((run) => run.to + 1)));
    near[row] = metres(base);
    far[row] = metres(tip);
    if (low < 0) low = row;
  }
  return { near, far, low };
}

/**
 * Depth of the left and right arm from the side view; the arm and the part outside the trunk must end at the same
 * height.
 */
export function limbDepthsOf(
  front: Relief,
  side: Silhouette,
  trunk: Silhouette,
  core: Core,
  middle: Float32Array,
  sign: 1 | -1,
): { arms: readonly [LimbDepths, LimbDepths]; taken: { ahead: boolean; behind: boolean } } {
  const { rows } = front.silhouette;
  const ahead = beyondOf(side, trunk, rows, 1, sign);
  const behind = beyondOf(side, trunk, rows, -1, sign);
  const { low, top } = core;
  const near = (arm: 0 | 1, { low: other }: Beyond) =>
    low[arm] >= 0 && other >= 0 ? Math.abs(low[arm] - other) / rows : 1;
  const both = ahead.low >= 0 && behind.low >= 0 && low[0] >= 0 && low[1] >= 0;
  const crossed = near(0, ahead) + near(1, behind) < near(1, ahead) + near(0, behind);
  const shown = (arm: 0 | 1): Beyond | null => {
    if (both && near(0, ahead) + near(1, ahead) > tolerance / 2)
      return (arm === 0) === crossed ? ahead : behind;
    const best = near(arm, ahead) <= near(arm, behind) ? ahead : behind;
    return near(arm, best) < tolerance ? best : null;
  };
  const shoulder = middle[Math.min(rows - 1, top + Math.round(rows * 0.03))] ?? 0;
  const seen = [shown(0), shown(1)] as const;
  return {
    arms: [armOf(0), armOf(1)],
    taken: { ahead: seen.includes(ahead), behind: seen.includes(behind) },
  };

  /** Depth change per metre of height around a row. */
  function steepAt(edge: Float32Array, row: number): number {
    const rise =
      ((edge[row + 2] ?? Number.NaN) - (edge[row - 2] ?? Number.NaN)) / (4 * front.silhouette.cell);
    return Number.isNaN(rise) ? 0 : clamp(rise, -1.5, 1.5);
  }

  function armOf(arm: 0 | 1): LimbDepths {
    const thick = thicknessOf(front, core, arm);
    const own = seen[arm];
    const limb = { middle: new Float32Array(rows).fill(Number.NaN), scale: new Float32Array(rows).fill(1) };
    let begun = false;
    for (let row = Math.max(0, low[arm]); own && row <= top; row++) {
      const [base, tip] = [own.near[row]!, own.far[row]!];
      const half = Math.abs(tip - base) / 2;
      if (!(half > thick[row]! * leastShown)) {
        if (begun && row > own.low) break;
        continue;
      }
      begun ||= half > thick[row]!;
      const deep = Math.max(half, thick[row]! * Math.hypot(1, steepAt(own.far, row)));
      limb.middle[row] = tip - Math.sign(tip - base) * deep;
      if (thick[row]! > 0) limb.scale[row] = clamp(deep / thick[row]!, 1, 6);
    }
    filledIn(limb.middle, Math.max(0, top), shoulder);
    return { middle: smoothed(limb.middle, 1), scale: smoothed(limb.scale, 1) };
  }
}
