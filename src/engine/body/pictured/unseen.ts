/** Colours for a back that no picture shows: those of the front, without a face. */

import { smoothstep } from '../../geometry/vec.js';
import { areaSize, areasOf, type Colour } from './areas.js';
import { textureThresholds, unseenThresholds } from './calibration.js';
import { type DepthIn, depthsOf, lightnessAt } from './contour.js';
import { panelPositionOf, panelSize } from './texture.js';

const { rim, temples, window, bands } = unseenThresholds;
const { inset } = textureThresholds;

/** The head's place in the figure's box, 0-1, v down. `skull` leaves out ears, horns and hair that sticks out. */
export type HeadBox = {
  left: number;
  top: number;
  right: number;
  bottom: number;
  skull?: (u: number) => boolean;
};

/**
 * A plausible back: the outline's colours, and inside them the large areas of the front without features.
 * @param head its back continues the colours of its outline, and has hair where the front has a face
 */
export function backOf(front: Uint8Array, depthAt: DepthIn, head?: HeadBox): Uint8Array {
  const depth = depthsOf(depthAt);
  const areas = areasOf(...reduced(front, depth), window);
  if (head) carryRound(areas, front, depth, head);
  const back = front.slice();
  const colour = new Float64Array(3);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      const share = smoothstep(rim * 0.4, rim, depth[n]!);
      if (share === 0) continue;
      colourIn(colour, areas, (x + 0.5) / shrinking - 0.5, (y + 0.5) / shrinking - 0.5);
      for (let c = 0; c < 3 && !Number.isNaN(colour[0]!); c++)
        back[n * 4 + c] = front[n * 4 + c]! * (1 - share) + colour[c]! * share + 0.5;
    }
  return back;
}

const shrinking = panelSize / areaSize;

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

/** Bilinear colour, NaN where only some of the four pixels have one. */
function colourIn(out: Float64Array, areas: Float32Array, x: number, y: number): void {
  const i = Math.min(areaSize - 2, Math.max(0, Math.floor(x)));
  const j = Math.min(areaSize - 2, Math.max(0, Math.floor(y)));
  const s = x - i;
  const t = y - j;
  const n = (j * areaSize + i) * 3;
  const m = n + areaSize * 3;
  for (let c = 0; c < 3; c++) {
    const upper = areas[n + c]! * (1 - s) + areas[n + 3 + c]! * s;
    const lower = areas[m + c]! * (1 - s) + areas[m + 3 + c]! * s;
    out[c] = upper * (1 - t) + lower * t;
  }
}

/** Squared distance in RGB below which a colour is that of the face, or not that of the hair. */
const sameColour = 42 ** 2;

/**
 * Each row of the head takes the colours at its two ends, mixed with those of nearby rows so that what ends there (masks,
 * stripes, straps) leaves no bands; where these are the face's, it takes the hair's.
 */
function carryRound(areas: Float32Array, front: Uint8Array, depth: Float32Array, head: HeadBox): void {
  const hair = hairOf(front, depth, head);
  const place = (share: number) => (inset + share * (1 - 2 * inset)) * areaSize - 0.5;
  const [left, right] = [place(head.left), place(head.right)].map((x) =>
    Math.min(areaSize - 1, Math.max(0, Math.round(x))),
  ) as [number, number];
  const [top, bottom] = [Math.max(0, Math.floor(place(head.top))), Math.round(place(head.bottom))];
  const at = (x: number, y: number): Colour => {
    const n = (y * areaSize + x) * 3;
    return [areas[n]!, areas[n + 1]!, areas[n + 2]!];
  };
  const shareOf = (cell: number) => ((cell + 0.5) / areaSize - inset) / (1 - 2 * inset);
  const face = at((left + right) >> 1, Math.round(top + (bottom - top) * 0.68));
  const isFace = (colour: Colour) =>
    hair !== null && squared(colour, face) < sameColour && squared(colour, hair) > sameColour;
  const rows: { y: number; first: number; last: number; ends: [Colour, Colour] }[] = [];
  for (let y = top; y <= bottom; y++) {
    const own: number[] = [];
    for (let x = left; x <= right; x++) {
      const deep = depth[Math.round((y + 0.5) * shrinking) * panelSize + Math.round((x + 0.5) * shrinking)]!;
      if (deep > rim * 1.2 && (head.skull?.(shareOf(x)) ?? true)) own.push(x);
    }
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) continue;
    const end = (x: number) => (isFace(at(x, y)) ? hair! : at(x, y));
    rows.push({ y, first, last, ends: [end(first), end(last)] });
  }
  for (const { y, first, last } of rows) {
    const near = rows.filter((row) => Math.abs(row.y - y) <= bands);
    const mixed = ([0, 1] as const).map((side) => meanOf(near.map(({ ends }) => ends[side]))) as [
      Colour,
      Colour,
    ];
    for (let x = first; x <= last; x++) {
      const share = (x - first) / Math.max(1, last - first);
      for (let c = 0; c < 3; c++)
        areas[(y * areaSize + x) * 3 + c] = mixed[0][c]! * (1 - share) + mixed[1][c]! * share;
    }
  }
}

const meanOf = (colours: readonly Colour[]): Colour => {
  const known = colours.filter(([red]) => !Number.isNaN(red));
  const mean = (c: number) => known.reduce((sum, colour) => sum + colour[c]!, 0) / known.length;
  return [mean(0), mean(1), mean(2)];
};

const squared = (a: Colour, b: Colour): number =>
  (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;

const inBox = ({ left, top, right, bottom }: HeadBox, u: number, v: number): boolean =>
  u > left && u < right && v > top && v < bottom;

/**
 * The commonest colour along the outline at the temples: the mean between the 50th and 70th percentile of lightness,
 * which excludes lines. Null when the head has no outline there.
 */
function hairOf(front: Uint8Array, depth: Float32Array, { top, bottom, ...sides }: HeadBox): Colour | null {
  const [from, to] = temples.map((share) => top + (bottom - top) * share) as [number, number];
  const beside = { ...sides, top: from, bottom: to };
  const around: number[] = [];
  const levels = new Uint32Array(256);
  for (let y = 0; y < panelSize; y += 4)
    for (let x = 0; x < panelSize; x += 4) {
      const pixel = y * panelSize + x;
      if (depth[pixel]! <= 0 || depth[pixel]! >= rim) continue;
      if (!inBox(beside, panelPositionOf(x), panelPositionOf(y))) continue;
      around.push(pixel);
      levels[lightnessAt(front, pixel)]!++;
    }
  if (around.length === 0) return null;
  const levelOf = (share: number) => {
    let [level, below] = [0, levels[0]!];
    while (below <= around.length * share && level < 255) below += levels[++level]!;
    return level;
  };
  const [low, high] = [levelOf(0.5), levelOf(0.7)];
  const middle = around.filter((n) => lightnessAt(front, n) >= low && lightnessAt(front, n) <= high);
  const mean = (c: number) =>
    Math.round(middle.reduce((sum, n) => sum + front[n * 4 + c]!, 0) / middle.length);
  return [mean(0), mean(1), mean(2)];
}
