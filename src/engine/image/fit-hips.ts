/** Where legs begin: at the gap between them, or under a skirt. */
import { clamp } from '../math/vec.js';
import type { Axis } from './fit-axis.js';
import type { Choice } from './fit-choice.js';
import { runsOf, type Silhouette, widthOf } from './silhouette.js';

/** A hem is this much wider than the waist above it and than the legs below. */
const flare = 1.3;
/** The highest hips can be, as part of the neck's height. */
const highest = 0.57;

/** Of the neck's height: where people have their hips, and drawn ones too. */
const usual = 0.5;
/** Legs this much longer than thick are seen whole; the shorter what is seen of them, the more of them is hidden. */
const [stump, whole] = [1.2, 3.2];

/**
 * Row of the hip joints.
 * @param parted row up to which background parts the legs
 * @param thick cells a leg is broad below it, null when nothing parts them
 */
export function hipsRow(
  s: Silhouette,
  axis: Axis,
  { neck }: Choice,
  parted: number,
  thick: number | null,
): number {
  const top = Math.floor(axis.cells[Math.min(axis.cells.length - 1, neck)]! / s.columns);
  const hidden = thick === null ? 0 : 1 - clamp((parted / thick - stump) / (whole - stump), 0, 1);
  const crotch = parted + Math.max(0, top * usual - parted) * hidden;
  const widths = Array.from({ length: Math.max(0, top) }, (_, row) => bodyWidth(s, axis, row));
  const hem = widest(widths, 0, Math.ceil(Math.max(crotch, top * 0.1) + s.rows * 0.05));
  const waist = narrowest(widths, hem, Math.round(hem + (top - hem) * 0.75));
  const [wide, slim] = [widths[hem] ?? 0, widths[waist] ?? 0];
  const swells = widest(widths, hem, waist) > hem + s.rows * 0.06;
  if (wide < slim * flare || swells) return clamp(crotch, top * 0.12, top * 0.8);
  return clamp(waist - (waist - hem) * 0.2, Math.min(crotch, top * highest), top * highest);
}

/** Columns of the run about the axis, or of the trunk's disc where arms join it. */
function bodyWidth(s: Silhouette, axis: Axis, row: number): number {
  const on = axis.cells.findIndex((cell) => Math.floor(cell / s.columns) >= row);
  const column = axis.cells[Math.max(0, on)]! % s.columns;
  const run = runsOf(s, row).find(({ from, to }) => from <= column && column <= to);
  return run ? widthOf(run) : 0;
}

const widest = (values: readonly number[], from: number, to: number): number => {
  let best = Math.max(0, from);
  for (let i = best; i < Math.min(values.length, to); i++) if (values[i]! > values[best]!) best = i;
  return best;
};

const narrowest = (values: readonly number[], from: number, to: number): number => {
  let best = Math.max(0, from);
  for (let i = best; i < Math.min(values.length, to); i++) if (values[i]! < values[best]!) best = i;
  return best;
};
