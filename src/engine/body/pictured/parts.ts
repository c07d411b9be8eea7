/** The parts of a figure in its picture by their bones, and the bulk of a part. */
import { segmentDistance, type Vec3 } from '../../geometry/vec.js';
import { largestDisc, type Silhouette } from '../../segmentation/image/silhouette.js';
import type { Skeleton } from '../../skeleton/skeleton.js';

/**
 * The part of each cell: that of the nearest bone.
 * @param shown where a point of the skeleton appears in the picture's plane
 */
export function partsOf<Part>(
  s: Silhouette,
  { joints }: Skeleton,
  partOf: (joint: string) => Part,
  shown: (point: Vec3) => readonly [u: number, v: number],
): Part[] {
  const bones = joints.map(({ name, position, tail }) => ({
    part: partOf(name),
    from: [...shown(position), 0] as const,
    to: [...shown(tail), 0] as const,
  }));
  return Array.from(s.inside, (inside, n) => {
    let [best, least] = [bones[0]!.part, Number.POSITIVE_INFINITY];
    if (!inside) return best;
    const u = ((n % s.columns) + 0.5 - s.columns / 2) * s.cell;
    const p: Vec3 = [u, (Math.floor(n / s.columns) + 0.5) * s.cell, 0];
    for (const { part, from, to } of bones) {
      const away = segmentDistance(p, from, to);
      if (away < least) [best, least] = [part, away];
    }
    return best;
  });
}

/** The largest disc that fits into a part, at least one cell large. */
export function bulkOf<Part>(
  s: Silhouette,
  parts: readonly Part[],
  part: Part,
): { middle: number; radius: number } {
  const { middle, radius } = largestDisc(s, (n) => parts[n] === part);
  return { middle, radius: Math.max(radius, s.cell) };
}
