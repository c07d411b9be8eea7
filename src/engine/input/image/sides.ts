/** Tells front from back and left from right: faces have detail, toes point ahead. */

import { middleOf, runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import { sidesThresholds } from './calibration.js';
import type { Picture } from './decode.js';

const { head, rim, stride, quiet, featured, least } = sidesThresholds;

export type SegmentedPicture = { picture: Picture; silhouette: Silhouette };

/**
 * Calls `visit` with the lightness change (0 to 255) over each stride in the head, `u` metres from the figure's
 * middle.
 */
function eachEdge(
  { picture, silhouette: s }: SegmentedPicture,
  visit: (change: number, u: number) => void,
): void {
  const { crop } = s;
  const light = (x: number, y: number) => {
    const n = (y * picture.width + x) * 4;
    return (picture.rgba[n]! * 2 + picture.rgba[n + 1]! * 5 + picture.rgba[n + 2]!) / 8;
  };
  const step = Math.max(1, Math.round(crop.height * stride));
  for (let j = Math.ceil(s.rows * (1 - head)); j < s.rows; j++)
    for (let i = 0; i < s.columns; i++) {
      if (s.depth[j * s.columns + i]! < s.height * rim) continue;
      const x = Math.min(
        picture.width - 1 - step,
        crop.left + Math.floor(((i + 0.5) / s.columns) * crop.width),
      );
      const y = Math.min(
        picture.height - 1 - step,
        crop.top + Math.floor((1 - (j + 0.5) / s.rows) * crop.height),
      );
      const change = Math.hypot(light(x + step, y) - light(x, y), light(x, y + step) - light(x, y));
      visit(change, (i + 0.5 - s.columns / 2) * s.cell);
    }
}

/** Amount of detail inside the outline in the upper third: eyes and a mouth, or hair. */
export function detailOf(seen: SegmentedPicture): number {
  let [sum, count] = [0, 0];
  eachEdge(seen, (change) => {
    sum += Math.min(change, 60);
    count++;
  });
  return quiet + sum / (count || 1);
}

/**
 * Facing of a figure seen from its side, to the picture's right (1) or left (-1), by its toes and then its face; 0
 * when undecided.
 */
export function facingOf(seen: SegmentedPicture): -1 | 0 | 1 {
  const { silhouette: s } = seen;
  const toes = middleBetween(s, 0, 0.045) - middleBetween(s, 0.08, 0.14);
  if (Math.abs(toes) > least * s.height) return toes > 0 ? 1 : -1;
  let [sum, weight] = [0, 0];
  eachEdge(seen, (change, u) => {
    if (change < 12) return;
    sum += u * change;
    weight += change;
  });
  const face = detailOf(seen) > featured ? sum / weight - middleBetween(s, 1 - head, 1) : 0;
  if (Math.abs(face) > least * s.height) return face > 0 ? 1 : -1;
  return 0;
}

/** Mean offset from the middle, in metres, of the rows between two fractions of the height. */
function middleBetween(s: Silhouette, from: number, to: number): number {
  let [sum, count] = [0, 0];
  for (let row = Math.floor(s.rows * from); row < Math.ceil(s.rows * to) && row < s.rows; row++)
    for (const run of runsOf(s, row)) {
      sum += middleOf(run) * widthOf(run);
      count += widthOf(run);
    }
  return count > 0 ? (sum / count - s.columns / 2) * s.cell : 0;
}
