/** Leg joints of a two-legged solid. */
import { add, distance, lerp, scale, sub, type Vec3 } from '../../../geometry/vec.js';
import { sees, type Volume } from '../../../geometry/volume/volume.js';
import { chain, type Joint, type Side } from '../../skeleton.js';
import { type LimbCurve, pointAlong } from '../limb.js';
import { bipedLegsThresholds } from './calibration.js';
import { outOfCorner } from './pair.js';

const { leg, pelvis } = bipedLegsThresholds;
export const { stubby } = bipedLegsThresholds;

export type Leg = { hip: Vec3; knee: Vec3; ankle: Vec3; ball: Vec3; tip: Vec3 };

export function legIn(limb: LimbCurve | null, side: Side, root: Vec3): Leg | null {
  if (!limb) return null;
  const at = (share: number) => pointAlong(limb, limb.length * share);
  const onWay = at(leg.hip);
  const byBody = add(root, scale([side.x * pelvis.out, -pelvis.down, -pelvis.back], limb.length));
  return {
    hip: lerp(byBody, onWay, 0.2),
    knee: at(leg.knee),
    ankle: outOfCorner(at(leg.knee), at(leg.ankle), at(leg.ball)),
    ball: at(leg.ball),
    tip: limb.points[0]!,
  };
}

/** Metres from the toes to where the gap between two legs ends. */
export function freeLength(volume: Volume, [left, right]: readonly (LimbCurve | null)[]): number | null {
  if (!left || !right) return null;
  const end = Math.min(left.length, right.length);
  for (let s = end; s > end * 0.15; s -= volume.cell)
    if (!sees(volume, pointAlong(left, s), pointAlong(right, s), 0)) return s;
  return null;
}

/**
 * Fits a leg that leaves the body `free` metres from the toes; the hip is higher than that point by `above` times the
 * point's height.
 */
export function oddLeg(way: LimbCurve, free: number, height: number, above: number): Leg {
  const crotch = pointAlong(way, free);
  const hip = add(crotch, [0, above * crotch[1], 0]);
  const instep = way.points.findIndex((p) => p[1] >= Math.min(stubby.ankle * height, 0.3 * hip[1]));
  const ankleAt = Math.min(way.at[Math.max(0, instep)]!, free * 0.6);
  const ankle = pointAlong(way, ankleAt);
  const knee = pointAlong(way, ankleAt + (free - ankleAt) * stubby.knee);
  const tip = way.points[0]!;
  return { hip, knee, ankle, ball: lerp(tip, ankle, 0.4), tip };
}

/** Legs hidden in a skirt or block: straight down from the middle. */
export function standing(root: Vec3, height: number): [Leg, Leg] {
  const one = (x: number): Leg => {
    const at = (y: number, z = 0): Vec3 => [root[0] + x * 0.06 * height, root[1] * y, root[2] + z * height];
    return { hip: at(0.93), knee: at(0.5), ankle: at(0.08), ball: at(0.03, 0.04), tip: at(0.02, 0.07) };
  };
  return [one(1), one(-1)];
}

export function legJoints({ hip, knee, ankle, ball, tip }: Leg, side: Side): Joint[] {
  const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part);
  const end = distance(ball, tip) > 1e-4 ? tip : add(ball, scale(sub(ball, ankle), 0.5));
  return chain(names, 'hips', [hip, knee, ankle, ball, end]);
}
