/** Colours for a back that no picture shows: those of the front, without a face. */

import { smoothstep } from '../../geometry/vec.js';
import { areaSize, between, type SeenPanel, shrinking } from './areas.js';
import { unseenThresholds } from './calibration.js';
import { carryRound, depthAt } from './carried.js';
import { carriedOn } from './cells.js';
import { type Fold, foldOf } from './fold.js';
import type { HeadBox } from './head-box.js';
import { panelPositionOf, panelSize } from './texture.js';

const { skin, rim, window, fine, detail, folded } = unseenThresholds;

/** For each pixel of `areaSize` a side. */
export type Round = {
  /** The colours of the front without features, which continue round the body. */
  areas: Float32Array;
  /** The front's colours. */
  near: Float32Array;
  /** How much of the front's detail its other side has, 0 to 1. */
  grain: Float32Array;
  /** 1 where the other side looks like the front. */
  alike: Float32Array;
  /** How much a trunk's other side has of the texture that `fold` reads, 0 to 1; null where it has none. */
  textured: Float32Array | null;
  fold: Fold;
};

/**
 * How a figure goes on where the viewer does not see it.
 * @param head its back and the trunk's continue the colours of their outlines, with hair where the front has a face;
 * limbs, wings and ears look alike from both sides
 */
export function roundOf({ front, inside, depth, around }: SeenPanel, head?: HeadBox): Round {
  const areas = around(window);
  const near = around(fine);
  const { grain, usual } = grainOf(front, depth, near, areas);
  const alike = new Float32Array(areaSize * areaSize);
  if (!head) return { areas, near, grain, alike, textured: null, fold: () => false };
  const { written, trunk } = carryRound(areas, near, grain, { front, depth, head });
  const known = Uint8Array.from(written, (part) => (part ? 1 : 0));
  const { partAt } = head;
  for (let n = 0; n < alike.length; n++) {
    if (!inside[n] || known[n]) continue;
    const [u, v] = [n % areaSize, Math.floor(n / areaSize)].map((i) =>
      panelPositionOf((i + 0.5) * shrinking),
    );
    const isRim = depthAt(depth, n % areaSize, Math.floor(n / areaSize)) <= skin && isNear(written, n);
    alike[n] = partAt?.(u!, v!) === null && !isRim ? 1 : 0;
    known[n] = partAt && !alike[n] ? 0 : 1;
  }
  toOutline(areas, known);
  const share = smoothstep(folded.usual.least, folded.usual.all, usual);
  const textured = share > 0 ? Float32Array.from(written, (part) => (part === 'trunk' ? share : 0)) : null;
  return { areas, near, grain, alike, textured, fold: foldOf(front, trunk) };
}

/** Whether a place is at most two pixels from the head or the trunk. */
const isNear = (written: readonly (string | undefined)[], n: number): boolean =>
  [1, 2, areaSize, 2 * areaSize].some((step) => written[n - step] || written[n + step]);

/** Continues colours over the outline, where the picture's own are those of its contour or its background. */
function toOutline(areas: Float32Array, known: Uint8Array): void {
  const places = Float32Array.from(known, (isKnown, n) => (isKnown ? n : Number.NaN));
  for (const [n, from] of carriedOn(places, areaSize).entries())
    if (from !== n && !Number.isNaN(from)) areas.copyWithin(n * 3, from * 3, from * 3 + 3);
}

/**
 * A plausible back: the outline's colours, and inside them the large areas of the front with its folds and grain, but
 * without features.
 * @param beside the sides' panel, which the back meets at the outline
 */
export function backOf(
  { front, depth }: SeenPanel,
  { areas, near, grain, alike, textured, fold }: Round,
  beside: Uint8Array = front,
): Uint8Array {
  const back = beside.slice();
  const [colour, local, texture] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const [keep, same, much] = [new Float64Array(1), new Float64Array(1), new Float64Array(1)];
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      const share = smoothstep(rim * 0.4, rim, depth[n]!);
      if (share === 0) continue;
      const [i, j] = [(x + 0.5) / shrinking - 0.5, (y + 0.5) / shrinking - 0.5];
      between(same, alike, i, j);
      between(colour, areas, i, j);
      if (Number.isNaN(colour[0]!)) continue;
      between(local, near, i, j);
      between(keep, grain, i, j);
      if (textured) between(much, textured, i, j);
      if (much[0]! > 0 && fold(texture, x, y)) {
        for (let c = 0; c < 3; c++) colour[c]! += (texture[c]! - colour[c]!) * much[0]!;
        keep[0]! *= 1 - much[0]!;
      }
      for (let c = 0; c < 3; c++) {
        const grained = (front[n * 4 + c]! - local[c]!) * keep[0]!;
        const plain = colour[c]! + (Number.isNaN(grained) ? 0 : grained);
        const shown = plain + (front[n * 4 + c]! - plain) * same[0]!;
        back[n * 4 + c] = Math.min(255, Math.max(0, beside[n * 4 + c]! * (1 - share) + shown * share + 0.5));
      }
    }
  return back;
}

/** How much of the front's detail the back keeps: little of what differs much from its surroundings, and what is next to it. */
function grainOf(
  front: Uint8Array,
  depth: Float32Array,
  near: Float32Array,
  areas: Float32Array,
): { grain: Float32Array; usual: number } {
  const strength = new Float32Array(areaSize * areaSize);
  for (let y = 0; y < panelSize; y++)
    for (let x = 0; x < panelSize; x++) {
      const n = y * panelSize + x;
      if (depth[n]! <= 0) continue;
      const m = Math.floor(y / shrinking) * areaSize + Math.floor(x / shrinking);
      let off = 0;
      for (let c = 0; c < 3; c++)
        off = Math.max(
          off,
          Math.abs(front[n * 4 + c]! - near[m * 3 + c]!),
          Math.abs(near[m * 3 + c]! - areas[m * 3 + c]!),
        );
      if (off > strength[m]!) strength[m] = off;
    }
  const seen = strength.filter((value) => value > 0).sort();
  const usual = seen[seen.length >> 1] ?? 0;
  const plain = Math.max(detail.plain, usual * detail.usual.plain);
  const feature = Math.max(detail.feature, usual * detail.usual.feature);
  const grain = strength.map((_, n) => {
    let most = 0;
    for (const row of [-areaSize, 0, areaSize])
      for (const step of [-1, 0, 1]) most = Math.max(most, strength[n + row + step] ?? 0);
    return 1 - smoothstep(plain, feature, most);
  });
  return { grain, usual };
}
