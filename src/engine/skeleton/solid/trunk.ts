/**
 * Distinguishes birds from people among two-legged solids: birds are as deep as broad, have thin legs, and blades for
 * arms.
 */
import type { Volume } from '../../geometry/volume/volume.js';
import { flatness } from './avian.js';
import { boundsOf, type Slice } from './bulk.js';
import type { CurveSkeleton } from './curve.js';
import { limbOf } from './limb.js';
import type { Profile } from './profile.js';
import type { Stance } from './stance.js';
import type { BipedTips } from './tips.js';

/** Breadth of a head over that of the trunk. */
const broadHead = 1;

/**
 * Positive for birds. Depth over breadth of the trunk is 0.5 to 0.8 for a person, 0.85 for a child or doll, 1 to 1.5
 * for a bird.
 */
export function birdness(
  volume: Volume,
  curve: CurveSkeleton,
  { pairs, middle, centre }: Stance,
  tips: BipedTips | null,
  slices: readonly Slice[],
  { neck, headShare }: Pick<Profile, 'neck' | 'headShare'>,
): number {
  // No bird has a head broader than its trunk, cartoon people do.
  if (neck !== null && headShare > broadHead) return -1;
  const { low, span } = boundsOf(slices);
  const [pair] = pairs;
  const top = pair ? Math.min(pair.left.top, pair.right.top) / span[1] : 0;
  const stout = stoutness(
    volume,
    curve,
    low[1] + Math.max(0.1, top) * span[1],
    Math.min(neck ?? Infinity, low[1] + 0.7 * span[1]),
  );
  const arms = (tips?.hands ?? []).flatMap((tip) =>
    tip ? [flatness(volume, limbOf(curve.trace(tip.point)))] : [],
  );
  const round = arms.length === 2 ? Math.log2(Math.max(...arms) / 1.8) : 0;
  const tail = middle.some(({ sole }) => Math.abs(sole[2] - centre[2]) > 0.1 * span[1]);
  return (
    4 * (stout - 0.93) +
    (span[2] / span[1] - 0.5) +
    Math.max(-0.6, Math.min(0.4, round)) +
    (tail ? 0.4 : 0) +
    0.5 * (0.25 - top)
  );
}

/** Median over the layers of the trunk's depth over breadth. */
function stoutness(
  { size: [nx, ny, nz], origin, cell, inside }: Volume,
  { root }: CurveSkeleton,
  from: number,
  to: number,
): number {
  const at = (value: number, axis: 0 | 1 | 2) => Math.round((value - origin[axis]) / cell);
  const [i0, k0] = [at(root[0], 0), at(root[2], 2)];
  const shares: number[] = [];
  for (let j = Math.max(0, at(from, 1)); j < Math.min(ny, at(to, 1)); j++) {
    const is = (i: number, k: number) =>
      i >= 0 && k >= 0 && i < nx && k < nz && inside[i + nx * (j + ny * k)] === 1;
    const run = (holds: (step: number) => boolean): [number, number] => {
      let [low, high] = [0, 0];
      while (holds(low - 1)) low--;
      while (holds(high + 1)) high++;
      return [low, high];
    };
    const near = nearestTo(k0, nz, (k) => is(i0, k));
    if (near === null) continue;
    const [back, front] = run((step) => is(i0, near + step));
    const middle = near + Math.round((back + front) / 2);
    const [right, left] = run((step) => is(i0 + step, middle));
    shares.push((front - back + 1) / (left - right + 1));
  }
  return shares.sort((a, b) => a - b)[shares.length >> 1] ?? 0;
}

function nearestTo(start: number, count: number, holds: (at: number) => boolean): number | null {
  for (let d = 0; d < count; d++) {
    if (holds(start + d)) return start + d;
    if (holds(start - d)) return start - d;
  }
  return null;
}
