/**
 * Inflates an outline by solving Poisson's equation inside it. With -lap(q) = 2, sqrt(q) is half the thickness: a
 * strip becomes a round bar, and a disc a lens with 0.7 of the sphere's depth, so limbs are round and trunks are not
 * barrels.
 */
import { cellsOf } from '../../segmentation/image/grid.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';

/** Squared half thickness in square metres, negative outside, C1 between cells. */
export type Relief = {
  at(u: number, v: number): number;
  /** Gradient at the nearest outline, in metres. */
  slope(u: number, v: number): number;
  silhouette: Silhouette;
};

/** Approximate distance to the surface of half thickness sqrt(relief), `across` metres from the middle plane. */
export function reliefDistance({ at, slope }: Relief, u: number, v: number, across: number): number {
  const q = at(u, v);
  const w = across * across;
  return (w - q) / (2 * Math.sqrt(Math.max(Math.abs(q), w) + slope(u, v) ** 2 / 4));
}

const margin = 6;
const relaxation = 1.9;
const rounds = 160;

export function inflate(silhouette: Silhouette): Relief {
  const { columns, rows, cell } = silhouette;
  const [w, h] = [columns + margin * 2, rows + margin * 2];
  const inside = padded(silhouette, w, h);
  const q = new Float32Array(w * h);
  const within = cellsOf(inside);
  for (let round = 0; round < rounds; round++)
    for (let i = 0; i < within.length; i++) {
      const n = within[i]!;
      const mean = (q[n - 1]! + q[n + 1]! + q[n - w]! + q[n + w]! + 2 * cell * cell) / 4;
      q[n] = q[n]! + relaxation * (mean - q[n]!);
    }
  const edge = new Float32Array(w * h);
  for (let n = 0; n < w * h; n++) {
    const i = (n % w) - margin + 0.5;
    const j = Math.floor(n / w) - margin + 0.5;
    edge[n] = silhouette.signed((i - columns / 2) * cell, j * cell);
  }
  const rise = blurred(slopes(q, edge, inside, w, h, cell), w, h);
  const column = (u: number) => u / cell + columns / 2 + margin - 0.5;
  const row = (v: number) => v / cell + margin - 0.5;
  // A distance needs the height and the slope at one point.
  const last = Float64Array.of(Number.NaN, Number.NaN, 0);
  const slope = (u: number, v: number): number => {
    if (u !== last[0] || v !== last[1]) {
      last[0] = u;
      last[1] = v;
      last[2] = Math.max(cell * 0.5, spline(rise, w, h, column(u), row(v)));
    }
    return last[2]!;
  };
  const at = (u: number, v: number) => {
    const x = column(u);
    const y = row(v);
    const beyond = Math.max(0, 1 - x, x - w + 2, 1 - y, y - h + 2);
    return spline(edge, w, h, x, y) * slope(u, v) - beyond * 1e-3;
  };
  return { at, slope, silhouette };
}

function padded({ columns, rows, inside }: Silhouette, w: number, h: number): Uint8Array {
  const wide = new Uint8Array(w * h);
  for (let j = 0; j < rows; j++)
    wide.set(inside.subarray(j * columns, (j + 1) * columns), (j + margin) * w + margin);
  return wide;
}

/**
 * The solution divided by the distance to the outline and later multiplied by it again, so that the zero line is the
 * picture's own outline at subcell precision. Outside, the nearest slope is extrapolated.
 */
function slopes(
  q: Float32Array,
  edge: Float32Array,
  inside: Uint8Array,
  w: number,
  h: number,
  cell: number,
): Float32Array {
  const away = new Float32Array(w * h);
  const slope = new Float32Array(w * h);
  for (let n = 0; n < w * h; n++) {
    away[n] = inside[n] ? 0 : 1e6;
    if (inside[n]) slope[n] = q[n]! / (Math.max(edge[n]!, 0) + cell * 0.5);
  }
  const steps = [1, w, w + 1, w - 1] as const;
  const relax = (n: number, s: 1 | -1) => {
    if (inside[n]) return;
    for (let i = 0; i < 4; i++) {
      const m = n + s * steps[i]!;
      const d = i < 2 ? 1 : Math.SQRT2;
      if (m < 0 || m >= w * h || away[m]! + d >= away[n]!) continue;
      away[n] = away[m]! + d;
      slope[n] = slope[m]!;
    }
  };
  for (let n = 0; n < w * h; n++) relax(n, -1);
  for (let n = w * h - 1; n >= 0; n--) relax(n, 1);
  return slope;
}

/** One binomial pass in each direction: removes staircase steps from the outline. */
function blurred(values: Float32Array, w: number, h: number): Float32Array {
  const pass = (from: Float32Array, step: number) =>
    from.map((value, n) =>
      n < step || n >= w * h - step ? value : (from[n - step]! + 2 * value + from[n + step]!) / 4,
    );
  return pass(pass(pass(pass(values, 1), w), 1), w);
}

/** Uniform quadratic B-spline. */
function spline(values: Float32Array, w: number, h: number, x: number, y: number): number {
  const i = Math.min(Math.max(Math.round(x), 1), w - 2);
  const j = Math.min(Math.max(Math.round(y), 1), h - 2);
  const s = Math.min(Math.max(x - i, -0.5), 0.5);
  const t = Math.min(Math.max(y - j, -0.5), 0.5);
  const n = j * w + i;
  const above = splineRow(values, n - w, s);
  return (
    above * 0.5 * (0.5 - t) ** 2 +
    splineRow(values, n, s) * (0.75 - t * t) +
    splineRow(values, n + w, s) * 0.5 * (0.5 + t) ** 2
  );
}

const splineRow = (values: Float32Array, n: number, s: number): number =>
  values[n - 1]! * 0.5 * (0.5 - s) ** 2 + values[n]! * (0.75 - s * s) + values[n + 1]! * 0.5 * (0.5 + s) ** 2;

/** The greatest squared half thickness. */
export function maxOf({ at, silhouette: s }: Relief): number {
  let most = 0;
  for (let j = 0; j < s.rows; j += 2)
    for (let i = 0; i < s.columns; i += 2)
      most = Math.max(most, at((i + 0.5 - s.columns / 2) * s.cell, (j + 0.5) * s.cell));
  return most;
}
