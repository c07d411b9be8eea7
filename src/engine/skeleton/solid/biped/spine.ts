/** Spine, neck and head of a two-legged solid. */
import { add, distance, lerp, type Vec3 } from '../../../geometry/vec.js';
import { depthAt, type Volume } from '../../../geometry/volume/volume.js';
import { chain, type Joint } from '../../skeleton.js';
import { type LimbCurve, limbOf, pointAlong } from '../limb.js';
import { bipedSpineThresholds } from './calibration.js';
import type { Leg } from './legs.js';

const { throat } = bipedSpineThresholds;
export const { collar } = bipedSpineThresholds;

export type Spine = { joints: Joint[]; neck: Vec3; chest: Vec3 };

/** `lowest` and `highest` place of the neck, and the height of the body. */
type Reach = { lowest: number; highest: number; height: number };

export function spineIn(volume: Volume, way: LimbCurve, legs: readonly [Leg, Leg], reach: Reach): Spine {
  const hips = add(lerp(legs[0].hip, legs[1].hip, 0.5), [0, way.length * 0.03, 0]);
  const top = way.points[0]!;
  const neckAt = narrowest(volume, way, reach);
  const neck = pointAlong(way, neckAt);
  // The way from the head ends in the middle of the body, which is above the hips.
  const column = limbOf([neck, ...way.points.filter((_, i) => way.at[i]! > neckAt), hips]);
  const back = (share: number): Vec3 => {
    const along = pointAlong(column, column.length * (1 - share));
    return lerp(lerp(hips, neck, share), along, 0.5 * Math.min(1, share * 2));
  };
  const names = ['hips', 'spine', 'chest', 'neck', 'head'];
  const chest = back(0.58);
  // A big head or a hat makes no longer throat.
  const skull = Math.min(throat.share, (throat.most * reach.height) / (distance(neck, top) || 1));
  const joints = chain(names, null, [hips, back(0.25), chest, neck, lerp(neck, top, skull), top]);
  return { joints, neck, chest };
}

/** Metres from the top of the head down to the thinnest part of the neck. */
function narrowest(volume: Volume, way: LimbCurve, { lowest, highest }: Reach): number {
  const radius = (s: number) => depthAt(volume, ...pointAlong(way, s));
  const step = volume.cell / 2;
  const height = (s: number) => pointAlong(way, s)[1];
  let start = way.length * 0.08;
  while (Number.isFinite(highest) && start < way.length && height(start) > highest) start += step;
  let [best, least] = [Math.max(start, way.length * 0.35), Infinity];
  if (Number.isFinite(highest)) best = start;
  let widest = 0;
  for (let s = way.length * 0.08; s < way.length * 0.75; s += step) {
    const r = radius(s);
    widest = Math.max(widest, r);
    if (s < start || (Number.isFinite(lowest) && height(s) < lowest)) continue;
    if (r < widest * 0.92 && r < least) [best, least] = [s, r];
  }
  return best;
}
