/**
 * Colours for surfaces that the viewer sees obliquely, where the picture would be stretched into streaks: large areas
 * of colour without details, and without the shadow that a round body has at its outline.
 */

import { smoothstep } from '../../geometry/vec.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { areaSize, between, type Colour, type SeenPanel, seenPanel, shrinking } from './areas.js';
import { unseenThresholds } from './calibration.js';
import { carriedOn, softened } from './cells.js';
import { withoutContour } from './contour.js';
import type { HeadBox } from './head-box.js';
import { depthIn } from './pictured.js';
import { squaredShaded } from './shades.js';
import { panelPositionOf, panelSize } from './texture.js';
import { type Round, roundOf } from './unseen.js';

const { beside, carried, stretched } = unseenThresholds;
export const { grazing, turnedAway } = unseenThresholds;

/** Passes that even out how oblique a surface is. */
const evened = 4;

/** How far a surface is in front of the picture's plane at a point of the silhouette, in metres. */
type SurfaceIn = (u: number, v: number) => number;

/**
 * @param seen the front's panel without a drawn contour
 * @param round the colours of what is not seen, if the figure has a back
 */
export function sidesOf(
  { front, inside, around }: SeenPanel,
  s: Silhouette,
  surface: SurfaceIn,
  round?: Round,
): Uint8Array {
  // The steps of the outline would show as bars.
  const turned = softened(turnedIn(s, surface), s.columns, evened);
  const oblique = turned.map((one) => 1 - smoothstep(stretched, grazing, one));
  const columns = Int32Array.from({ length: panelSize }, (_, x) => cellAt(x, s.columns));
  const rows = columns.map((_, y) => s.rows - 1 - cellAt(y, s.rows));
  const areas = withoutShadow(around(beside), (n) => {
    const [x, y] = [n % areaSize, Math.floor(n / areaSize)].map((at) => Math.round((at + 0.5) * shrinking));
    return inside[n] === 1 && turned[rows[y!]! * s.columns + columns[x!]!]! >= grazing;
  });
  for (let n = 0; round && n < inside.length; n++)
    if (!round.alike[n]) areas.set(round.areas.subarray(n * 3, n * 3 + 3), n * 3);
  const sides = front.slice();
  const colour = new Float64Array(3);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      const share = oblique[rows[y]! * s.columns + columns[x]!]!;
      if (share === 0) continue;
      between(colour, areas, (x + 0.5) / shrinking - 0.5, (y + 0.5) / shrinking - 0.5);
      if (Number.isNaN(colour[0]!)) continue;
      for (let c = 0; c < 3; c++)
        sides[n * 4 + c] = front[n * 4 + c]! * (1 - share) + colour[c]! * share + 0.5;
    }
  return sides;
}

/** The cell, from the left or from the top, that a panel's column or row shows. */
const cellAt = (at: number, count: number): number =>
  Math.min(count - 1, Math.max(0, Math.floor(panelPositionOf(at) * count)));

/**
 * The front's panel without a drawn contour, and the colours of what the viewer sees obliquely and not at all.
 * @param head missing where no back is needed
 */
export function besideOf(front: Uint8Array, s: Silhouette, surface: SurfaceIn, head?: HeadBox) {
  const seen = seenPanel(withoutContour(front, s) ?? front, depthIn(s));
  const round = head && roundOf(seen, head);
  return { seen, round, sides: sidesOf(seen, s, surface, round) };
}

/** Colours at the outline that are those of what faces the viewer in shadow become the latter. */
function withoutShadow(areas: Float32Array, faces: (n: number) => boolean): Float32Array {
  const isKnown = (n: number) => !Number.isNaN(areas[n * 3]!);
  const lit = carriedOn(
    Float32Array.from({ length: areas.length / 3 }, (_, n) => (isKnown(n) && faces(n) ? n : Number.NaN)),
    areaSize,
  );
  const at = (n: number): Colour => [areas[n * 3]!, areas[n * 3 + 1]!, areas[n * 3 + 2]!];
  const out = areas.slice();
  for (let n = 0; n < lit.length; n++) {
    if (lit[n] === n || !isKnown(n) || Number.isNaN(lit[n]!)) continue;
    const [rim, inner] = [at(n), at(lit[n]!)];
    const isOther = smoothstep(carried.alike ** 2, (2 * carried.alike) ** 2, squaredShaded(rim, inner));
    for (let c = 0; c < 3; c++) out[n * 3 + c] = rim[c]! * isOther + inner[c]! * (1 - isOther);
  }
  return out;
}

/** For each cell, how directly its surface faces the viewer, 0 to 1. */
function turnedIn(s: Silhouette, surface: SurfaceIn): Float32Array {
  const heights = Float32Array.from(s.inside, (inside, n) =>
    inside
      ? surface(((n % s.columns) + 0.5 - s.columns / 2) * s.cell, (Math.floor(n / s.columns) + 0.5) * s.cell)
      : 0,
  );
  const slope = (n: number, step: number): number => {
    // Beyond the outline the surface ends.
    if (!s.inside[n - step] || !s.inside[n + step]) return Number.POSITIVE_INFINITY;
    return (heights[n + step]! - heights[n - step]!) / (2 * s.cell);
  };
  return heights.map((_, n) =>
    s.inside[n] ? 1 / Math.sqrt(1 + slope(n, 1) ** 2 + slope(n, s.columns) ** 2) : 0,
  );
}
