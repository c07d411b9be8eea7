/** A head, or a head and shoulders: a picture that ends above the legs, which must not be given any. */
import { areaOf } from '../../segmentation/image/grid.js';
import { metresOf, middleOf, runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import { chain } from '../skeleton.js';
import type { BipedFit } from './biped.js';
import { bustThresholds } from './calibration.js';
import { alongMiddles, waysFrom } from './geodesic.js';
import { outlineLegsOf } from './legs.js';
import { outlineTipsOf } from './tips.js';

const { leastHead, flatBase, ball, highestHead, narrower, leastRise } = bustThresholds;

/** Null for a figure with legs, or with a head too small for a portrait. */
export function bustOf(s: Silhouette): BipedFit | null {
  const head = headOf(s);
  if (head.radius < leastHead * Math.min(s.height, s.width) || hasLegs(s, head.cell)) return null;
  const row = Math.floor(head.cell / s.columns);
  const isBall = areaOf(s) * s.cell * s.cell < ball * Math.PI * head.radius ** 2;
  if (!isBall && !standsOnCut(s, head.radius)) return null;
  const radius = head.radius / s.cell;
  return laid(s, head.cell, isBall ? 0 : (neckOf(s, row, radius) ?? Math.max(0, row - radius)));
}

/** The thickest place in the upper part. */
function headOf(s: Silhouette): { cell: number; radius: number } {
  let [cell, radius] = [0, 0];
  for (let n = Math.floor(s.rows * highestHead) * s.columns; n < s.depth.length; n++)
    if (s.depth[n]! > radius) [cell, radius] = [n, s.depth[n]!];
  return { cell, radius };
}

function hasLegs(s: Silhouette, root: number): boolean {
  const ways = waysFrom(s, root);
  const tips = outlineTipsOf(s, ways.far, s.rows * leastRise);
  return outlineLegsOf(s, waysFrom(s, root, alongMiddles(s)), tips) !== null;
}

/** Whether the lowest rows are one straight line at least as broad as the head. */
function standsOnCut(s: Silhouette, radius: number): boolean {
  const [base, above] = [0.01, 0.05].map((share) => runsOf(s, Math.floor(s.rows * share)));
  if (base?.length !== 1 || above?.length !== 1) return false;
  const breadth = widthOf(base[0]!) * s.cell;
  return breadth > radius * flatBase && breadth > widthOf(above[0]!) * s.cell * 0.8;
}

/** The narrowest row below the head; null when nothing is broader below it. */
function neckOf(s: Silhouette, head: number, radius: number): number | null {
  const widths = Array.from({ length: head }, (_, row) =>
    runsOf(s, row).reduce((most, run) => Math.max(most, widthOf(run)), 0),
  );
  const to = Math.max(0, Math.floor(head - radius * 0.5));
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  for (let row = Math.floor(s.rows * 0.04); row < to; row++)
    if (widths[row]! < least) [best, least] = [row, widths[row]!];
  const below = Math.max(0, ...widths.slice(0, Math.max(0, best)));
  return best >= 0 && least < below * narrower ? best : null;
}

function laid(s: Silhouette, head: number, neck: number): BipedFit {
  const column = (row: number): number => {
    const runs = runsOf(s, Math.min(s.rows - 1, Math.floor(row)));
    const widest = runs.reduce((a, b) => (widthOf(b) > widthOf(a) ? b : a), runs[0]!);
    return widest ? middleOf(widest) : s.columns / 2;
  };
  const middle = (head % s.columns) + 0.5;
  const at = (row: number, own = column(row)) => [...metresOf(s, own, row), 0] as const;
  const points = [
    at(neck * 0.1),
    at(neck * 0.4),
    at(neck * 0.75),
    at(neck, middle),
    at(neck + (s.rows - neck) * 0.15, middle),
    at(s.rows, middle),
  ];
  const half = runsOf(s, Math.floor(neck * 0.5)).reduce((most, run) => Math.max(most, widthOf(run)), 2) / 2;
  return {
    skeleton: { kind: 'other', joints: chain(['hips', 'spine', 'chest', 'neck', 'head'], null, points) },
    trunk: { axis: column(neck * 0.5), hips: 0, neck, half: half * 0.6 },
    hidden: [],
  };
}
