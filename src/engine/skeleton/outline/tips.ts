/** Tips of a silhouette: hands, feet, the top of the head, and also hair, hats and held items. */

import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { outlineTipsThresholds } from './calibration.js';
import { aroundOf } from './geodesic.js';

const { cap } = outlineTipsThresholds;

/**
 * A cell farther from the start than its surroundings, by `rise` cells. If a limb's end touches the body again, it
 * forms a loop: its farthest cell is not an end, and `ways` has a cell on each of the two paths back.
 */
export type OutlineTip = { cell: number; rise: number; ways: readonly number[] };

/** Local maxima of the distance from a start by persistence, farthest first. */
export function outlineTipsOf(s: Silhouette, far: Float32Array, leastRise: number): OutlineTip[] {
  const cells = Array.from(far.keys())
    .filter((cell) => Number.isFinite(far[cell]!))
    .sort((a, b) => far[b]! - far[a]! || a - b);
  const peaks = new Int32Array(far.length).fill(-1);
  const peakOf = (cell: number): number => {
    let peak = cell;
    while (peaks[peak] !== peak) peak = peaks[peak] = peaks[peaks[peak]!]!;
    return peak;
  };
  const tips: OutlineTip[] = [];
  const keep = (cell: number, rise: number) => {
    if (rise >= leastRise) tips.push({ cell, rise, ways: waysBack(s, far, cell, rise) });
  };
  for (const cell of cells) {
    peaks[cell] = cell;
    for (const other of aroundOf(cell, s.columns, far.length)) {
      if (peaks[other]! < 0) continue;
      const [a, b] = [peakOf(other), peakOf(cell)];
      if (a === b) continue;
      const [low, high] = far[a]! < far[b]! || (far[a] === far[b] && a > b) ? [a, b] : [b, a];
      if (low !== cell) keep(low, far[low]! - far[cell]!);
      peaks[low] = high;
    }
  }
  if (cells[0] !== undefined) keep(cells[0], far[cells[0]]!);
  return tips.sort((a, b) => far[b.cell]! - far[a.cell]! || a.cell - b.cell);
}

/** A cell on the lower edge of each path down from a tip: one for an end, two for a loop. */
function waysBack(s: Silhouette, far: Float32Array, tip: number, rise: number): number[] {
  const floor = far[tip]! - Math.min(rise * 0.6, s.rows * cap);
  const region = flooded(s, tip, (cell) => far[cell]! >= floor);
  const edge = new Set([...region].filter((cell) => far[cell]! < floor + 1.6));
  const ways: number[] = [];
  for (const start of edge) {
    const piece = flooded(s, start, (cell) => edge.has(cell));
    for (const cell of piece) edge.delete(cell);
    ways.push(start);
  }
  return ways;
}

function flooded({ columns, inside }: Silhouette, start: number, holds: (cell: number) => boolean) {
  const found = new Set([start]);
  for (const cell of found)
    for (const other of aroundOf(cell, columns, inside.length))
      if (inside[other] && !found.has(other) && holds(other)) found.add(other);
  return found;
}
