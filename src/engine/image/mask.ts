/** Where the figure is: from transparency, or by flooding the background's colours in from the border (CIELAB). */
import { AppError } from '../../base/errors.js';
import { linearOf } from '../output/glb.js';
import type { Picture } from './decode.js';

/** 1 inside the figure; same size as the picture. */
export type Mask = { width: number; height: number; inside: Uint8Array };

/** @throws AppError `unriggable` when no figure stands out */
export function maskPicture(picture: Picture): Mask {
  const raw = maskByAlpha(picture) ?? maskByBorder(picture);
  const mask = fillHoles(largestPiece(raw));
  const share = mask.inside.reduce((sum, value) => sum + value, 0) / mask.inside.length;
  if (share < 0.012)
    throw new AppError(
      'unriggable',
      'No figure was found in that picture. Use one figure on a plain background.',
    );
  if (share > 0.93 || borderShare(mask) > 0.55)
    throw new AppError(
      'unriggable',
      'The figure cannot be told from its background. Use a plainer background.',
    );
  return mask;
}

function maskByAlpha({ width, height, rgba }: Picture): Mask | null {
  let clear = 0;
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i]! < 32) clear++;
  if (clear < width * height * 0.02) return null;
  return {
    width,
    height,
    inside: Uint8Array.from({ length: width * height }, (_, i) => (rgba[i * 4 + 3]! >= 110 ? 1 : 0)),
  };
}

function maskByBorder(picture: Picture): Mask {
  const { width, height } = picture;
  const lab = labOf(picture);
  const border = borderPixels(width, height);
  const model = clusters(lab, border);
  const own = border.map((pixel) => nearest(model, lab, pixel)).sort((a, b) => a - b);
  const spread = own[Math.floor(own.length * 0.9)]!;
  const threshold = Math.min(26, Math.max(9, spread * 1.6 + 5));
  const like = Uint8Array.from({ length: width * height }, (_, i) =>
    nearest(model, lab, i) < threshold ? 1 : 0,
  );
  const ink = grow({ width, height, inside: like.map((value) => 1 - value) }, 1);
  const flooded = flood(ink, border);
  const background = grow({ width, height, inside: flooded }, 1);
  const rough = { width, height, inside: background.inside.map((value, i) => (value && like[i] ? 0 : 1)) };
  return grow(shrink(openLegs(rough, like), 1), 1);
}

/**
 * Legs whose feet touch enclose a piece of background: a tall, narrow patch of its colours on the figure's axis, wholly
 * in its lower half. Anything else of that colour inside, as a white shirt on white paper, stays with the figure.
 */
function openLegs(mask: Mask, like: Uint8Array): Mask {
  const figure = boundsOf(largestOf(mask), mask.width);
  const [w, h] = [figure.right - figure.left + 1, figure.bottom - figure.top + 1];
  const inside = mask.inside.slice();
  for (const patch of pieces({
    ...mask,
    inside: mask.inside.map((value, i) => (value && like[i] ? 1 : 0)),
  })) {
    const box = boundsOf(patch, mask.width);
    const [pw, ph] = [box.right - box.left + 1, box.bottom - box.top + 1];
    const offAxis = Math.abs((box.left + box.right - figure.left - figure.right) / 2);
    const low = box.top > figure.top + h * 0.5;
    if (low && ph > h * 0.1 && ph > pw * 2 && pw < w * 0.2 && offAxis < w * 0.08)
      for (const pixel of patch) inside[pixel] = 0;
  }
  return { ...mask, inside };
}

function borderPixels(width: number, height: number): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) pixels.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y++) pixels.push(y * width, y * width + width - 1);
  return pixels;
}

/** Everything outside the ink that a border pixel outside the ink reaches. */
function flood({ width, height, inside }: Mask, border: readonly number[]): Uint8Array {
  const reached = new Uint8Array(width * height);
  const stack = border.filter((pixel) => !inside[pixel]);
  for (const pixel of stack) reached[pixel] = 1;
  for (let pixel = stack.pop(); pixel !== undefined; pixel = stack.pop()) {
    for (const next of around(pixel, width, height)) {
      if (inside[next] || reached[next]) continue;
      reached[next] = 1;
      stack.push(next);
    }
  }
  return reached;
}

function around(pixel: number, width: number, height: number): number[] {
  const x = pixel % width;
  const list: number[] = [];
  if (x > 0) list.push(pixel - 1);
  if (x < width - 1) list.push(pixel + 1);
  if (pixel >= width) list.push(pixel - width);
  if (pixel < width * (height - 1)) list.push(pixel + width);
  return list;
}

/** Dilation by a diamond of `steps`. */
export function grow(mask: Mask, steps: number): Mask {
  let { inside } = mask;
  for (let step = 0; step < steps; step++) {
    const before = inside;
    inside = before.map((value, i) =>
      value || around(i, mask.width, mask.height).some((next) => before[next]) ? 1 : 0,
    );
  }
  return { ...mask, inside };
}

/** Erosion by a diamond of `steps`. */
export function shrink(mask: Mask, steps: number): Mask {
  const inverse = { ...mask, inside: mask.inside.map((value) => 1 - value) };
  return { ...mask, inside: grow(inverse, steps).inside.map((value) => 1 - value) };
}

function largestPiece(mask: Mask): Mask {
  const inside = new Uint8Array(mask.inside.length);
  for (const pixel of largestOf(mask)) inside[pixel] = 1;
  return { ...mask, inside };
}

const largestOf = (mask: Mask): number[] =>
  pieces(mask).reduce<number[]>((best, piece) => (piece.length > best.length ? piece : best), []);

/** The connected pieces of a mask, each as its pixels. */
function pieces({ width, height, inside }: Mask): number[][] {
  const seen = new Uint8Array(inside.length);
  const found: number[][] = [];
  for (let start = 0; start < inside.length; start++) {
    if (!inside[start] || seen[start]) continue;
    const piece = [start];
    seen[start] = 1;
    for (let at = 0; at < piece.length; at++)
      for (const next of around(piece[at]!, width, height)) {
        if (!inside[next] || seen[next]) continue;
        seen[next] = 1;
        piece.push(next);
      }
    found.push(piece);
  }
  return found;
}

/** Holes of up to a hundredth of the figure are closed; larger ones, as between arm and hip, stay. */
function fillHoles(mask: Mask): Mask {
  const area = mask.inside.reduce((sum, value) => sum + value, 0);
  const inside = mask.inside.slice();
  const outside = { ...mask, inside: mask.inside.map((value) => 1 - value) };
  for (const hole of pieces(outside))
    if (hole.length < area * 0.01) for (const pixel of hole) inside[pixel] = 1;
  return { ...mask, inside };
}

function boundsOf(pixels: readonly number[], width: number) {
  const box = { left: width, right: -1, top: Number.POSITIVE_INFINITY, bottom: -1 };
  const visit = (pixel: number) => {
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  };
  for (const pixel of pixels) visit(pixel);
  return box;
}

function borderShare({ width, height, inside }: Mask): number {
  const border = borderPixels(width, height);
  return border.filter((pixel) => inside[pixel]).length / border.length;
}

function labOf({ width, height, rgba }: Picture): Float32Array {
  const lab = new Float32Array(width * height * 3);
  const table = Float32Array.from({ length: 256 }, (_, i) => linearOf(i / 255));
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [table[rgba[i * 4]!]!, table[rgba[i * 4 + 1]!]!, table[rgba[i * 4 + 2]!]!];
    const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    lab.set([116 * y - 16, 500 * (x - y), 200 * (y - z)], i * 3);
  }
  return lab;
}

type Cluster = readonly [number, number, number];

/** Up to four background colours by k-means from evenly spaced border pixels; colours of few pixels are dropped. */
function clusters(lab: Float32Array, border: readonly number[]): Cluster[] {
  let centres = [0.05, 0.3, 0.55, 0.8].map((s) => labAt(lab, border[Math.floor(s * border.length)]!));
  let counts: number[] = [];
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (const pixel of border) {
      const colour = labAt(lab, pixel);
      const best = centres.reduce(
        (at, centre, i) => (apart(centre, colour) < apart(centres[at]!, colour) ? i : at),
        0,
      );
      const sum = sums[best]!;
      for (let i = 0; i < 3; i++) sum[i]! += colour[i]!;
      sum[3]++;
    }
    counts = sums.map(([, , , n]) => n);
    centres = sums.map(([l, a, b, n], i) => (n > 0 ? [l / n, a / n, b / n] : centres[i]!) as Cluster);
  }
  return centres.filter((_, i) => counts[i]! > border.length * 0.08);
}

const labAt = (lab: Float32Array, i: number): Cluster => [lab[i * 3]!, lab[i * 3 + 1]!, lab[i * 3 + 2]!];
const apart = (a: Cluster, b: Cluster): number => Math.hypot((a[0] - b[0]) * 0.8, a[1] - b[1], a[2] - b[2]);
const nearest = (model: readonly Cluster[], lab: Float32Array, i: number): number =>
  Math.min(...model.map((centre) => apart(centre, labAt(lab, i))));
