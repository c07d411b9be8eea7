/** Finds a pair of eyes: two spots of one color at one height, each unlike everything around it. */
import { middleOf, runsOf, type Silhouette, widestOf, widthOf } from '../../segmentation/image/silhouette.js';
import { eyesThresholds } from './calibration.js';
import type { SegmentedPicture } from './sides.js';

const { neck, radii, ways, alike, apart } = eyesThresholds;

export type Color = readonly [number, number, number];

/** 0 to 255: how much the clearest pair of spots in the head stands out; 0 without a pair. */
export function eyesOf(seen: SegmentedPicture): number {
  const { silhouette: s } = seen;
  const colorAt = colorsOf(seen);
  const chin = neckOf(s);
  let best = 0;
  for (const share of radii) {
    const radius = Math.max(1, share * s.rows);
    const spots = spotsOf(s, chin, colorAt, radius);
    for (let row = chin; row < s.rows; row++) {
      // The head rather than a staff or a shield beside it.
      const run = widestOf(runsOf(s, row));
      if (!run) continue;
      const middle = middleOf(run) - 0.5;
      for (let column = Math.ceil(middle + radius); column <= run.to; column++) {
        const spot = spots[row * s.columns + column]!;
        if (spot <= best || column - middle > apart * s.rows) continue;
        best = Math.max(best, Math.min(spot, twinOf(column, row, 2 * middle - column)));
      }
    }

    /** The clearest spot of the same color within a cell of where the mirror image of another is. */
    function twinOf(column: number, row: number, mirrored: number): number {
      let found = 0;
      for (let j = Math.max(0, row - 1); j <= Math.min(s.rows - 1, row + 1); j++)
        for (let i = Math.floor(mirrored - 1); i <= Math.ceil(mirrored + 1); i++) {
          const spot = i < 0 ? 0 : (spots[j * s.columns + i] ?? 0);
          if (spot > found && unlike(colorAt(i, j), colorAt(column, row)) < alike) found = spot;
        }
      return found;
    }
  }
  return best;
}

/** The row where the figure is narrowest below its head. */
function neckOf(s: Silhouette): number {
  const [low, high] = [Math.floor(s.rows * neck.lowest), Math.floor(s.rows * neck.highest)];
  const breadths = Array.from({ length: high - low }, (_, i) => {
    const run = widestOf(runsOf(s, low + i));
    return run ? widthOf(run) : Number.POSITIVE_INFINITY;
  });
  return low + breadths.indexOf(Math.min(...breadths));
}

/** For each cell, its least difference from the cells around it at a distance; 0 where they are not all inside. */
export function spotsOf(
  s: Silhouette,
  chin: number,
  colorAt: (i: number, j: number) => Color,
  radius: number,
): Float32Array {
  const spots = new Float32Array(s.inside.length);
  const steps = Array.from({ length: ways }, (_, i) => {
    const a = (i / ways) * 2 * Math.PI;
    return [Math.round(Math.cos(a) * radius), Math.round(Math.sin(a) * radius)] as const;
  });
  for (let n = chin * s.columns; n < spots.length; n++) {
    if (s.depth[n]! < radius * s.cell) continue;
    const [i, j] = [n % s.columns, Math.floor(n / s.columns)];
    let least = Number.POSITIVE_INFINITY;
    for (const [di, dj] of steps) {
      const there = s.inside[(j + dj) * s.columns + i + di]
        ? unlike(colorAt(i, j), colorAt(i + di, j + dj))
        : 0;
      least = Math.min(least, there);
      if (least === 0) break;
    }
    spots[n] = least;
  }
  return spots;
}

export const colorsOf =
  ({ picture: { width, height, rgba }, silhouette: { columns, rows, crop } }: SegmentedPicture) =>
  (i: number, j: number): Color => {
    const x = Math.min(width - 1, crop.left + Math.floor(((i + 0.5) / columns) * crop.width));
    const y = Math.min(height - 1, crop.top + Math.floor((1 - (j + 0.5) / rows) * crop.height));
    const n = (y * width + x) * 4;
    return [rgba[n]!, rgba[n + 1]!, rgba[n + 2]!];
  };

export const unlike = (a: Color, b: Color): number =>
  Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(a[2] - b[2]));
