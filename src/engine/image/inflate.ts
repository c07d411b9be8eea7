/**
 * Thickness from an outline: the solution of Poisson's equation inside it. With -lap(q) = 2 the square root of q is half
 * the thickness, which makes a strip a round bar and a disc a lens of seven tenths of its ball, so that limbs are round
 * and trunks are not barrels.
 */
import type { Silhouette } from './silhouette.js';

/** Squared half thickness in square metres, negative outside, C1 between the cells. */
export type Relief = { at(u: number, v: number): number; silhouette: Silhouette };

const margin = 6;
const relaxation = 1.9;
const rounds = 160;

export function inflate(silhouette: Silhouette): Relief {
  const { columns, rows, cell } = silhouette;
  const [w, h] = [columns + margin * 2, rows + margin * 2];
  const inside = padded(silhouette, w, h);
  const q = new Float32Array(w * h);
  for (let round = 0; round < rounds; round++)
    for (let n = w; n < w * (h - 1); n++) {
      if (!inside[n]) continue;
      const mean = (q[n - 1]! + q[n + 1]! + q[n - w]! + q[n + w]! + 2 * cell * cell) / 4;
      q[n]! += relaxation * (mean - q[n]!);
    }
  const smooth = blurred(extended(q, inside, w, h, cell), w, h);
  const at = (u: number, v: number) =>
    spline(smooth, w, h, u / cell + columns / 2 + margin - 0.5, v / cell + margin - 0.5);
  return { at, silhouette };
}

function padded({ columns, rows, inside }: Silhouette, w: number, h: number): Uint8Array {
  const wide = new Uint8Array(w * h);
  for (let j = 0; j < rows; j++)
    wide.set(inside.subarray(j * columns, (j + 1) * columns), (j + margin) * w + margin);
  return wide;
}

/** Outside, the field falls off with the distance, about as steeply as it rises inside. */
function extended(q: Float32Array, inside: Uint8Array, w: number, h: number, cell: number): Float32Array {
  const away = new Float32Array(w * h).fill(1e6);
  const relax = (n: number, others: readonly [number, number][]) => {
    if (inside[n]) away[n] = 0;
    else for (const [m, d] of others) if (m >= 0 && m < w * h) away[n] = Math.min(away[n]!, away[m]! + d);
  };
  const near = (s: 1 | -1): [number, number][] => [
    [s, 1],
    [s * w, 1],
    [s * (w + 1), Math.SQRT2],
    [s * (w - 1), Math.SQRT2],
  ];
  for (let n = 0; n < w * h; n++)
    relax(
      n,
      near(-1).map(([d, l]) => [n + d, l]),
    );
  for (let n = w * h - 1; n >= 0; n--)
    relax(
      n,
      near(1).map(([d, l]) => [n + d, l]),
    );
  const steep = cell * cell * 5;
  return q.map((value, n) => (inside[n] ? value + steep / 2 : -(away[n]! - 0.5) * steep));
}

/** One binomial pass each way: takes the steps out of the outline. */
function blurred(values: Float32Array, w: number, h: number): Float32Array {
  const pass = (from: Float32Array, step: number) =>
    from.map((value, n) =>
      n < step || n >= w * h - step ? value : (from[n - step]! + 2 * value + from[n + step]!) / 4,
    );
  return pass(pass(pass(pass(values, 1), w), 1), w);
}

/** Uniform quadratic B-spline. */
function spline(values: Float32Array, w: number, h: number, x: number, y: number): number {
  const [i, j] = [Math.min(Math.max(Math.round(x), 1), w - 2), Math.min(Math.max(Math.round(y), 1), h - 2)];
  const [a, b] = [
    weights(Math.min(Math.max(x - i, -0.5), 0.5)),
    weights(Math.min(Math.max(y - j, -0.5), 0.5)),
  ];
  let sum = 0;
  for (let dj = 0; dj < 3; dj++)
    for (let di = 0; di < 3; di++) sum += a[di]! * b[dj]! * values[(j + dj - 1) * w + i + di - 1]!;
  const beyond = Math.max(0, 1 - x, x - w + 2, 1 - y, y - h + 2);
  return sum - beyond * 1e-3;
}

const weights = (t: number): readonly [number, number, number] => [
  0.5 * (0.5 - t) ** 2,
  0.75 - t * t,
  0.5 * (0.5 + t) ** 2,
];

/** The greatest half thickness squared. */
export function maxOf({ at, silhouette: s }: Relief): number {
  let most = 0;
  for (let j = 0; j < s.rows; j += 2)
    for (let i = 0; i < s.columns; i += 2)
      most = Math.max(most, at((i + 0.5 - s.columns / 2) * s.cell, (j + 0.5) * s.cell));
  return most;
}
