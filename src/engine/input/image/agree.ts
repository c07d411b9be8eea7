/**
 * Detects views that contradict the front: a side has other colors or no solid fills both outlines, or the back is not
 * the front's mirror image.
 */

import { hullField } from '../../body/pictured/hull.js';
import type { Shots } from '../../body/pictured/shot.js';
import { type Mask, piecesOf } from '../../segmentation/image/grid.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import type { ViewName } from '../../types.js';
import { agreeThresholds } from './calibration.js';
import { sharedColors } from './palette.js';

const { filled, mirrored, colors, stride, places, within, solid } = agreeThresholds;

/** The front with the views that match it, and a note about each rejected view. */
export function agreeing(shots: Shots): { shots: Shots; notes: string[] } {
  const kept = { ...shots };
  const misfits = (['left', 'right', 'back'] as const).filter((view) => kept[view] && !fits(shots, view));
  for (const view of misfits) delete kept[view];
  return {
    shots: kept,
    notes: misfits.map((view) => `The ${view} picture does not match the front one, so it was left out.`),
  };
}

function fits({ front, ...others }: Shots, view: Exclude<ViewName, 'front'>): boolean {
  const shot = others[view]!;
  if (view === 'back') return mirrorShare(front.silhouette, shot.silhouette) >= mirrored;
  if (sharedColors(front, shot) < colors) return false;
  const field = hullField({ front, [view]: shot })!;
  const { min, max } = field.box;
  const sign = view === 'left' ? -1 : 1;
  return (
    shareFilled(front.silhouette, [min[2], max[2]], (u, v, w) => field.at(u, v, w)) >= filled &&
    shareFilled(shot.silhouette, [min[0], max[0]], (u, v, w) => field.at(w, v, sign * u)) >= filled
  );
}

/** The fraction of an outline behind which the solid is present between `near` and `far`, in one piece. */
function shareFilled(
  s: Silhouette,
  [near, far]: readonly [number, number],
  at: (u: number, v: number, w: number) => number,
): number {
  const depths = Array.from({ length: places }, (_, i) => near + ((far - near) * i) / (places - 1)).sort(
    (a, b) => Math.abs(a) - Math.abs(b),
  );
  const [width, height] = [Math.ceil(s.columns / stride), Math.ceil(s.rows / stride)];
  const met = new Uint8Array(width * height);
  const shown = new Uint8Array(met.length);
  for (let n = 0; n < met.length; n++) {
    const [column, row] = [(n % width) * stride, Math.floor(n / width) * stride];
    const own = row * s.columns + column;
    if (!s.inside[own]) continue;
    const [u, v] = [(column + 0.5 - s.columns / 2) * s.cell, (row + 0.5) * s.cell];
    const most = s.depth[own]! > within * s.cell ? -solid * s.cell : s.cell / 2;
    shown[n] = 1;
    if (depths.some((w) => at(u, v, w) <= most)) met[n] = 1;
  }
  return largest({ width, height, inside: met }) / largest({ width, height, inside: shown });
}

const largest = (mask: Mask): number => piecesOf(mask)[0]?.length ?? 0;

/** Intersection over union of an outline and the mirror image of another. */
function mirrorShare(front: Silhouette, back: Silhouette): number {
  let [common, either] = [0, 0];
  const half = Math.max(front.width, back.width) / 2;
  for (let v = front.cell / 2; v < front.height; v += front.cell)
    for (let u = -half; u < half; u += front.cell) {
      const [a, b] = [insideAt(front, u, v), insideAt(back, -u, (v * back.height) / front.height)];
      common += a & b;
      either += a | b;
    }
  return common / either;
}

function insideAt({ columns, rows, cell, inside }: Silhouette, u: number, v: number): number {
  const [i, j] = [Math.floor(u / cell + columns / 2), Math.floor(v / cell)];
  return i >= 0 && j >= 0 && i < columns && j < rows ? inside[j * columns + i]! : 0;
}
