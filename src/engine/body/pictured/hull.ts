/** One solid from a front outline and a side outline of the same figure. */
import { type Field, leaf } from '../../geometry/field/field.js';
import { clamp, smoothstep } from '../../geometry/vec.js';
import { middleOf, runsOf, type Silhouette, widestOf, widthOf } from '../../segmentation/image/silhouette.js';
import { hullThresholds } from './calibration.js';
import { legsInStride } from './hull-legs.js';
import { coreOf, limbDepthsOf, thicknessOf, trunkOf, withRest } from './hull-limbs.js';
import { inflate, type Relief, reliefDistance } from './inflate.js';
import { smoothed } from './rows.js';
import type { Shots } from './shot.js';

const { exponent, sole, ankle } = hullThresholds;

/**
 * The visual hull with rounded corners. In each row both reliefs, divided by the row's greatest, say how far out a
 * point is in either view; together they form a superellipse whose extremes match both outlines exactly. Parts that
 * are thin in one picture, such as an outstretched arm, are thin in the other direction too. Arms separate from the
 * trunk keep their own round sections, at the depth that the side view shows. Null without a side view.
 */
export function hullField({ front, left, right }: Shots): Field | null {
  const side = left ?? right;
  if (!side) return null;
  const { relief, silhouette } = front;
  const { width, height, cell, rows } = silhouette;
  const sign = left ? -1 : 1;
  const core = coreOf(silhouette);
  const arm = armThickness(relief, core);
  const bare = arm > 0 ? trunkOf(side.silhouette, core, rows, arm) : side.silhouette;
  const profile = profileOf(bare, rows, sign);
  const { arms, taken } = limbDepthsOf(relief, side.silhouette, bare, core, profile.middle, sign);
  const trunk = withRest(side.silhouette, bare, taken, sign);
  const trunkRelief = taken.ahead || taken.behind ? inflate(trunk) : side.relief;
  const legs = legsInStride(silhouette, side.silhouette, core, relief.at, sign);
  const within = (x: number, row: number) => x >= core.from[row]! && x <= core.to[row]!;
  const broadest = rowMost(relief, rows, within);
  const deepest = rowMost({ ...trunkRelief, silhouette: trunk }, rows);

  const trunkAt = (x: number, y: number, z: number, row: number): number => {
    const split = legs?.split[Math.round(row)];
    const leg = split === undefined || Number.isNaN(split) ? null : x > split ? 1 : 0;
    const [broad, deep] = [between(broadest, row), between(deepest, row)];
    const half = between(leg === null ? profile.half : legs!.half[leg], row);
    const middle = between(leg === null ? profile.middle : legs!.middle[leg], row);
    const flat = leg === null ? 1 - smoothstep(sole * height, ankle * height, y) : 1;
    const across = 1 - relief.at(x, y) / broad;
    const along = 1 - trunkRelief.at(sign * z, y) / deep;
    const linear = ((z - middle) / half) ** 2;
    const into = along + (linear - along) * flat;
    const [u, v] = [Math.max(0, across), Math.max(0, into)];
    const steep = 2 * Math.sqrt(u / broad + v / (half * half)) + 0.5 / half;
    return (Math.max(u ** (exponent / 2) + v ** (exponent / 2), across, into) - 1) / steep;
  };
  const limbAt = (x: number, y: number, z: number, row: number): number => {
    const { middle, scale } = arms[x > 0 ? 1 : 0];
    const s = between(scale, row);
    return Math.max(
      reliefDistance(relief, x, y, (z - between(middle, row)) / s) * Math.min(1, s),
      reliefDistance(side.relief, sign * z, y, 0),
    );
  };
  const at = (x: number, y: number, z: number): number => {
    const row = clamp(y / cell - 0.5, 0, rows - 1);
    const level = Math.floor(clamp(y / cell, 0, rows - 1));
    if (!within(x, level)) return limbAt(x, y, z, row);
    const own = trunkAt(x, y, z, row);
    const share = armShare(x, level);
    return share > 0 ? own + (limbAt(x, y, z, row) - own) * share : own;
  };
  /** Above the armpits, how far a point is into an arm that has joined the trunk. */
  const armShare = (x: number, level: number): number => {
    if (level <= core.top || arm === 0) return 0;
    const out = Math.max(core.from[core.top]! - x, x - core.to[core.top]!);
    const above = (level - core.top) * cell;
    return smoothstep(-0.3 * arm, arm, out) * (1 - smoothstep(arm * 2, arm * 4, above));
  };
  const reach = side.silhouette.width / 2 + side.silhouette.cell * 2;
  return leaf({ min: [-width / 2 - cell, -cell, -reach], max: [width / 2 + cell, height + cell, reach] }, at);
}

/** Half thickness of separate hanging arms, 0 without any. */
function armThickness(relief: Relief, core: ReturnType<typeof coreOf>): number {
  const rows = ([0, 1] as const).flatMap((side) =>
    core.low[side] < 0
      ? []
      : [...thicknessOf(relief, core, side).slice(0, core.top + 1)].filter((t) => t > 0),
  );
  return rows.sort((a, b) => a - b)[Math.floor(rows.length * 0.7)] ?? 0;
}

/** The greatest accepted relief in each of `rows` rows. */
export function rowMost(
  { at, silhouette: s }: Relief,
  rows: number,
  counts: (u: number, row: number) => boolean = () => true,
): Float32Array {
  const step = s.height / rows;
  return Float32Array.from({ length: rows }, (_, row) => {
    let most = s.cell * s.cell * 0.1;
    for (let i = 0; i < s.columns; i++) {
      const u = (i + 0.5 - s.columns / 2) * s.cell;
      if (counts(u, row)) most = Math.max(most, at(u, (row + 0.5) * step));
    }
    return most;
  });
}

function between(values: Float32Array, row: number): number {
  const i = Math.floor(row);
  const next = Math.min(i + 1, values.length - 1);
  return values[i]! + (values[next]! - values[i]!) * (row - i);
}

/** Centre and half depth of each of `rows` rows in metres; front is positive. */
function profileOf(side: Silhouette, rows: number, sign: 1 | -1) {
  const [middle, half] = [new Float32Array(rows), new Float32Array(rows).fill(side.cell)];
  for (let row = 0; row < rows; row++) {
    const own = Math.min(side.rows - 1, Math.round(((row + 0.5) / rows) * side.rows - 0.5));
    const widest = widestOf(runsOf(side, own));
    if (!widest) continue;
    half[row] = (widthOf(widest) * side.cell) / 2;
    middle[row] = sign * (middleOf(widest) - side.columns / 2) * side.cell;
  }
  return { middle: smoothed(middle), half };
}
