/**
 * Models the background from the picture's border: a smooth colour surface, and a few colours that occur in patches.
 */

import { linearOf } from '../../colour.js';
import type { Picture } from '../../input/image/decode.js';
import { borderPixels } from './grid.js';

/**
 * For each pixel its difference from the background (CIELAB with reduced weight for lightness), how much darker it is
 * and how much its colour differs, and the background's own spread.
 */
export type BackgroundDifference = {
  lab: Float32Array;
  unlike: Float32Array;
  darker: Float32Array;
  tint: Float32Array;
  spread: number;
};
export type Colour = [number, number, number];

/** CIELAB difference between neighbours above which a picture counts as grainy. */
const grain = 5;

/** Smooths a grainy picture with 5x5 means. */
function calmed(lab: Float32Array, width: number, height: number): Float32Array {
  const between = borderPixels(width - 2, height - 2).map((i) => {
    const n = (Math.floor(i / (width - 2)) * width + (i % (width - 2))) * 3;
    return Math.hypot(...[0, 1, 2].map((c) => lab[n + c]! - lab[n + 6 + c]!));
  });
  if (percentile(between, 0.5) < grain) return lab;
  let out = lab;
  for (const step of [3, width * 3, 3, width * 3]) {
    const from = out;
    out = from.slice();
    for (let n = step; n < out.length - step; n++)
      out[n] = (from[n - step]! + from[n]! + from[n + step]!) / 3;
  }
  return out;
}

const percentile = (list: ArrayLike<number>, share: number): number =>
  Float32Array.from(list).sort()[Math.floor((list.length - 1) * share)] ?? 0;

export function backdropOf(picture: Picture): BackgroundDifference {
  const { width, height } = picture;
  const lab = calmed(labOf(picture), width, height);
  const border = borderPixels(width, height);
  const patches = patchesOf(lab, border);
  const patchy = (i: number): Colour => patches[nearestColour(patches, lab, i)]!;
  const smooth = surfaceOf(lab, border, width, height);
  const error = (of: (i: number) => Colour, share: number) =>
    percentile(
      border.map((i) => apart(of(i), lab, i)),
      share,
    );
  const even = error(smooth, 0.9) <= error(patchy, 0.9) + 2;
  const expected = (i: number): Colour => {
    const patch = patchy(i);
    if (!even) return patch;
    const shade = smooth(i);
    return apart(shade, lab, i) <= apart(patch, lab, i) + 1.5 ? shade : patch;
  };
  const blank = () => new Float32Array(width * height);
  const [unlike, darker, tint] = [blank(), blank(), blank()];
  for (let i = 0; i < unlike.length; i++) {
    const colour = expected(i);
    const down = colour[0] - lab[i * 3]!;
    const [a, b] = [colour[1] - lab[i * 3 + 1]!, colour[2] - lab[i * 3 + 2]!];
    const off = a * a + b * b;
    darker[i] = down;
    tint[i] = Math.sqrt(off);
    unlike[i] = Math.sqrt(down * down * 0.64 + off);
  }
  return { lab, unlike, darker, tint, spread: error(expected, 0.9) };
}

/** Quadratic colour surface fitted to the border without outliers; models light falloff. */
function surfaceOf(lab: Float32Array, border: readonly number[], width: number, height: number) {
  const terms = (i: number) => {
    const [x, y] = [(i % width) / width - 0.5, Math.floor(i / width) / height - 0.5];
    return [1, x, y, x * x, x * y, y * y];
  };
  const solveFor = (pixels: readonly number[]) => {
    const normal = Array.from({ length: 6 }, () => new Float64Array(9));
    for (const i of pixels) {
      const t = terms(i);
      for (let r = 0; r < 6; r++) {
        for (let c = 0; c < 6; c++) normal[r]![c]! += t[r]! * t[c]!;
        for (let c = 0; c < 3; c++) normal[r]![6 + c]! += t[r]! * lab[i * 3 + c]!;
      }
    }
    for (let r = 0; r < 6; r++) normal[r]![r]! += 1e-3 * pixels.length * (r === 0 ? 0 : 0.01);
    return eliminate(normal);
  };
  const samples = border.filter((_, n) => n % 3 === 0);
  let fit = solveFor(samples);
  const colour: Colour = [0, 0, 0];
  /** Valid until the next call: a picture has half a million pixels. */
  const at = (i: number): Colour => {
    const x = (i % width) / width - 0.5;
    const y = Math.floor(i / width) / height - 0.5;
    const [one, u, v, uu, uv, vv] = fit as [number[], number[], number[], number[], number[], number[]];
    for (let c = 0; c < 3; c++)
      colour[c] = one[c]! + x * (u[c]! + x * uu[c]! + y * uv[c]!) + y * (v[c]! + y * vv[c]!);
    return colour;
  };
  for (let round = 0; round < 3; round++) {
    const errors = samples.map((i) => apart(at(i), lab, i));
    const limit = Math.max(3, percentile(errors, 0.6) * 1.8);
    fit = solveFor(samples.filter((_, n) => errors[n]! <= limit));
  }
  return at;
}

/** Gauss-Jordan elimination with pivoting for six unknowns and three right-hand sides. */
function eliminate(rows: Float64Array[]): number[][] {
  for (let c = 0; c < 6; c++) {
    const pivot = rows.slice(c).reduce((best, row) => (Math.abs(row[c]!) > Math.abs(best[c]!) ? row : best));
    rows.splice(rows.indexOf(pivot), 1, rows[c]!);
    rows[c] = pivot;
    const scale = pivot[c] || 1;
    for (let k = 0; k < 9; k++) pivot[k]! /= scale;
    for (const row of rows) {
      const share = row[c]!;
      if (row !== pivot) for (let k = 0; k < 9; k++) row[k]! -= share * pivot[k]!;
    }
  }
  return rows.map((row) => [...row.slice(6)]);
}

/** Up to four background colours by k-means over evenly spaced border pixels; colours with few pixels are dropped. */
function patchesOf(lab: Float32Array, border: readonly number[]): Colour[] {
  let centres = [0.05, 0.3, 0.55, 0.8].map((s) => colourAt(lab, border[Math.floor(s * border.length)]!));
  let counts: number[] = [];
  for (let round = 0; round < 8; round++) {
    const sums = centres.map(() => [0, 0, 0, 0] as [number, number, number, number]);
    for (const i of border) {
      const best = nearestColour(centres, lab, i);
      for (let c = 0; c < 3; c++) sums[best]![c]! += lab[i * 3 + c]!;
      sums[best]![3]++;
    }
    counts = sums.map(([, , , n]) => n);
    centres = sums.map(([l, a, b, n], i) => (n > 0 ? [l / n, a / n, b / n] : centres[i]!));
  }
  return centres.filter((_, i) => counts[i]! > border.length * 0.08);
}

export function nearestColour(centres: readonly Colour[], lab: Float32Array, i: number): number {
  let best = 0;
  let least = Infinity;
  for (let n = 0; n < centres.length; n++) {
    const d = apart(centres[n]!, lab, i);
    if (d >= least) continue;
    best = n;
    least = d;
  }
  return best;
}

const colourAt = (lab: Float32Array, i: number): Colour => [lab[i * 3]!, lab[i * 3 + 1]!, lab[i * 3 + 2]!];
function apart(colour: Colour, lab: Float32Array, i: number): number {
  const l = (colour[0] - lab[i * 3]!) * 0.8;
  const a = colour[1] - lab[i * 3 + 1]!;
  const b = colour[2] - lab[i * 3 + 2]!;
  return Math.sqrt(l * l + a * a + b * b);
}

/** Size of the lookup table for CIELAB's cube root, with linear interpolation. */
const fineness = 2048;

function labOf({ width, height, rgba }: Picture): Float32Array {
  const lab = new Float32Array(width * height * 3);
  const linear = Float32Array.from({ length: 256 }, (_, i) => linearOf(i / 255));
  const roots = Float32Array.from({ length: fineness + 2 }, (_, i) => {
    const t = i / fineness;
    return t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116;
  });
  const rootOf = (t: number): number => {
    const at = t * fineness;
    const i = at | 0;
    return roots[i]! + (roots[i + 1]! - roots[i]!) * (at - i);
  };
  for (let i = 0; i < width * height; i++) {
    const r = linear[rgba[i * 4]!]!;
    const g = linear[rgba[i * 4 + 1]!]!;
    const b = linear[rgba[i * 4 + 2]!]!;
    const x = rootOf((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
    const y = rootOf(0.2126 * r + 0.7152 * g + 0.0722 * b);
    const z = rootOf((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
    lab[i * 3] = 116 * y - 16;
    lab[i * 3 + 1] = 500 * (x - y);
    lab[i * 3 + 2] = 200 * (y - z);
  }
  return lab;
}
