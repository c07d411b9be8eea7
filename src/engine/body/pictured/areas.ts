/** The large areas of one colour in a picture, without the details drawn on them: eyes, mouths, buttons, lines. */

import { cellsOf } from '../../segmentation/image/grid.js';
import { unseenThresholds } from './calibration.js';
import { type DepthIn, depthsOf } from './contour.js';
import { panelSize } from './texture.js';

const { solid } = unseenThresholds;

export type Colour = readonly [number, number, number];

/** Pixels of the square that areas are found in. */
export const areaSize = 128;

/** At most this many colours. */
const most = 8;
const rounds = 6;
/** Squared distance in RGB below which two colours are one. */
const alike = 20 ** 2;

/** A panel that shows a figure, and the areas in it. */
export type SeenPanel = {
  front: Uint8Array;
  /** For each pixel, how deep it is inside the outline, in heights. */
  depth: Float32Array;
  /** 1 for pixels of the figure, of `areaSize` pixels a side. */
  inside: Uint8Array;
  /**
   * For each pixel, the mean of the commonest colour around it; NaN far from the figure.
   * @param window half its width and height in pixels
   */
  around(window: readonly [number, number]): Float32Array;
};

export function seenPanel(front: Uint8Array, depthAt: DepthIn): SeenPanel {
  const depth = depthsOf(depthAt);
  const [rgb, inside] = reduced(front, depth);
  const own = cellsOf(inside);
  const palette = paletteOf(rgb, own);
  const label = new Int8Array(inside.length).fill(-1);
  for (const n of own) label[n] = nearest(palette, rgb, n);
  const lines = linesAmong(label, palette.length);
  const planes = [...palette.keys()]
    .filter((colour) => !lines.has(colour))
    .map((colour) =>
      [0, 1, 2, 3].map((channel) => {
        const plane = new Float32Array(inside.length);
        for (const n of own) if (label[n] === colour) plane[n] = channel < 3 ? rgb[n * 3 + channel]! : 1;
        return plane;
      }),
    );
  return { front, depth, inside, around: (window) => commonestOf(planes, window) };
}

/** The colours that only lines have, in a drawing: the shades of a rendered body are narrow too. */
function linesAmong(label: Int8Array, colours: number): ReadonlySet<number> {
  const [all, whole] = [new Uint32Array(colours), new Uint32Array(colours)];
  const steps = [solid.reach, solid.reach * areaSize];
  for (let n = 0; n < label.length; n++) {
    const own = label[n]!;
    if (own < 0) continue;
    all[own]!++;
    if (steps.every((step) => label[n - step] === own && label[n + step] === own)) whole[own]!++;
  }
  const sum = (counts: Uint32Array) => counts.reduce((total, count) => total + count, 0);
  if (sum(whole) < solid.drawing * sum(all)) return new Set();
  const found = [...all.keys()].filter((colour) => whole[colour]! < solid.least * all[colour]!);
  return new Set(found.length < colours ? found : []);
}

/** @param planes for each colour of the palette its red, green and blue, and where it is */
function commonestOf(
  planes: readonly (readonly Float32Array[])[],
  [across, down]: readonly [number, number],
): Float32Array {
  const out = new Float32Array(areaSize * areaSize * 3).fill(Number.NaN);
  const winning = new Float32Array(areaSize * areaSize);
  for (const own of planes) {
    const sums = own.map((plane) => summed(summed(plane, 1, across), areaSize, down));
    const [red, green, blue, counts] = sums as [Float32Array, Float32Array, Float32Array, Float32Array];
    for (let n = 0; n < winning.length; n++) {
      if (counts[n]! <= winning[n]! + 0.5) continue;
      winning[n] = counts[n]!;
      out[n * 3] = red[n]! / counts[n]!;
      out[n * 3 + 1] = green[n]! / counts[n]!;
      out[n * 3 + 2] = blue[n]! / counts[n]!;
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

/** Pixels of a panel in one of an area's, along a side. */
export const shrinking = panelSize / areaSize;

/** The panel at the size of areas, and where the figure is in it. */
function reduced(front: Uint8Array, depth: Float32Array): [Float32Array, Uint8Array] {
  const rgb = new Float32Array(areaSize * areaSize * 3);
  const inside = new Uint8Array(areaSize * areaSize);
  for (let y = 0; y < areaSize; y++)
    for (let x = 0; x < areaSize; x++) {
      const n = y * areaSize + x;
      let count = 0;
      for (let j = 0; j < shrinking; j++)
        for (let i = 0; i < shrinking; i++) {
          const from = (y * shrinking + j) * panelSize + x * shrinking + i;
          if (depth[from]! <= 0) continue;
          count++;
          for (let c = 0; c < 3; c++) rgb[n * 3 + c]! += front[from * 4 + c]!;
        }
      if (count === 0) continue;
      inside[n] = 1;
      for (let c = 0; c < 3; c++) rgb[n * 3 + c]! /= count;
    }
  return [rgb, inside];
}

/** Bilinear; NaN where one of the four values is. */
export function between(out: Float64Array, values: Float32Array, x: number, y: number): void {
  const i = Math.min(areaSize - 2, Math.max(0, Math.floor(x)));
  const j = Math.min(areaSize - 2, Math.max(0, Math.floor(y)));
  const s = x - i;
  const t = y - j;
  const size = out.length;
  const n = (j * areaSize + i) * size;
  const m = n + areaSize * size;
  for (let c = 0; c < size; c++) {
    const upper = values[n + c]! * (1 - s) + values[n + size + c]! * s;
    const lower = values[m + c]! * (1 - s) + values[m + size + c]! * s;
    out[c] = upper * (1 - t) + lower * t;
  }
}
