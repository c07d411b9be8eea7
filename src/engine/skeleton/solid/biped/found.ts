/**
 * Limbs of people with big heads. Average fractions of a path do not fit them, and arms that hang merge with the trunk, so
 * joints follow from what this body shows: its neck, the breadth of its trunk, and where its legs part.
 */
import { add, clamp, distance, lerp, normalize, smoothstep, sub, type Vec3 } from '../../../geometry/vec.js';
import { depthAt, type Volume } from '../../../geometry/volume/volume.js';
import { type Side, sides } from '../../skeleton.js';
import { type LimbCurve, limbOf, pointAlong } from '../limb.js';
import type { Arm } from './arms.js';
import { bipedFoundThresholds } from './calibration.js';
import type { Leg } from './legs.js';
import type { Trunk } from './trunk.js';

const { longest, beside, raised, arm, shoulder: collar, hanging, leg, hidden, limp } = bipedFoundThresholds;

/**
 * Null for a limb that is too long for an arm, or ends before or behind the body.
 * @param way with the height at which it joins the body
 */
export function foundArm(
  volume: Volume,
  way: (LimbCurve & { joins: number }) | null,
  side: Side,
  trunk: Trunk,
): Arm | null {
  if (!way) return null;
  const { neck, half, middle } = trunk;
  const tip = way.points[0]!;
  const out = (x: number) => side.x * (x - middle);
  const edge = collar.out * half;
  const reach = distance(tip, [middle + side.x * edge, neck, tip[2]]);
  const most = way.joins > longest.collar * neck ? longest.own : longest.hem;
  if (reach > most * neck || out(tip[0]) < beside * half) return null;
  // Hair, horns and wings come down through the neck, a raised arm beside it.
  const passes = way.points.find(([, y]) => y <= neck);
  if (tip[1] > raised * neck && passes && out(passes[0]) < beside * half) return null;
  const radius = thicknessAt(volume, way, reach, arm.from, arm.to);
  const [near, far] = [pointAlong(way, reach * arm.from), pointAlong(way, reach * arm.to)];
  const high = neck - collar.drop * radius;
  const [dx, dy] = normalize(sub(far, near));
  // The path of an arm that touches the trunk soon runs inside the trunk.
  const strays = out(far[0]) < Math.min(edge, out(tip[0])) - radius;
  const steep = strays ? 0 : smoothstep(hanging.from, hanging.to, dy);
  const along = out(far[0] + (dy > 0 ? (dx * (high - far[1])) / dy : 0));
  const aside = clamp(edge + (along - edge) * steep, hanging.least * half, hanging.most * half);
  const shoulder: Vec3 = [middle + side.x * aside, high, strays ? tip[2] : far[2]];
  const own = strays ? [tip] : way.points.filter((_, i) => way.at[i]! < reach * arm.to);
  const whole = limbOf([...own, shoulder]);
  const wrist = wristOf(volume, whole);
  const at = (s: number) => pointAlong(whole, s);
  return { shoulder, elbow: at(wrist + (whole.length - wrist) * arm.elbow), wrist: at(wrist), tip };
}

/** Median distance to the surface. */
function thicknessAt(volume: Volume, way: LimbCurve, reach: number, from: number, to: number): number {
  const radii = Array.from({ length: 9 }, (_, i) =>
    depthAt(volume, ...pointAlong(way, reach * (from + ((to - from) * i) / 8))),
  );
  return radii.sort((a, b) => a - b)[4]!;
}

/** Metres from the tip to where a hand that is thicker than its arm narrows; an average share if it doesn't. */
function wristOf(volume: Volume, way: LimbCurve): number {
  const radius = (share: number) => depthAt(volume, ...pointAlong(way, way.length * share));
  const thin = thicknessAt(volume, way, way.length, 0.25, 0.5);
  let [thickest, bulge] = [0, 0];
  for (let share = 0.03; share < 0.25; share += 0.02)
    if (radius(share) > bulge) [thickest, bulge] = [share, radius(share)];
  if (bulge < 1.15 * thin) return way.length * arm.wrist;
  let share = thickest;
  while (share < 0.32 && radius(share) > 1.05 * thin) share += 0.01;
  return way.length * share;
}

/** A leg to the height at which it meets the other one. */
export function foundLeg(volume: Volume, way: LimbCurve | null, crotch: number, height: number): Leg | null {
  if (!way) return null;
  const end = way.points.findIndex(([, y]) => y >= crotch);
  if (end <= 0) return null;
  const free = way.at[end]!;
  const above = leg.hip * thicknessAt(volume, way, free, 0.4, 0.8);
  const hip = add(way.points[end]!, [0, above, 0]);
  const low = Math.min(leg.most * height, leg.ankle * hip[1]);
  const ankleAt =
    way.at[
      Math.max(
        0,
        way.points.findIndex(([, y]) => y >= low),
      )
    ]!;
  const ankle = pointAlong(way, ankleAt);
  const whole = limbOf([...way.points.slice(0, end + 1), hip]);
  const knee = pointAlong(whole, ankleAt + (whole.length - ankleAt) * leg.knee);
  const tip = way.points[0]!;
  return { hip, knee, ankle, ball: lerp(tip, ankle, 0.4), tip };
}

/** Straight legs in a gown. */
export const hiddenLegs = ({ neck, half, middle }: Trunk, z: number, height: number): [Leg, Leg] => {
  const one = ({ x }: Side): Leg => {
    const at = (y: number, ahead = 0): Vec3 => [middle + x * hidden.out * half, y, z + ahead * height];
    const hip = hidden.hip * neck;
    const ankle = Math.min(leg.most * height, leg.ankle * hip);
    return {
      hip: at(hip),
      knee: at(ankle + (hip - ankle) * leg.knee),
      ankle: at(ankle),
      ball: at(ankle * 0.4, 0.04),
      tip: at(ankle * 0.3, 0.07),
    };
  };
  return [one(sides[0]!), one(sides[1]!)];
};

/** Arms that the trunk or cloth hides. */
export const limpArms = ({ neck, half, middle }: Trunk, z: number): [Arm, Arm] => {
  const one = ({ x }: Side): Arm => {
    const shoulder: Vec3 = [middle + x * collar.out * half, 0.94 * neck, z];
    const length = limp.length * neck;
    const tip = add(shoulder, [x * limp.slope * length, -Math.sqrt(1 - limp.slope ** 2) * length, 0]);
    const wrist = lerp(tip, shoulder, arm.wrist);
    return { shoulder, elbow: lerp(wrist, shoulder, arm.elbow), wrist, tip };
  };
  return [one(sides[0]!), one(sides[1]!)];
};
