/** Colours for surfaces that no picture shows: sides without the drawn contour, and a back without a face. */

import { unseenThresholds } from './calibration.js';
import { filled } from './fill.js';
import { depthIn } from './pictured.js';
import { panelPositionOf, panelSize } from './texture.js';

const { pace, widest, leastInk, darkCloth, heart, rim, temples } = unseenThresholds;
export const { grazing } = unseenThresholds;

type DepthIn = ReturnType<typeof depthIn>;
type Outline = Parameters<typeof depthIn>[0];

function depthsOf(depthAt: DepthIn): Float32Array {
  const columns = Array.from({ length: panelSize }, (_, x) => panelPositionOf(x));
  const depth = new Float32Array(panelSize * panelSize);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) depth[y * panelSize + x] = depthAt(columns[x]!, columns[y]!);
  return depth;
}

const lightnessAt = (rgba: Uint8Array, pixel: number): number =>
  (rgba[pixel * 4]! * 2 + rgba[pixel * 4 + 1]! * 5 + rgba[pixel * 4 + 2]!) >> 3;

/**
 * Extends the inner colours over a drawn contour, which would be a broad band from the side.
 * @returns null when the figure has no contour
 */
export function withoutContour(front: Uint8Array, { width, height, ...s }: Outline): Uint8Array | null {
  const longer = Math.max(width, height);
  const depth = depthsOf(depthIn({ width, height: longer, ...s }));
  const far = [(panelSize * longer) / width, (panelSize * longer) / height] as const;
  const contour = contourOf(front, depth, far);
  if (contour === 0) return null;
  const middle = ridgesOf(depth, far.map((one) => Math.ceil(one * contour * 1.5)) as [number, number]);
  const known = new Uint8Array(depth.length);
  for (let n = 0; n < depth.length; n++)
    known[n] = depth[n]! > 0 && depth[n]! >= Math.min(contour, heart * middle[n]!) ? 1 : 0;
  return filled(front, panelSize, known);
}

/**
 * Depth, in longer sides, at which the lightness near the outline reaches that of the inside; 0 when it is nowhere
 * darker.
 */
function contourOf(front: Uint8Array, depth: Float32Array, far: readonly [number, number]): number {
  const sums = new Float64Array(widest);
  const counts = new Uint32Array(widest);
  let inner = 0;
  for (let n = 0; n < depth.length; n += 3) {
    const level = Math.floor(depth[n]! / pace);
    if (depth[n]! <= 0 || level >= widest) continue;
    const inside = lightnessAt(front, inwards(depth, n, far));
    if (inside < darkCloth) continue;
    sums[level]! += lightnessAt(front, n);
    inner += inside;
    counts[level]!++;
  }
  const count = counts.reduce((sum, one) => sum + one, 0);
  const means = Array.from(sums, (sum, i) => (counts[i] ? sum / counts[i] : 255));
  const light = inner / Math.max(1, count);
  const darkest = Math.min(...means.slice(0, 4));
  if (light - darkest < leastInk) return 0;
  const end = means.findIndex(
    (mean, i) => i > means.indexOf(darkest) && mean > light - (light - darkest) * 0.2,
  );
  return ((end < 0 ? widest : end) + 2) * pace;
}

/** The pixel inwards at the greatest contour width; `far` is a longer side in pixels, across and down. */
function inwards(depth: Float32Array, n: number, [across, down]: readonly [number, number]): number {
  const slope = (step: number) => (depth[n + step * 5] ?? 0) - (depth[n - step * 5] ?? 0);
  const [dx, dy] = [slope(1) * across, slope(panelSize) * down];
  const size = Math.hypot(dx, dy) || 1;
  const reach = widest * pace;
  return n + Math.round((dx / size) * reach * across) + Math.round((dy / size) * reach * down) * panelSize;
}

/** The greatest depth within the given distances along rows and then columns. */
function ridgesOf(depth: Float32Array, [across, down]: readonly [number, number]): Float32Array {
  const along = (values: Float32Array, step: number, reach: number) => {
    let most = values;
    for (let by = 1, done = 0; done < reach; by = Math.min(by * 2, reach - done)) {
      const from = most;
      most = from.map((value, n) => Math.max(value, from[n - by * step] ?? 0, from[n + by * step] ?? 0));
      done += by;
    }
    return most;
  };
  return along(along(depth, 1, across), panelSize, down);
}

/**
 * Spacing of the sample points of a panel, and the radius around each in which the common colour is taken, in pixels.
 */
const step = 16;
const reach = 44;
/** The head's place in the figure's box, 0-1, v down. */
export type HeadBox = { left: number; top: number; right: number; bottom: number };

/**
 * A plausible back: the outline's colours, and inside them the most common nearby colour, without features.
 * @param head its whole back gets the outline's colour at the temples, which is the hair's if there is any
 */
export function backOf(front: Uint8Array, depthAt: DepthIn, head?: HeadBox): Uint8Array {
  const depth = depthsOf(depthAt);
  const back = front.slice();
  const known = new Uint8Array(depth.length);
  for (let pixel = 0; pixel < depth.length; pixel++)
    known[pixel] = depth[pixel]! > 0 && depth[pixel]! < rim ? 1 : 0;
  const hair = head && hairOf(front, depth, head);
  const within = (x: number, y: number) => head && inBox(head, panelPositionOf(x), panelPositionOf(y));
  for (let y = step / 2; y < panelSize; y += step)
    for (let x = step / 2; x < panelSize; x += step) {
      if (depth[y * panelSize + x]! < rim * 1.5) continue;
      const around = [x - reach, y - reach, x + reach, y + reach] as const;
      const colour = hair && within(x, y) ? hair : commonColour(front, depth, around);
      for (const pixel of [0, 1, panelSize, panelSize + 1].map((n) => y * panelSize + x + n)) {
        back.set(colour, pixel * 4);
        known[pixel] = 1;
      }
    }
  return filled(back, panelSize, known);
}

const inBox = ({ left, top, right, bottom }: HeadBox, u: number, v: number): boolean =>
  u > left && u < right && v > top && v < bottom;

/** Null when the head has no outline there. */
function hairOf(front: Uint8Array, depth: Float32Array, { top, bottom, ...sides }: HeadBox): number[] | null {
  const [from, to] = temples.map((share) => top + (bottom - top) * share) as [number, number];
  const beside = { ...sides, top: from, bottom: to };
  const colour = commonColour(
    front,
    depth,
    [0, 0, panelSize, panelSize],
    (pixel, x, y) => depth[pixel]! < rim && inBox(beside, panelPositionOf(x), panelPositionOf(y)),
  );
  return colour.some(Number.isNaN) ? null : colour;
}

/**
 * Mean of the pixels in a box between the 50th and 70th percentile of lightness, which excludes lines, eyes and
 * mouths.
 */
function commonColour(
  front: Uint8Array,
  depth: Float32Array,
  [left, top, right, bottom]: readonly [number, number, number, number],
  counts: (pixel: number, x: number, y: number) => boolean = () => true,
): number[] {
  const around: number[] = [];
  const levels = new Uint32Array(256);
  for (let j = Math.max(0, top); j < Math.min(panelSize, bottom); j += 4)
    for (let i = Math.max(0, left); i < Math.min(panelSize, right); i += 4) {
      const pixel = j * panelSize + i;
      if (depth[pixel]! <= 0 || !counts(pixel, i, j)) continue;
      around.push(pixel);
      levels[lightnessAt(front, pixel)]!++;
    }
  const levelOf = (share: number) => {
    let [level, below] = [0, levels[0]!];
    while (below <= around.length * share && level < 255) below += levels[++level]!;
    return level;
  };
  const [low, high] = [levelOf(0.5), levelOf(0.7)];
  const middle = around.filter((n) => lightnessAt(front, n) >= low && lightnessAt(front, n) <= high);
  return [0, 1, 2].map((c) =>
    Math.round(middle.reduce((sum, n) => sum + front[n * 4 + c]!, 0) / middle.length),
  );
}
