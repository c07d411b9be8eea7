/** Spine, neck and head of a two-legged solid. */
import { add, lerp, type Vec3 } from '../../../geometry/vec.js';
import { depthAt, type Volume } from '../../../geometry/volume/volume.js';
import { chain, type Joint } from '../../skeleton.js';
import { type LimbCurve, pointAlong } from '../limb.js';
import { bipedSpineThresholds } from './calibration.js';
import type { Leg } from './legs.js';

export const { collar } = bipedSpineThresholds;

export type Spine = { joints: Joint[]; neck: Vec3; chest: Vec3 };

type Reach = { lowest: number; highest: number };

export function spineIn(volume: Volume, way: LimbCurve, legs: readonly [Leg, Leg], reach: Reach): Spine {
  const hips = add(lerp(legs[0].hip, legs[1].hip, 0.5), [0, way.length * 0.03, 0]);
  const top = way.points[0]!;
  const neckAt = narrowest(volume, way, reach);
  const neck = pointAlong(way, neckAt);
  const back = (share: number): Vec3 => {
    const along = pointAlong(way, neckAt + (way.length - neckAt) * (1 - share));
    return lerp(lerp(hips, neck, share), along, 0.5 * Math.min(1, share * 2));
  };
  const names = ['hips', 'spine', 'chest', 'neck', 'head'];
  const chest = back(0.58);
  const joints = chain(names, null, [hips, back(0.25), chest, neck, lerp(neck, top, 0.22), top]);
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
