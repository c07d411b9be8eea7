/** The outer contour of an outline, as evenly spaced points: straight lines, corners and arcs tell objects from bodies. */
import { type Mask, piecesOf } from '../image/grid.js';
import type { Silhouette } from '../image/silhouette.js';

/** Points along the contour, in cells, counterclockwise. */
export type Contour = { x: Float64Array; y: Float64Array; perimeter: number };

const points = 240;
/** Half the window of the moving average that removes the stairs of the grid, in cell edges. */
const smoothing = 4;

/** The columns and rows of an outline as a mask. */
export const gridOf = ({ columns, rows, inside }: Silhouette): Mask => ({
  width: columns,
  height: rows,
  inside,
});

/** Steps to the right, up, to the left and down. */
const steps = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;
/** The cells ahead of a corner, to the left and to the right, for each of the four directions. */
const ahead = [
  [0, 0, 0, -1],
  [-1, 0, 0, 0],
  [-1, -1, -1, 0],
  [0, -1, -1, -1],
] as const;

/** Follows the edges of the cells around the largest piece, with the inside on the left. */
function edgesAround(mask: Mask): [number, number][] {
  const [largest] = piecesOf(mask);
  if (!largest) return [];
  const own = new Uint8Array(mask.inside.length);
  for (const cell of largest) own[cell] = 1;
  const has = (i: number, j: number) =>
    i >= 0 && j >= 0 && i < mask.width && j < mask.height && own[j * mask.width + i] === 1;
  const first = own.indexOf(1);
  const start = [first % mask.width, Math.floor(first / mask.width)] as const;
  let [x, y, way] = [start[0], start[1], 0];
  const path: [number, number][] = [];
  do {
    path.push([x, y]);
    x += steps[way]![0];
    y += steps[way]![1];
    const [li, lj, ri, rj] = ahead[way]!;
    if (!has(x + li, y + lj)) way = (way + 1) % 4;
    else if (has(x + ri, y + rj)) way = (way + 3) % 4;
  } while (x !== start[0] || y !== start[1] || way !== 0);
  return path;
}

export function contourOf(mask: Mask): Contour {
  const path = edgesAround(mask);
  const count = path.length;
  const smooth = path.map((_, i) => {
    let [sx, sy] = [0, 0];
    for (let d = -smoothing; d <= smoothing; d++) {
      const [px, py] = path[(i + d + count) % count]!;
      sx += px;
      sy += py;
    }
    return [sx / (2 * smoothing + 1), sy / (2 * smoothing + 1)] as const;
  });
  const lengths = smooth.map(([px, py], i) => {
    const [qx, qy] = smooth[(i + 1) % count]!;
    return Math.hypot(qx - px, qy - py);
  });
  const perimeter = lengths.reduce((sum, one) => sum + one, 0);
  const [x, y] = [new Float64Array(points), new Float64Array(points)];
  let [at, along] = [0, 0];
  for (let k = 0; k < points && count > 0; k++) {
    const goal = (k * perimeter) / points;
    while (at < count - 1 && along + lengths[at]! < goal) along += lengths[at++]!;
    const t = lengths[at]! > 0 ? Math.min(1, (goal - along) / lengths[at]!) : 0;
    const [[px, py], [qx, qy]] = [smooth[at]!, smooth[(at + 1) % count]!];
    x[k] = px + (qx - px) * t;
    y[k] = py + (qy - py) * t;
  }
  return { x, y, perimeter };
}

/** Signed turn between the chords before and after each point, `reach` points long; left is positive. */
function turnsOf({ x, y }: Contour, reach: number): Float64Array {
  return x.map((_, i) => {
    const [a, b] = [(i - reach + points) % points, (i + reach) % points];
    const [ux, uy, vx, vy] = [x[i]! - x[a]!, y[i]! - y[a]!, x[b]! - x[i]!, y[b]! - y[i]!];
    return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
  });
}

const shareOf = (list: Float64Array, holds: (value: number, i: number) => boolean): number =>
  list.reduce((sum, value, i) => sum + (holds(value, i) ? 1 : 0), 0) / list.length;

/** Corners of at least `sharp` radians: the points that turn most among their neighbours. */
function cornersOf(turns: Float64Array, reach: number, sharp: number): number[] {
  const near = Array.from({ length: 2 * reach + 1 }, (_, d) => d - reach);
  return [...turns.keys()].filter((i) => {
    const size = Math.abs(turns[i]!);
    if (size < sharp) return false;
    return near.every((d) => {
      const other = Math.abs(turns[(i + d + points) % points]!);
      return d < 0 ? other < size : other <= size;
    });
  });
}

/** Straight lines, their directions, corners and circular arcs. */
export function contourFeatures(contour: Contour): Record<string, number> {
  const { x, y } = contour;
  const wide = turnsOf(contour, 8);
  const turns = turnsOf(contour, 4);
  const corners = cornersOf(turns, 5, 0.8).map((i) => turns[i]!);
  const direction = (i: number) =>
    Math.atan2(
      y[(i + 6) % points]! - y[(i - 6 + points) % points]!,
      x[(i + 6) % points]! - x[(i - 6 + points) % points]!,
    );
  const isStraight = (turn: number) => Math.abs(turn) < 0.1;
  const toAxis = (i: number) =>
    Math.abs(((direction(i) / (Math.PI / 2)) % 1) - Math.round((direction(i) / (Math.PI / 2)) % 1));
  const alike = (i: number) => {
    const around = Array.from({ length: 17 }, (_, d) => turns[(i + d - 8 + points) % points]!);
    const mean = around.reduce((a, b) => a + b, 0) / 17;
    const spread = Math.sqrt(around.reduce((a, b) => a + (b - mean) ** 2, 0) / 17);
    return Math.abs(mean) > 0.05 && spread < 0.04 + 0.15 * Math.abs(mean);
  };
  const headings = new Float64Array(12);
  wide.forEach((turn, i) => {
    if (isStraight(turn)) headings[Math.floor((((direction(i) + Math.PI) / Math.PI) * 12 + 0.5) % 12)]!++;
  });
  const [most = 0, second = 0] = [...headings].sort((a, b) => b - a);
  return {
    straight: shareOf(wide, isStraight),
    aligned: shareOf(wide, (turn, i) => isStraight(turn) && toAxis(i) < 0.06),
    arcs: shareOf(wide, (_, i) => alike(i)),
    parallel: (most + second) / points,
    longest: longestRun(wide, isStraight),
    convex: corners.filter((turn) => turn > 0).length,
    concave: corners.filter((turn) => turn < 0).length,
    square: corners.filter((turn) => Math.abs(turn) > 1.2 && Math.abs(turn) < 1.9).length,
    bending: turnsOf(contour, 2).reduce((sum, turn) => sum + Math.abs(turn), 0) / (2 * Math.PI),
    ...harmonicsOf(contour),
  };
}

function longestRun(list: Float64Array, holds: (value: number) => boolean): number {
  let [best, run] = [0, 0];
  for (let i = 0; i < list.length * 2 && run < list.length; i++) {
    run = holds(list[i % list.length]!) ? run + 1 : 0;
    best = Math.max(best, run);
  }
  return best / list.length;
}

/** Sizes of the contour's elliptic Fourier components relative to the first; size, place and turn do not matter. */
function harmonicsOf({ x, y }: Contour): Record<string, number> {
  const size = (k: number) => {
    let [re, im] = [0, 0];
    for (let i = 0; i < points; i++) {
      const angle = (-2 * Math.PI * k * i) / points;
      re += x[i]! * Math.cos(angle) - y[i]! * Math.sin(angle);
      im += x[i]! * Math.sin(angle) + y[i]! * Math.cos(angle);
    }
    return Math.hypot(re, im);
  };
  const first = Math.max(size(1), 1e-9);
  return Object.fromEntries(
    [-1, 2, -2, 3, -3, 4, -4, 5, -5, 7, -7].map((k) => [`harmonic${k}`, size(k) / first]),
  );
}
