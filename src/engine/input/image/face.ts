/** Whether a figure looks at the viewer: two eyes of one color at about one height, in a face alike on both sides. */
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { faceThresholds } from './calibration.js';
import { type Color, colorsOf, spotsOf, unlike } from './eyes.js';
import type { SegmentedPicture } from './sides.js';

const { from, radii, contrast, alike, tilt, nearest, farthest, around, most, least } = faceThresholds;

type Spot = { i: number; j: number; radius: number; color: Color };

export type Face = {
  /** Whether there are two eyes in a face alike on both sides. */
  isSeen: boolean;
  /** How far the middle between the eyes is from the middle of the figure, in its breadths. */
  aside: number;
};
export const noFace: Face = { isSeen: false, aside: 0 };

/** The most even face between two eyes. */
export function faceIn(seen: SegmentedPicture): Face {
  const { silhouette: s } = seen;
  const colorAt = colorsOf(seen);
  const lowest = Math.floor(s.rows * from);
  const size = Math.max(s.columns, s.rows);
  let [likeness, aside] = [0, 0];
  for (const share of radii) {
    const spots = peaksOf(s, spotsOf(s, lowest, colorAt, Math.max(1, share * size)), colorAt, share * size);
    for (const a of spots)
      for (const b of spots) {
        const [dx, dy] = [b.i - a.i, b.j - a.j];
        if (dx < nearest * a.radius || dx > farthest * s.columns || Math.abs(dy) > tilt * dx) continue;
        if (unlike(a.color, b.color) > alike) continue;
        const overlap = mirrored(s, colorAt, a, b);
        if (overlap <= likeness) continue;
        likeness = overlap;
        aside = Math.abs((a.i + b.i + 1) / 2 / s.columns - 0.5);
      }
  }
  return { isSeen: likeness > least, aside };
}

/** The clearest spots, one for each place. */
function peaksOf(
  s: Silhouette,
  spots: Float32Array,
  colorAt: (i: number, j: number) => Color,
  radius: number,
): Spot[] {
  const found: Spot[] = [];
  const clear = Array.from(spots.keys()).filter((n) => spots[n]! > contrast);
  clear.sort((a, b) => spots[b]! - spots[a]!);
  for (const n of clear) {
    const [i, j] = [n % s.columns, Math.floor(n / s.columns)];
    if (found.some((one) => Math.hypot(one.i - i, one.j - j) < radius * 1.5)) continue;
    const isSame = (di: number, dj: number) => unlike(colorAt(i, j), colorAt(i + di, j + dj)) < alike;
    // Cells on the edge of a spot are unlike both sides, but no spot.
    if (!(isSame(-1, 0) || isSame(1, 0)) || !(isSame(0, -1) || isSame(0, 1))) continue;
    found.push({ i, j, radius, color: colorAt(i, j) });
    if (found.length === most) break;
  }
  return found;
}

/** How much of the surroundings of two eyes looks like its mirror image between them. */
function mirrored(s: Silhouette, colorAt: (i: number, j: number) => Color, a: Spot, b: Spot): number {
  const [dx, dy] = [b.i - a.i, b.j - a.j];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  const [mx, my] = [(a.i + b.i) / 2, (a.j + b.j) / 2];
  const inside = (i: number, j: number) =>
    i >= 0 && j >= 0 && i < s.columns && j < s.rows && s.inside[j * s.columns + i] === 1;
  let [same, all] = [0, 0];
  const reach = length * around;
  for (let along = 0.5; along <= reach; along++)
    for (let up = -reach; up <= reach; up++) {
      const place = (side: 1 | -1) =>
        [Math.round(mx + ux * along * side - uy * up), Math.round(my + uy * along * side + ux * up)] as const;
      const [left, right] = [place(-1), place(1)];
      const [hasLeft, hasRight] = [inside(...left), inside(...right)];
      if (!hasLeft && !hasRight) continue;
      all++;
      if (hasLeft && hasRight && unlike(colorAt(...left), colorAt(...right)) < alike) same++;
    }
  return all === 0 ? 0 : same / all;
}
