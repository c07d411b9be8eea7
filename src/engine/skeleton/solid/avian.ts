/** Skeletons for birds: two feet, and side limbs that are blades rather than arms. */
import { add, cross, distance, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { depthAt, eachInside, type Volume } from '../../geometry/volume/volume.js';
import { chain, type Joint, type Side, type Skeleton, sides } from '../skeleton.js';
import type { Bounds } from './bulk.js';
import { avianThresholds } from './calibration.js';
import type { CurveSkeleton } from './curve.js';
import { type LimbCurve, limbOf, openingOf, pointAlong } from './limb.js';
import type { Stance } from './stance.js';
import type { BipedTips } from './tips.js';

const { blade, wing, throat } = avianThresholds;

export function looksAvian(
  volume: Volume,
  curve: CurveSkeleton,
  { feet, hands }: BipedTips,
  { low, span }: Bounds,
): boolean {
  if (!feet[0] || !feet[1] || !hands[0] || !hands[1]) return false;
  // A body with arms besides wings is not a bird.
  const size = Math.max(...span);
  const arms = curve.branches.some(({ points, length }) => {
    const [x, y] = points[0]!;
    const aside = Math.abs(x - curve.root[0]) > 0.14 * span[0] && y > low[1] + 0.25 * span[1];
    return aside && length > 0.1 * size && flatness(volume, limbOf(curve.trace(points[0]!))) < blade;
  });
  if (arms) return false;
  const flat = hands.every((tip) => flatness(volume, limbOf(curve.trace(tip!.point))) > blade);
  return flat && span[2] > 0.3 * span[1] && span[2] < 1.7 * span[1];
}

/** Width over thickness of a limb in the middle of the part that sticks out. */
export function flatness(volume: Volume, limb: LimbCurve): number {
  const free = Math.min(openingOf(volume, limb, 1.7, 0.1, 0.5), limb.length * 0.8);
  const ratios = [0.4, 0.55, 0.7].map((share) => {
    const at = free * share;
    const p = pointAlong(limb, at);
    const along = normalize(
      sub(pointAlong(limb, at + volume.cell * 2), pointAlong(limb, at - volume.cell * 2)),
    );
    const first = normalize(cross(along, Math.abs(along[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]));
    const second = cross(along, first);
    const spans = Array.from({ length: 12 }, (_, i) => {
      const a = (i / 12) * Math.PI;
      const way = add(scale(first, Math.cos(a)), scale(second, Math.sin(a)));
      return reach(volume, p, way) + reach(volume, p, scale(way, -1));
    });
    return Math.max(...spans) / Math.min(...spans);
  });
  return ratios.sort((a, b) => a - b)[1]!;
}

/** Metres to the surface along a unit vector. */
function reach(volume: Volume, from: Vec3, way: Vec3): number {
  for (let s = volume.cell * 0.5; s < 2; s += volume.cell * 0.5)
    if (depthAt(volume, ...add(from, scale(way, s))) < 0) return s;
  return 2;
}

/** Landmarks for a bird's joints; an undetected wing is folded into the body. */
export type AvianTips = { head: Vec3; hands: readonly (Vec3 | null)[]; feet: readonly [Vec3, Vec3] };

/**
 * For a solid that faces +Z: the highest point ahead, the mirrored pair farthest to the sides, and the pair on the
 * ground.
 */
export function avianTips(
  volume: Volume,
  curve: CurveSkeleton,
  { pairs }: Stance,
  { low, span }: Bounds,
): AvianTips {
  const middle = curve.root[0];
  const size = Math.max(...span);
  const tips = curve.branches.map(({ points }) => points[0]!).filter(([, y]) => y > low[1] + 0.2 * span[1]);
  const heads = tips.filter(([x, y]) => Math.abs(x - middle) < 0.08 * size && y > curve.root[1]);
  const wings = tips
    .flatMap((left) => tips.map((right) => [left, right] as const))
    .filter(([left, right]) => left[0] - right[0] > 0.16 * size)
    .filter(([left, right]) => distance(right, [2 * middle - left[0], left[1], left[2]]) < 0.14 * size)
    .sort(([a, b], [c, d]) => c[0] - d[0] - (a[0] - b[0]))[0];
  const [pair] = pairs;
  return {
    head: heads.sort((a, b) => ahead(b) - ahead(a))[0] ?? foremostIn(volume, middle),
    hands: wings ?? [null, null],
    feet: [pair!.left.sole, pair!.right.sole],
  };
}

/** How high and far forward a point is. */
const ahead = ([, y, z]: Vec3): number => y + 0.5 * z;

/** On the mirror plane: the highest points of a head may be tufts or ears beside it. */
function foremostIn(volume: Volume, middle: number): Vec3 {
  let best: Vec3 = [middle, -Infinity, 0];
  eachInside(volume, (_, x, y, z) => {
    if (Math.abs(x - middle) <= volume.cell && ahead([x, y, z]) > ahead(best)) best = [x, y, z];
  });
  return best;
}

export function fitAvian(
  volume: Volume,
  curve: CurveSkeleton,
  tips: AvianTips,
  { low, span }: Bounds,
): { skeleton: Skeleton; facing: number } {
  const legs = tips.feet.map((tip) => legOf(volume, limbOf(curve.trace(tip))));
  const wings = tips.hands.map((tip, i) =>
    tip ? wingOf(volume, limbOf(curve.trace(tip))) : foldedWing(volume, curve.root, sides[i]!),
  );
  const head = limbOf(curve.trace(tips.head));
  const hip = lerp(legs[0]![0]!, legs[1]![0]!, 0.5);
  const shoulders = lerp(wings[0]![0]!, wings[1]![0]!, 0.5);
  const hips: Vec3 = [hip[0], Math.max(hip[1], lerp(hip, shoulders, 0.2)[1]), hip[2]];
  const top = head.points[0]!;
  const neck = pointAlong(head, throat.neck * head.length);
  const tailTip = backmost(volume, curve, hips, neck);
  const facing = top[2] - tailTip[2] >= 0 ? 1 : -1;
  const joints: Joint[] = [
    ...chain(['hips', 'spine', 'chest', 'neck', 'upperNeck', 'head'], null, [
      hips,
      lerp(hips, shoulders, 0.5),
      shoulders,
      neck,
      pointAlong(head, throat.upper * head.length),
      pointAlong(head, Math.min(throat.skull * head.length, throat.most * span[1])),
      top,
    ]),
    ...sides.flatMap((side, i) => [
      ...chain(
        ['UpperWing', 'LowerWing', 'WingTip'].map((part) => side.name + part),
        'chest',
        wings[i]!,
      ),
      ...chain(
        ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part),
        'hips',
        grounded(legs[i]!, low[1], span[1], facing),
      ),
    ]),
    ...chain(['tail1', 'tail2'], 'hips', [lerp(hips, tailTip, 0.35), lerp(hips, tailTip, 0.7), tailTip]),
  ];
  return { skeleton: { kind: 'avian', joints }, facing };
}

function wingOf(volume: Volume, limb: LimbCurve): Vec3[] {
  const top = Math.min(openingOf(volume, limb, 1.7, 0.15, 0.5), limb.length * 0.85);
  return wing.map((share) => pointAlong(limb, top * share));
}

/** Along the side of the body, from the shoulder back and down. */
function foldedWing(volume: Volume, root: Vec3, side: Side): Vec3[] {
  const aside = reach(volume, root, [side.x, 0, 0]);
  const at = (out: number, up: number, ahead: number): Vec3 =>
    add(root, [side.x * out * aside, up * aside, ahead * aside]);
  return [at(0.6, 0.5, 0.5), at(0.85, 0.2, 0.1), at(0.9, -0.2, -0.4), at(0.8, -0.5, -0.9)];
}

/** Hip, hock, ankle and toe tip. */
function legOf(volume: Volume, limb: LimbCurve): Vec3[] {
  const top = Math.min(openingOf(volume, limb, 1.9, 0.2, 0.55), limb.length * 0.8);
  return [1, 0.56, 0.2, 0].map((share) => pointAlong(limb, top * share));
}

/** Places the toes in front of the ankle, whichever toe the tip was found in. */
function grounded(
  [hip, hock, ankle, tip]: readonly Vec3[],
  floor: number,
  tall: number,
  facing: number,
): Vec3[] {
  const ahead = Math.max(0.05 * tall, Math.abs(tip![2] - ankle![2]));
  const foot: Vec3 = [ankle![0], Math.min(ankle![1], floor + 0.08 * tall), ankle![2]];
  const toe: Vec3 = [tip![0], floor + 0.015 * tall, foot[2] + facing * ahead];
  return [hip!, hock!, foot, lerp(foot, toe, 0.5), toe];
}

/** The tip farthest behind the head that is neither foot nor wing; otherwise a point behind the hips. */
function backmost(volume: Volume, curve: CurveSkeleton, hips: Vec3, neck: Vec3): Vec3 {
  const body = Math.max(0.05, depthAt(volume, ...hips));
  const way = Math.sign(hips[2] - neck[2]) || -1;
  const near = curve.branches
    .map(({ points }) => points[0]!)
    .filter(([x, y]) => Math.abs(x - hips[0]) < body * 1.6 && y > hips[1] * 0.35 && y < neck[1] + body);
  const far = near.sort((a, b) => (b[2] - a[2]) * way)[0];
  return far && distance(far, hips) > body * 1.1 && (far[2] - hips[2]) * way > 0
    ? far
    : add(hips, [0, -body * 0.3, way * body * 1.5]);
}
