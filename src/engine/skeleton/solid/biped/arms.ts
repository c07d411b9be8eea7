/** Arm joints of a two-legged solid. */
import { add, lerp, type Vec3 } from '../../../geometry/vec.js';
import type { Volume } from '../../../geometry/volume/volume.js';
import { chain, type Joint, type Side } from '../../skeleton.js';
import { type LimbCurve, openingOf, pointAlong, stalkOf } from '../limb.js';
import { bipedArmsThresholds } from './calibration.js';
import { outOfCorner } from './pair.js';
import type { Spine } from './spine.js';

const { arm } = bipedArmsThresholds;

export type Arm = { shoulder: Vec3; elbow: Vec3; wrist: Vec3; tip: Vec3 };

export function armIn(volume: Volume, limb: LimbCurve | null): Arm | null {
  if (!limb) return null;
  const stalk = stalkOf(volume, limb, 0.35);
  const opening = openingOf(volume, limb, 1.6, 0.15, 0.5);
  const reach = stalk ?? (opening + limb.length * arm.shoulder) / 2;
  const at = (share: number) => pointAlong(limb, reach * share);
  const elbow = outOfCorner(at(1), at(arm.elbow), at(arm.wrist));
  // The path to the middle of the body dips below the shoulder on its way.
  const shoulder = stalk === null ? add(at(1), [0, limb.length * arm.dip, 0]) : at(1);
  return { shoulder, elbow, wrist: at(arm.wrist), tip: limb.points[0]! };
}

export function hanging({ neck, chest }: Spine, height: number): [Arm, Arm] {
  const one = (x: number): Arm => {
    const at = (out: number, y: number): Vec3 => [neck[0] + x * out * height, neck[1] + y * height, chest[2]];
    return { shoulder: at(0.1, -0.04), elbow: at(0.13, -0.2), wrist: at(0.15, -0.34), tip: at(0.16, -0.42) };
  };
  return [one(1), one(-1)];
}

export function armJoints(
  { shoulder, elbow, wrist, tip }: Arm,
  side: Side,
  neck: Vec3,
  chest: Vec3,
): Joint[] {
  const names = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part);
  const collar = lerp(lerp(chest, neck, 0.7), shoulder, 0.28);
  return chain(names, 'chest', [collar, shoulder, elbow, wrist, tip]);
}
