/**
 * The texture of a trunk's back whose front has much detail, as of armour, fur or rock: what the front shows beside its
 * middle, folded into the middle, so that beards, ties and buckles stay in front.
 */
import { clamp } from '../../geometry/vec.js';
import { areaSize, shrinking } from './areas.js';
import { unseenThresholds } from './calibration.js';
import { panelSize } from './texture.js';

const { folded } = unseenThresholds;

/** A row from its first to its last place, in pixels of `areaSize`. */
export type Span = { y: number; from: number; to: number };

/** Passes that even out the ends of rows. */
const passes = 8;

/** Writes the colour of a pixel of the panel; false where the trunk is not. */
export type Fold = (out: Float64Array, x: number, y: number) => boolean;

export function foldOf(front: Uint8Array, spans: readonly Span[]): Fold {
  const rowsOf = (value: (span: Span) => number): Float32Array => {
    const rows = new Float32Array(areaSize).fill(Number.NaN);
    for (const span of spans) rows[span.y] = value(span);
    return evened(rows);
  };
  const [first, last] = [rowsOf(({ from }) => from), rowsOf(({ to }) => to + 1)];
  return (out, x, y) => {
    const row = Math.floor(y / shrinking);
    const [start, end] = [first[row]! * shrinking, last[row]! * shrinking];
    if (Number.isNaN(start) || end - start < 1) return false;
    const along = clamp((x + 0.5 - start) / (end - start), 0, 1);
    const aside = insideOf(Math.min(along, 1 - along)) * (end - start);
    const mixed = clamp(0.5 + (along - 0.5) / folded.seam, 0, 1);
    const [left, right] = [start + aside, end - aside].map(
      (at) => (y * panelSize + clamp(Math.floor(at), 0, panelSize - 1)) * 4,
    ) as [number, number];
    for (let c = 0; c < 3; c++) out[c] = front[left + c]! * (1 - mixed) + front[right + c]! * mixed;
    return true;
  };
}

/** Where the front has what the back shows, both by the trunk's breadth from its nearer end: to and fro in the zone. */
function insideOf(aside: number): number {
  const { from, to } = folded;
  if (aside <= from) return aside;
  const breadth = to - from;
  const along = (aside - from) % (2 * breadth);
  return from + Math.min(along, 2 * breadth - along);
}

/** Smoothed among the rows that have a value. */
function evened(values: Float32Array): Float32Array {
  let out = values;
  for (let pass = 0; pass < passes; pass++) {
    const before = out;
    out = before.map((value, i) => {
      const near = [before[i - 1], value, before[i + 1]].filter(
        (one) => one !== undefined && !Number.isNaN(one),
      );
      return Number.isNaN(value) ? value : near.reduce<number>((sum, one) => sum + one!, 0) / near.length;
    });
  }
  return out;
}
