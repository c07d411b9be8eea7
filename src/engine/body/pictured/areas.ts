/** The large areas of one colour in a picture, without the details drawn on them: eyes, mouths, buttons, lines. */

import { cellsOf } from '../../segmentation/image/grid.js';

export type Colour = readonly [number, number, number];

/** Pixels of the square that areas are found in. */
export const areaSize = 128;

/** At most this many colours. */
const most = 8;
const rounds = 6;
/** Squared distance in RGB below which two colours are one. */
const alike = 20 ** 2;

/**
 * For each pixel of a small square, the mean of the commonest colour around it; NaN far from the figure.
 * @param rgb square picture, red, green and blue, of `areaSize` pixels a side
 * @param inside 1 for pixels of the figure
 * @param reach half the window's width and height in pixels
 */
export function areasOf(
  rgb: Float32Array,
  inside: Uint8Array,
  [across, down]: readonly [number, number],
): Float32Array {
  const own = cellsOf(inside);
  const palette = paletteOf(rgb, own);
  const out = new Float32Array(inside.length * 3).fill(Number.NaN);
  const winning = new Float32Array(inside.length);
  const label = new Int8Array(inside.length).fill(-1);
  for (const n of own) label[n] = nearest(palette, rgb, n);
  for (let colour = 0; colour < palette.length; colour++) {
    const sums = [0, 1, 2, 3].map((channel) => {
      const plane = new Float32Array(inside.length);
      for (const n of own) if (label[n] === colour) plane[n] = channel < 3 ? rgb[n * 3 + channel]! : 1;
      return summed(summed(plane, 1, across), areaSize, down);
    });
    const counts = sums[3]!;
    for (let n = 0; n < winning.length; n++) {
      if (counts[n]! <= winning[n]! + 0.5) continue;
      winning[n] = counts[n]!;
      for (let c = 0; c < 3; c++) out[n * 3 + c] = sums[c]![n]! / counts[n]!;
    }
  }
  return out;
}

/** Window sums of 2 * reach + 1 values along rows (step 1) or columns. */
function summed(values: Float32Array, step: number, reach: number): Float32Array {
  const out = new Float32Array(values.length);
  const other = step === 1 ? areaSize : 1;
  for (let line = 0; line < areaSize; line++) {
    const start = line * other;
    let sum = 0;
    for (let i = -reach; i < areaSize; i++) {
      if (i + reach < areaSize) sum += values[start + (i + reach) * step]!;
      if (i > reach) sum -= values[start + (i - reach - 1) * step]!;
      if (i >= 0) out[start + i * step] = sum;
    }
  }
  return out;
}

/** Well-separated colours by k-means, starting from the colours farthest from each other. */
function paletteOf(rgb: Float32Array, own: Int32Array): Colour[] {
  const apartBy = Math.max(1, Math.floor(own.length / 1500));
  const sample = own.filter((_, i) => i % apartBy === 0);
  if (sample.length === 0) return [];
  const at = (n: number): Colour => [rgb[n * 3]!, rgb[n * 3 + 1]!, rgb[n * 3 + 2]!];
  let palette: Colour[] = [at(sample[sample.length >> 1]!)];
  const away = new Float64Array(sample.length).fill(Number.POSITIVE_INFINITY);
  while (palette.length < most) {
    const newest = palette.at(-1)!;
    let far = 0;
    for (let i = 0; i < sample.length; i++) {
      away[i] = Math.min(away[i]!, apart(newest, rgb, sample[i]!));
      if (away[i]! > away[far]!) far = i;
    }
    if (away[far]! < alike) break;
    palette.push(at(sample[far]!));
  }
  for (let round = 0; round < rounds; round++) {
    const sums = palette.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (const n of sample) {
      const sum = sums[nearest(palette, rgb, n)]!;
      for (let c = 0; c < 3; c++) sum[c]! += rgb[n * 3 + c]!;
      sum[3]++;
    }
    palette = sums.map(([r, g, b, count], i) => (count ? [r / count, g / count, b / count] : palette[i]!));
  }
  return palette;
}

function nearest(palette: readonly Colour[], rgb: Float32Array, n: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < palette.length; i++) {
    const away = apart(palette[i]!, rgb, n);
    if (away >= least) continue;
    best = i;
    least = away;
  }
  return best;
}

const apart = (colour: Colour, rgb: Float32Array, n: number): number =>
  (colour[0] - rgb[n * 3]!) ** 2 + (colour[1] - rgb[n * 3 + 1]!) ** 2 + (colour[2] - rgb[n * 3 + 2]!) ** 2;
