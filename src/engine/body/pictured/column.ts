/**
 * The depth of a figure's head and trunk by row, as one curve: at the parts' own boundaries it would jump where the
 * figure has no neck, and repeat every bump of the outline.
 */
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { figureFormThresholds } from './calibration.js';
import { eachCell } from './form.js';
import type { Relief } from './inflate.js';
import { type Profile, stationAt } from './proportions.js';
import { smoothed } from './rows.js';

const { broadest, most, neckless, deepest, evened } = figureFormThresholds;

/** A part between two rows; `half` is its half breadth in metres. */
type Section = { half: number; profile: Profile; from: number; to: number };

/** The scale of the relief that gives each row its depth, and the depth of its middle in metres. */
type Column = { scale: Float32Array; middle: Float32Array };

/** @param core the cells of the head and the trunk, without what sticks out of them */
export function columnOf(relief: Relief, core: Uint8Array, head: Section, torso: Section): Column {
  const s = relief.silhouette;
  const { breadth, thickest } = breadthsOf(relief, (n) => core[n] === 1);
  const even = smoothedInside(breadth, evenedRows(s, head, torso));
  const blunt = bluntness(even, head, torso);
  const sectionOf = (row: number) => (row + 0.5 >= head.from ? head : torso);
  const deep = even.map((own, row) => {
    const { half, profile, from, to } = sectionOf(row);
    const natural = stationAt(profile.depth, (row + 0.5 - from) / (to - from));
    const ratio = natural + (neckless.depth - natural) * blunt;
    return Math.min(ratio * Math.min(own, half * broadest), half * deepest);
  });
  const curve = smoothedInside(deep, evenedRows(s, head, torso));
  const middle = even.map((_, row) => {
    const { half, profile, from, to } = sectionOf(row);
    return stationAt(profile.middle, (row + 0.5 - from) / (to - from)) * half * (1 - blunt);
  });
  const scale = curve.map((depth, row) => (thickest[row]! > 0 ? Math.min(most, depth / thickest[row]!) : 1));
  return { scale, middle: smoothed(middle, evenedRows(s, head, torso)) };
}

/** Passes that even out what is shorter than a part of the smaller section. */
const evenedRows = ({ cell }: Silhouette, head: Section, torso: Section): number =>
  Math.ceil(((evened * Math.min(head.half, torso.half)) / cell) ** 2);

/** Zeros are outside and stay so. */
function smoothedInside(values: Float32Array, passes: number): Float32Array {
  const known = smoothed(
    values.map((value) => (value > 0 ? 1 : 0)),
    passes,
  );
  return smoothed(values, passes).map((value, row) => (values[row]! > 0 ? value / known[row]! : 0));
}

/** 0 for a figure with a neck, 1 for one that is nowhere narrower between its head and its trunk. */
function bluntness(breadth: Float32Array, head: Section, torso: Section): number {
  const reach = (neckless.around * (head.to - torso.from)) / 2;
  const near = breadth.slice(Math.max(0, Math.floor(head.from - reach)), Math.ceil(head.from + reach));
  const neck = near.filter((own) => own > 0).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const share = (neck / Math.min(head.half, torso.half) - neckless.from) / (neckless.to - neckless.from);
  return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0;
}

/** Half the breadth of some cells in each row, and the relief's greatest half thickness there, in metres. */
export function breadthsOf(relief: Relief, counts: (cell: number) => boolean) {
  const s = relief.silhouette;
  const [first, last] = [new Float32Array(s.rows).fill(s.columns), new Float32Array(s.rows).fill(-1)];
  const thickest = new Float32Array(s.rows);
  eachCell(relief, (n, _u, _v, thick) => {
    if (!counts(n)) return;
    const [column, row] = [n % s.columns, Math.floor(n / s.columns)];
    first[row] = Math.min(first[row]!, column);
    last[row] = Math.max(last[row]!, column);
    thickest[row] = Math.max(thickest[row]!, thick);
  });
  return { breadth: first.map((from, row) => (Math.max(0, last[row]! - from + 1) / 2) * s.cell), thickest };
}
