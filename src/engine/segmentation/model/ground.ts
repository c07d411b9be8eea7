/** Detects the support under a model: a floor, a pedestal, the base of a miniature. It is not part of the figure. */

import { type Bounds, emptyBounds, spansOf } from '../../geometry/mesh/bounds.js';
import type { Piece } from '../../input/model/model.js';
import type { Skin } from '../../skinning/influences.js';
import { groundThresholds } from './calibration.js';
import { areTwins, boundsOfEach, type MeshParts, meshPartsOf, without } from './parts.js';

const { thickest, sunk, left, broadest } = groundThresholds;

/** Only the largest parts can be ground; a model may have thousands. */
const mostLarge = 24;

/** A floor may be below a pedestal, and a carpet on the floor. */
const layers = 3;

/** `standing`: the pieces without the ground's triangles. `settle` binds the ground to the root joint. */
export type Grounded = { standing: Piece[]; found: boolean; settle(skins: readonly Skin[]): void };

export function withoutGround(pieces: readonly Piece[]): Grounded {
  const made = meshPartsOf(pieces);
  const ground = groundOf(pieces, made);
  return {
    standing: without(pieces, made.labels, ground),
    found: ground.size > 0,
    settle: (skins) =>
      skins.forEach(({ joints, weights }, p) => {
        made.labels[p]!.forEach((label, v) => {
          if (!ground.has(label)) return;
          joints.fill(0, v * 4, v * 4 + 4);
          weights.set([1, 0, 0, 0], v * 4);
        });
      }),
  };
}

/** Flat parts at the bottom and below everything else; other parts, such as arms, may overhang them. */
function groundOf(pieces: readonly Piece[], made: MeshParts): Set<number> {
  const boxes = boundsOfEach(pieces, made);
  const large = [...boxes.keys()]
    .sort((a, b) => made.parts[b]!.area - made.parts[a]!.area || a - b)
    .slice(0, mostLarge);
  const ground = new Set<number>();
  for (let layer = 0; layer < layers; layer++) {
    const found = large.find((part) => !ground.has(part) && carries(part, boxes, ground, made));
    if (found === undefined) break;
    ground.add(found);
  }
  return ground;
}

function carries(
  part: number,
  boxes: readonly Bounds[],
  ground: ReadonlySet<number>,
  made: MeshParts,
): boolean {
  const { parts } = made;
  if (parts.some((other, i) => i !== part && areTwins(parts[part]!, other, made))) return false;
  const own = boxes[part]!;
  const rest = joined(boxes.filter((_, i) => i !== part && !ground.has(i)));
  const [spans, restSpans] = [spansOf(own), spansOf(rest)];
  return ([1, 2] as const).some((up) => {
    const height = Math.max(rest.high[up]!, own.high[up]!) - own.low[up]!;
    const sides = [0, 3 - up];
    return (
      spans[up]! < thickest * height &&
      rest.low[up]! > own.high[up]! - sunk * height &&
      restSpans[up]! > left * height &&
      sides.every((side) => spans[side]! > broadest[up] * restSpans[side]!)
    );
  });
}

const joined = (boxes: readonly Bounds[]): Bounds =>
  boxes.reduce(
    (all, { low, high }) => ({
      low: all.low.map((value, axis) => Math.min(value, low[axis]!)),
      high: all.high.map((value, axis) => Math.max(value, high[axis]!)),
    }),
    emptyBounds(),
  );
