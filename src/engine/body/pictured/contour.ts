/** Surfaces at the sides without the drawn contour, which would be a broad band there. */
import { unseenThresholds } from './calibration.js';
import { filled } from './fill.js';
import { depthIn } from './pictured.js';
import { panelPositionOf, panelSize } from './texture.js';

const {
  pace,
  widest: widths,
  leastInk,
  leastInked,
  mostDark,
  leastDrawn,
  leastLight,
  darkCloth,
  heart,
} = unseenThresholds;

export type DepthIn = ReturnType<typeof depthIn>;
type Outline = Parameters<typeof depthIn>[0];

/** For each pixel of a panel, how deep it is inside the outline, in heights. */
export function depthsOf(depthAt: DepthIn): Float32Array {
  const columns = Array.from({ length: panelSize }, (_, x) => panelPositionOf(x));
  const depth = new Float32Array(panelSize * panelSize);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) depth[y * panelSize + x] = depthAt(columns[x]!, columns[y]!);
  return depth;
}

export const lightnessAt = (rgba: Uint8Array, pixel: number): number =>
  (rgba[pixel * 4]! * 2 + rgba[pixel * 4 + 1]! * 5 + rgba[pixel * 4 + 2]!) >> 3;

/**
 * Extends the inner colours over a drawn contour.
 * @returns null when the figure has no contour
 */
export function withoutContour(front: Uint8Array, { width, height, ...s }: Outline): Uint8Array | null {
  const longer = Math.max(width, height);
  const depth = depthsOf(depthIn({ width, height: longer, ...s }));
  const far = [(panelSize * longer) / width, (panelSize * longer) / height] as const;
  const contour = allAround(front, depth, far) ?? broadContourOf(front, depth, far);
  if (!contour) return null;
  const reach = far.map((one) => Math.ceil(one * contour.width * 1.5)) as [number, number];
  const middle = ridgesOf(depth, reach);
  const known = new Uint8Array(depth.length);
  for (let n = 0; n < depth.length; n++) {
    const edge = Math.min(contour.width, heart * middle[n]!);
    // Lines of the drawing begin at its contour and would be extended over the sides with the colours.
    const isInk = depth[n]! < edge * 2 && lightnessAt(front, n) < contour.ink;
    known[n] = depth[n]! > 0 && depth[n]! >= edge && !isInk ? 1 : 0;
  }
  return filled(front, panelSize, known);
}

/** Its width in longer sides, the lightness below which something is ink, and the places where it may be broader. */
type Contour = { width: number; ink: number; shown: number; dark: number };

/** Where to look, as pixels. */
type Search = { widest: number; from: number; to: number };

/** The narrower one of the upper and the lower half: dark hair or dark cloth is only in one of them. */
function allAround(front: Uint8Array, depth: Float32Array, far: readonly [number, number]): Contour | null {
  const { usual: widest } = widths;
  const half = depth.length / 2;
  const above = contourOf(front, depth, far, { widest, from: 0, to: half });
  const below = above && contourOf(front, depth, far, { widest, from: half, to: depth.length });
  if (!above || !below) return null;
  if (above.dark + below.dark > mostDark * (above.shown + below.shown)) return null;
  return above.width < below.width ? above : below;
}

/** It ends where the lightness near the outline reaches that of the inside; null when it is nowhere darker. */
function contourOf(
  front: Uint8Array,
  depth: Float32Array,
  far: readonly [number, number],
  { widest, from, to }: Search,
): Contour | null {
  const sums = new Float64Array(widest);
  const counts = new Uint32Array(widest);
  const inked = new Uint32Array(widest);
  let [inner, dark] = [0, 0];
  for (let n = from; n < to; n += 3) {
    const level = Math.floor(depth[n]! / pace);
    if (depth[n]! <= 0 || level >= widest) continue;
    const inside = lightnessAt(front, inwards(depth, n, far, widest));
    if (inside < darkCloth) {
      dark++;
      continue;
    }
    const own = lightnessAt(front, n);
    sums[level]! += own;
    if (inside - own > leastInk) inked[level]!++;
    inner += inside;
    counts[level]!++;
  }
  const count = counts.reduce((sum, one) => sum + one, 0);
  const means = Array.from(sums, (sum, i) => (counts[i] ? sum / counts[i] : 255));
  const light = inner / Math.max(1, count);
  const darkest = Math.min(...means.slice(0, 4));
  const start = means.indexOf(darkest);
  // Dark hair and dark cloth are at a part of the outline only.
  if (light - darkest < leastInk || inked[start]! < leastInked * counts[start]!) return null;
  const end = means.findIndex((mean, i) => i > start && mean > light - (light - darkest) * 0.2);
  const width = ((end < 0 ? widest : end) + 2) * pace;
  return { width, ink: (light + darkest) / 2, shown: count, dark };
}

/**
 * That of pixel art with few pixels. Broad ink counts only all around and around something lighter, since dark hair,
 * cloth and fur are broad too.
 */
function broadContourOf(
  front: Uint8Array,
  depth: Float32Array,
  far: readonly [number, number],
): Contour | null {
  const all: Search = { widest: widths.broad, from: 0, to: depth.length };
  let [ink, light, rim] = [0, 0, 0];
  for (let n = 0; n < depth.length; n += 3) {
    if (depth[n]! < pace || depth[n]! > pace * 4) continue;
    rim++;
    if (lightnessAt(front, n) < darkCloth) ink++;
    if (lightnessAt(front, inwards(depth, n, far, widths.broad)) >= darkCloth) light++;
  }
  return ink > leastDrawn * rim && light > leastLight * rim ? contourOf(front, depth, far, all) : null;
}

/** The pixel inwards at the greatest contour width; `far` is a longer side in pixels, across and down. */
function inwards(
  depth: Float32Array,
  n: number,
  [across, down]: readonly [number, number],
  widest: number,
): number {
  const slope = (step: number) => (depth[n + step * 5] ?? 0) - (depth[n - step * 5] ?? 0);
  const dx = slope(1) * across;
  const dy = slope(panelSize) * down;
  const size = Math.sqrt(dx * dx + dy * dy) || 1;
  const reach = widest * pace;
  return n + Math.round((dx / size) * reach * across) + Math.round((dy / size) * reach * down) * panelSize;
}

/** The greatest depth within the given distances along rows and then columns. */
function ridgesOf(depth: Float32Array, [across, down]: readonly [number, number]): Float32Array {
  return mostAlong(mostAlong(depth, 1, across), panelSize, down);
}

/** Doubles the distance in each pass. */
function mostAlong(values: Float32Array, step: number, reach: number): Float32Array {
  let most = values;
  for (let by = 1, done = 0; done < reach; by = Math.min(by * 2, reach - done)) {
    most = mostBeside(most, by * step);
    done += by;
  }
  return most;
}

/** Each value or a greater one at `offset` before or after it. */
function mostBeside(values: Float32Array, offset: number): Float32Array {
  const most = values.slice();
  for (let n = offset; n < most.length; n++)
    if (values[n - offset]! > most[n]!) most[n] = values[n - offset]!;
  for (let n = offset; n < most.length; n++)
    if (values[n]! > most[n - offset]!) most[n - offset] = values[n]!;
  return most;
}
