/** Which way a four-legged animal in a picture looks. */

import type { Picture } from '../../input/image/decode.js';
import { colorsOf, spotsOf } from '../../input/image/eyes.js';
import { coreWithin, largestDisc, middleOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import { facingThresholds } from './calibration.js';
import { legPairs, legRuns, type SeenLeg } from './feet.js';

const { ends, within, weights, sole, mostAhead, body, radii, lowest, clear, high } = facingThresholds;

/** Fewer rows of a leg do not show which way its foot points. */
const leastFoot = 7;

/** +1 when the animal faces the right of the picture. */
export type Facing = 1 | -1;

/**
 * The head is where feet point to, where eyes and other spots are, where the body reaches far beyond its legs, and at
 * the end with more detail (ears, a muzzle). Heights mislead: tails are raised, and heads graze.
 */
export function facingIn(picture: Picture, s: Silhouette): Facing {
  const sum = drawn(picture, s) + weights.feet * footing(s) + weights.reach * overhang(s);
  return (sum || leaning(s)) >= 0 ? 1 : -1;
}

/** The same of an animal without legs, by what is drawn in it; null where nothing is. */
export function facingDrawn(picture: Picture, s: Silhouette): Facing | null {
  const sum = drawn(picture, s);
  return sum === 0 ? null : sum > 0 ? 1 : -1;
}

function drawn(picture: Picture, s: Silhouette): number {
  const [left, right] = detailAtEnds(picture, s);
  return weights.spots * spotted(picture, s) + weights.detail * ((right - left) / (left + right || 1));
}

/** How far all feet reach to the right of what is above them, in heights of the figure. */
function footing(s: Silhouette): number {
  const ahead = ({ runs }: SeenLeg): number => {
    const middles = runs.flatMap((run) => (run ? [middleOf(run)] : []));
    const above = middles[Math.min(middles.length - 1, Math.round(s.rows * sole))];
    return middles.length < leastFoot ? 0 : (middles[0]! - above!) / s.rows;
  };
  const all = legPairs(s).reduce((sum, { near, far }) => sum + ahead(near) + ahead(far), 0);
  return Math.min(mostAhead, Math.max(-mostAhead, all));
}

/** Where the spots of the upper part are, to the right of the middle, as a fraction of the width. */
function spotted(picture: Picture, s: Silhouette): number {
  const colorAt = colorsOf({ picture, silhouette: s });
  let [sum, all] = [0, 0];
  for (const radius of radii) {
    const spots = spotsOf(
      s,
      Math.floor(s.rows * lowest),
      colorAt,
      Math.max(1, radius * Math.max(s.columns, s.rows)),
    );
    for (let n = 0; n < spots.length; n++) {
      if (spots[n]! <= clear) continue;
      sum += spots[n]! * (((n % s.columns) + 0.5) / s.columns - 0.5);
      all += spots[n]!;
    }
  }
  return sum / (all || 1);
}

/** How much farther the body without its tail reaches beyond its legs at the right than at the left, in widths. */
function overhang(s: Silhouette): number {
  const core = coreWithin(s, largestDisc(s).radius * body);
  let [left, right] = [s.columns, -1];
  for (let n = 0; n < core.length; n++) {
    if (!core[n]) continue;
    left = Math.min(left, n % s.columns);
    right = Math.max(right, n % s.columns);
  }
  const { runs } = legRuns(s);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) return 0;
  return (right - middleOf(last) - (middleOf(first) - left)) / s.columns;
}

/** Mean offset of the upper part from the middle, to the right, as a fraction of the width; higher rows count more. */
export function leaning({ columns, rows, inside }: Silhouette): number {
  let [sum, count] = [0, 0];
  for (let row = Math.round(rows * high); row < rows; row++)
    for (let i = 0; i < columns; i++) {
      if (!inside[row * columns + i]) continue;
      sum += ((i + 0.5) / columns - 0.5) * (row / rows);
      count++;
    }
  return sum / (count || 1);
}

/** Mean change of lightness from cell to cell at the left and right end, without the outline itself. */
function detailAtEnds(picture: Picture, s: Silhouette): [number, number] {
  const light = lightnessIn(picture, s);
  const [sums, counts] = [
    [0, 0],
    [0, 0],
  ] as [[number, number], [number, number]];
  for (let n = 0; n < s.inside.length; n++) {
    if (s.depth[n]! <= within * s.cell) continue;
    const i = n % s.columns;
    const j = Math.floor(n / s.columns);
    const end = i < s.columns * ends ? 0 : i >= s.columns * (1 - ends) ? 1 : null;
    if (end === null) continue;
    sums[end] += Math.abs(light(i + 1, j) - light(i - 1, j)) + Math.abs(light(i, j + 1) - light(i, j - 1));
    counts[end]++;
  }
  return [sums[0] / Math.max(1, counts[0]), sums[1] / Math.max(1, counts[1])];
}

/** Lightness (0-255) of the picture in the middle of a cell. */
function lightnessIn({ width, height, rgba }: Picture, { crop, columns, rows }: Silhouette) {
  return (i: number, j: number): number => {
    const x = Math.min(width - 1, crop.left + Math.floor(((i + 0.5) / columns) * crop.width));
    const y = Math.min(height - 1, crop.top + Math.floor((1 - (j + 0.5) / rows) * crop.height));
    const at = (y * width + x) * 4;
    return (rgba[at]! * 2 + rgba[at + 1]! * 5 + rgba[at + 2]!) / 8;
  };
}
