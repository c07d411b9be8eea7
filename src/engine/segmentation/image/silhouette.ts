/** A figure's outline on a grid of fixed height, in metres: u to the right from its middle, v up from its feet. */
import { clamp } from '../../geometry/vec.js';
import { distances, type Mask, where } from './grid.js';

export type Silhouette = {
  columns: number;
  rows: number;
  /** Metres of a grid cell. */
  cell: number;
  /** Row 0 is the lowest; 1 inside. */
  inside: Uint8Array;
  /** Inside: metres to the outline. */
  depth: Float32Array;
  /** Signed distance to the outline of the picture's pixels in metres, negative outside, at any point (u, v). */
  signed(u: number, v: number): number;
  /** The figure's box in its picture, in pixels. */
  crop: { left: number; top: number; width: number; height: number };
  /** Metres. */
  width: number;
  height: number;
};

/** @param height of the figure's box in metres */
export function silhouetteOf(mask: Mask, height: number, resolution: number): Silhouette {
  const crop = cropOf(mask);
  const cell = (height * Math.max(1, crop.width / crop.height)) / resolution;
  const rows = Math.max(8, Math.round(height / cell));
  const columns = Math.max(4, Math.round((height * crop.width) / crop.height / cell));
  const inside = new Uint8Array(columns * rows);
  for (let j = 0; j < rows; j++)
    for (let i = 0; i < columns; i++)
      inside[j * columns + i] = covered(mask, crop, i / columns, 1 - (j + 1) / rows, 1 / columns, 1 / rows)
        ? 1
        : 0;
  const outline = { columns, rows, cell, inside, crop, width: columns * cell, height: rows * cell };
  return { ...outline, depth: depthOf(outline), signed: signedOf(mask, crop, outline) };
}

/** Bounding box of the inside in pixels. */
export function cropOf({ width, height, inside }: Mask) {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!inside[y * width + x]) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** Whether most of a cell is inside. */
function covered(
  mask: Mask,
  crop: Silhouette['crop'],
  u: number,
  v: number,
  du: number,
  dv: number,
): boolean {
  let hits = 0;
  for (let a = 0.25; a < 1; a += 0.5)
    for (let b = 0.25; b < 1; b += 0.5) {
      const x = crop.left + Math.min(crop.width - 1, Math.floor((u + du * a) * crop.width));
      const y = crop.top + Math.min(crop.height - 1, Math.floor((v + dv * b) * crop.height));
      hits += mask.inside[y * mask.width + x]!;
    }
  return hits >= 2;
}

function signedOf(
  mask: Mask,
  crop: Silhouette['crop'],
  { width, height }: { width: number; height: number },
): Silhouette['signed'] {
  const pixel = height / crop.height;
  const deep = distances(mask.inside, mask, 0);
  const away = distances(mask.inside, mask, 1);
  for (let n = 0; n < deep.length; n++) {
    const x = n % mask.width;
    const y = Math.floor(n / mask.width);
    const toFrame = Math.min(x, y, mask.width - 1 - x, mask.height - 1 - y) + 1;
    deep[n] = mask.inside[n] ? Math.min(deep[n]!, toFrame) - 0.5 : 0.5 - away[n]!;
  }
  return (u, v) => {
    const x = crop.left + (u / width + 0.5) * crop.width - 0.5;
    const y = crop.top + (1 - v / height) * crop.height - 0.5;
    const cx = clamp(x, 0, mask.width - 1);
    const cy = clamp(y, 0, mask.height - 1);
    const i = Math.min(Math.floor(cx), mask.width - 2);
    const j = Math.min(Math.floor(cy), mask.height - 2);
    const n = j * mask.width + i;
    const s = cx - i;
    const t = cy - j;
    const upper = deep[n]! * (1 - s) + deep[n + 1]! * s;
    const lower = deep[n + mask.width]! * (1 - s) + deep[n + mask.width + 1]! * s;
    const beyond = Math.sqrt((x - cx) ** 2 + (y - cy) ** 2);
    return (upper * (1 - t) + lower * t - beyond) * pixel;
  };
}

/** Two-pass chamfer distance to the nearest cell outside. */
function depthOf({
  columns,
  rows,
  inside,
  cell,
}: Pick<Silhouette, 'columns' | 'rows' | 'inside' | 'cell'>): Float32Array {
  const depth = new Float32Array(columns * rows);
  const at = (i: number, j: number) =>
    i < 0 || j < 0 || i >= columns || j >= rows ? 0 : depth[j * columns + i]!;
  const visit = (i: number, j: number, di: number, dj: number) => {
    const n = j * columns + i;
    if (!inside[n]) return;
    const near = Math.min(
      at(i - di, j) + 1,
      at(i, j - dj) + 1,
      at(i - di, j - dj) + Math.SQRT2,
      at(i + di, j - dj) + Math.SQRT2,
    );
    depth[n] = Math.min(depth[n] || Number.POSITIVE_INFINITY, near);
  };
  for (let j = 0; j < rows; j++) for (let i = 0; i < columns; i++) visit(i, j, 1, 1);
  for (let j = rows - 1; j >= 0; j--) for (let i = columns - 1; i >= 0; i--) visit(i, j, -1, -1);
  return depth.map((steps) => steps * cell);
}

export type PixelRun = { from: number; to: number };

/** Runs of inside cells in a row, left to right. */
export function runsOf({ columns, inside }: Silhouette, row: number): PixelRun[] {
  const runs: PixelRun[] = [];
  for (let i = 0; i < columns; i++) {
    if (!inside[row * columns + i]) continue;
    const last = runs.at(-1);
    if (last && last.to === i - 1) last.to = i;
    else runs.push({ from: i, to: i });
  }
  return runs;
}

export const middleOf = ({ from, to }: PixelRun): number => (from + to + 1) / 2;
export const widthOf = ({ from, to }: PixelRun): number => to - from + 1;

/** The first of the broadest runs. */
export const widestOf = (runs: readonly PixelRun[]): PixelRun | undefined =>
  runs.reduce<PixelRun | undefined>(
    (best, run) => (best && widthOf(best) >= widthOf(run) ? best : run),
    undefined,
  );

/** The largest disc whose middle is one of the counted cells: that cell, and the radius in metres. */
export function largestDisc(
  { depth }: Silhouette,
  counts: (cell: number) => boolean = () => true,
): { middle: number; radius: number } {
  let [middle, radius] = [0, 0];
  for (let n = 0; n < depth.length; n++)
    if (depth[n]! > radius && counts(n)) [middle, radius] = [n, depth[n]!];
  return { middle, radius };
}

/** 1 where a disc of `radius` metres fits into the outline; ears, wings, capes and fins stay out. */
export function coreWithin(s: Silhouette, radius: number): Uint8Array {
  const middles = where(s.depth, (depth) => depth > radius);
  const away = distances(middles, { width: s.columns, height: s.rows }, 1);
  const reach = radius / s.cell + 0.7;
  return where(away, (d, n) => s.inside[n] === 1 && d <= reach);
}

/** Metres of a (fractional) column and row. */
export const metresOf = (s: Silhouette, column: number, row: number): [number, number] => [
  (column - s.columns / 2) * s.cell,
  row * s.cell,
];
