/** Finds an arm drawn in front of the body: two straight segments whose sides follow lines or colour borders. */

import type { Silhouette } from '../../segmentation/image/silhouette.js';
import type { Point, Trunk } from '../../skeleton/outline/arms.js';
import type { Side } from '../../skeleton/skeleton.js';
import { layersFindThresholds } from './calibration.js';
import type { Edges } from './layers-sheet.js';

const { leastLine, leastLead, most, leastDrawn, leastWithin, mostCrossed, mostStriped } =
  layersFindThresholds;

/** In cells: shoulder, elbow and finger tips, and half the arm's width. */
export type InnerArm = { points: readonly [Point, Point, Point]; half: number };

/**
 * Sample points along each half of an arm: its sides, and its centre line, where at most this many may be on lines (a
 * cuff).
 */
const middles = [0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.95];
const borders = [0.25, 0.45, 0.65, 0.85, 1];

const range = (from: number, to: number, step: number): number[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

/** Null when nothing on the body looks like an arm on that side. */
export function findInnerArm(s: Silhouette, edges: Edges, trunk: Trunk, side: Side): InnerArm | null {
  const limit = Math.max(leastLine, edges.mean * leastLead);
  const length = trunk.neck - trunk.hips;
  let best: { arm: InnerArm; score: number } | null = null;
  for (const thick of [0.2, 0.27, 0.36])
    for (const out of [1, 0.85])
      for (const long of [0.85, 1, 1.15])
        for (const upper of range(-28, 35, 7))
          for (const lower of range(-112, 40, 8)) {
            const half = Math.max(2, trunk.half * thick);
            const shoulder: Point = [
              trunk.axis + side.x * (trunk.half - half) * out,
              trunk.neck - length * 0.13,
            ];
            const elbow = swung(shoulder, upper, (length * long) / 2, side);
            const arm: InnerArm = {
              points: [shoulder, elbow, swung(elbow, lower, (length * long) / 2, side)],
              half,
            };
            const score = drawn(s, edges, arm, limit) * long ** 0.5;
            if (score > 0 && (!best || score > best.score)) best = { arm, score };
          }
  return best?.arm ?? null;
}

const swung = ([column, row]: Point, degrees: number, length: number, side: Side): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [column + side.x * Math.sin(angle) * length, row - Math.cos(angle) * length];
};

/** Mean line strength at the sides of an arm; 0 when it is not drawn, not inside the body, or crossed by lines. */
function drawn(
  s: Silhouette,
  { strength }: Edges,
  { points: [a, b, c], half }: InnerArm,
  limit: number,
): number {
  let [sum, on, within, all, crossed, striped] = [0, 0, 0, 0, 0, 0];
  for (const [from, to] of [
    [a, b],
    [b, c],
  ] as const) {
    const size = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const normal = [(to[1] - from[1]) / size, (from[0] - to[0]) / size] as const;
    const cellAt = (t: number, off: number): number => {
      const column = Math.floor(from[0] + (to[0] - from[0]) * t + normal[0] * off);
      const row = Math.floor(from[1] + (to[1] - from[1]) * t + normal[1] * off);
      const cell = row * s.columns + column;
      return column >= 0 && column < s.columns && row >= 0 && row < s.rows && s.inside[cell] ? cell : -1;
    };
    for (const t of middles) {
      const cell = cellAt(t, 0);
      if (cell < 0) return 0;
      if (strength[cell]! > limit * 0.7 && ++crossed > mostCrossed) return 0;
      for (const off of [half * 0.4, -half * 0.4])
        if ((strength[cellAt(t, off)] ?? 0) > limit * 0.7 && ++striped > mostStriped) return 0;
    }
    for (const t of borders)
      for (const off of [half, -half]) {
        all++;
        const cell = cellAt(t, off);
        if (cell < 0 || s.depth[cell]! < s.cell * 3) continue;
        within++;
        const line = strength[cell]!;
        if (line >= limit) on++;
        sum += Math.min(line, most);
      }
  }
  if (within < all * leastWithin || on < within * leastDrawn) return 0;
  return (sum / within) * (0.6 + (0.4 * within) / all);
}
