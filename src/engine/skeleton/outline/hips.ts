/** Finds where legs start: at the gap between them, or under a skirt. */
import { clamp } from '../../geometry/vec.js';
import { runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import type { Axis } from './axis.js';
import { hipsThresholds } from './calibration.js';
import type { ArmChoice } from './choice.js';

const { flare, highest, usual, stump, whole } = hipsThresholds;

/**
 * Row of the hip joints.
 * @param parted row up to which background separates the legs
 * @param thick breadth of a leg below it in cells, null when nothing separates them
 */
export function hipsRow(
  s: Silhouette,
  axis: Axis,
  { neck }: ArmChoice,
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

/** Columns of the run around the axis, or of the trunk's disc where arms join it. */
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
