/** Which way a four-legged animal in a picture looks. */
import type { Picture } from '../../input/image/decode.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { facingThresholds } from './calibration.js';

const { ends, within, detailed, high } = facingThresholds;

/** +1 when the animal faces the right of the picture. */
export type Facing = 1 | -1;

/** The head is at the end with more detail (eyes, ears, a muzzle), and with more of the figure high up. */
export function facingIn(picture: Picture, s: Silhouette): Facing {
  const [left, right] = detailAtEnds(picture, s);
  const detail = (right - left) / (left + right || 1);
  return detailed * detail + leaning(s) >= 0 ? 1 : -1;
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
