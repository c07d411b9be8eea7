/** Fits a four-legged skeleton to a solid: four tips on the ground; the thickest remaining tip is the head. */
import { add, distance, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { depthAt, eachInside, type Volume } from '../../geometry/volume/volume.js';
import { chain, type Joint, type Skeleton, sides } from '../skeleton.js';
import { quadrupedThresholds } from './calibration.js';
import type { CurveSkeleton } from './curve.js';
import type { Foot } from './feet.js';
import { type LimbCurve, limbOf, openingOf, pointAlong } from './limb.js';
import type { FootPair } from './stance.js';
import { type Tip, tipsOf } from './tips.js';

const { bulging, leg } = quadrupedThresholds;

export type QuadrupedTips = {
  feet: readonly [Tip, Tip, Tip, Tip];
  others: readonly Tip[];
  /** The legs, if already detected, in the order of their tips. */
  legs?: readonly Foot[];
};

/** Feet in the order left front, right front, left back, right back, with the front at +Z. Null without four feet. */
export function assignQuadruped(
  curve: CurveSkeleton,
  height: number,
): { tips: QuadrupedTips; cost: number } | null {
  const tips = tipsOf(curve);
  const low = tips.filter(({ point }) => point[1] < height * 0.3);
  let best: { tips: QuadrupedTips; cost: number } | null = null;
  for (const four of fours(low)) {
    const byZ = [...four].sort((a, b) => b.point[2] - a.point[2]);
    const byX = (pair: Tip[]) => [...pair].sort((a, b) => b.point[0] - a.point[0]);
    const [lf, rf] = byX(byZ.slice(0, 2));
    const [lb, rb] = byX(byZ.slice(2));
    const feet = [lf!, rf!, lb!, rb!] as const;
    const others = tips.filter((tip) => !four.includes(tip));
    const cost = costOf(feet, others, curve, height);
    if (!best || cost < best.cost) best = { tips: { feet, others }, cost };
  }
  return best;
}

function* fours(tips: readonly Tip[]): Generator<Tip[]> {
  for (let a = 0; a < tips.length; a++)
    for (let b = a + 1; b < tips.length; b++)
      for (let c = b + 1; c < tips.length; c++)
        for (let d = c + 1; d < tips.length; d++) yield [tips[a]!, tips[b]!, tips[c]!, tips[d]!];
}

function costOf(
  feet: QuadrupedTips['feet'],
  others: readonly Tip[],
  { root }: CurveSkeleton,
  height: number,
): number {
  const pairs = [[feet[0], feet[1]] as const, [feet[2], feet[3]] as const];
  const uneven = pairs.reduce((sum, [l, r]) => sum + Math.abs(l.reach - r.reach), 0);
  const crooked = pairs.reduce((sum, [l, r]) => sum + Math.abs(l.point[0] + r.point[0] - 2 * root[0]), 0);
  const narrow = pairs.reduce(
    (sum, [l, r]) => sum + Math.max(0, 0.06 * height - (l.point[0] - r.point[0])) * 4,
    0,
  );
  const front = (feet[0].point[2] + feet[1].point[2]) / 2;
  const back = (feet[2].point[2] + feet[3].point[2]) / 2;
  const short = Math.max(0, 0.35 * height - (front - back)) * 3;
  const raised = feet.reduce((sum, { point }) => sum + Math.max(0, point[1] - 0.04 * height) * 2, 0);
  const left = others.reduce((sum, { length }) => sum + 0.12 * length, 0);
  return (uneven + crooked * 0.5 + narrow + short + raised + left) / height;
}

/** The feet of two standing pairs, and the other tips. */
export function tipsOnFeet(curve: CurveSkeleton, pairs: readonly FootPair[], height: number): QuadrupedTips {
  const [front, back] = [pairs[0]!, pairs.at(-1)!];
  const four = [front.left, front.right, back.left, back.right] as const;
  const tip = ({ sole }: Foot): Tip => ({ point: sole, reach: 0, length: 0, joins: 0 });
  const isLeg = ({ point }: Tip) =>
    four.some(
      ({ sole, top }) =>
        point[1] - sole[1] < top && Math.hypot(point[0] - sole[0], point[2] - sole[2]) < 0.15 * height,
    );
  return {
    feet: [tip(four[0]), tip(four[1]), tip(four[2]), tip(four[3])],
    others: tipsOf(curve).filter((one) => !isLeg(one)),
    legs: four,
  };
}

/** @param facing 1 when the head is known to be at +Z, 0 when it is the thickest tip */
export function fitQuadruped(
  volume: Volume,
  curve: CurveSkeleton,
  { feet, others, legs: standing }: QuadrupedTips,
  height: number,
  known: 0 | 1 = 0,
): { skeleton: Skeleton; facing: number } {
  const limbs = others.map((tip) => limbOf(curve.trace(tip.point)));
  const thickness = (limb: LimbCurve) => {
    const spots = [0.1, 0.2, 0.3, 0.4].map((share) =>
      depthAt(volume, ...pointAlong(limb, limb.length * share)),
    );
    return Math.max(...spots);
  };
  const front = scale(add(feet[0].point, feet[1].point), 0.5);
  const back = scale(add(feet[2].point, feet[3].point), 0.5);
  const ranked = limbs
    .filter(({ length }) => length > height * 0.15)
    .sort((a, b) => thickness(b) - thickness(a));
  const ahead = ranked.filter(({ points }) => points[0]![2] > lerp(back, front, 0.75)[2]);
  const head =
    (known ? (ahead[0] ?? limbOf(curve.trace(muzzleOf(volume, front)))) : ranked[0]) ??
    limbOf([add(curve.root, [0, height * 0.2, height * 0.4]), curve.root]);
  const facing = known || (head.points[0]![2] >= (front[2] + back[2]) / 2 ? 1 : -1);
  const tail = ranked
    .filter((limb) => limb !== head && limb.points[0]![2] < lerp(back, front, 0.25)[2])
    .sort((a, b) => b.length - a.length)[0];
  const legs = feet.map((tip, i) => {
    const way = limbOf(curve.trace(tip.point));
    const foot = standing?.[i];
    return foot
      ? standingLeg(way, foot, curve.root[1], i < 2 ? leg.front : leg.back)
      : legOf(volume, way, curve.root[1]);
  });
  const hips = over([legs[2]!, legs[3]!], curve.root, height);
  const chest = lerp(over([legs[0]!, legs[1]!], curve.root, height), hips, 0.1);
  const spine = spineOf(volume, hips, chest, head);
  const joints = [
    ...spine,
    ...legs.flatMap((points, i) => {
      const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'];
      const [side, end] = [sides[i % 2]!.name, i < 2 ? 'Front' : 'Back'];
      return chain(
        names.map((part) => side + end + part),
        i < 2 ? 'chest' : 'hips',
        points,
      );
    }),
    ...(tail ? tailOf(volume, tail, hips) : []),
  ];
  return { skeleton: { kind: 'quadruped', joints }, facing };
}

/**
 * Hip or shoulder, knee or elbow, ankle, toes and tip. The first joint lies inside the body above where the leg opens
 * into it: the path to the middle turns inward there, while bones continue upwards.
 */
function legOf(volume: Volume, limb: LimbCurve, middle: number): Vec3[] {
  const opening = Math.min(openingOf(volume, limb, 1.7, 0.15, 0.45), limb.length * 0.8);
  const top = opening * 1.05;
  const [x, y, z] = pointAlong(limb, opening * 0.8);
  const hip: Vec3 = [x, y + Math.max(0, middle - y) * 0.85, z];
  return [hip, ...[0.56, 0.2, 0.08, 0].map((share) => pointAlong(limb, Math.min(limb.length, top * share)))];
}

/** The same for an already detected leg: along its path by height, then straight up to a joint above the shaft. */
function standingLeg(
  way: LimbCurve,
  { sole, shaft, top }: Foot,
  middle: number,
  heights: readonly number[],
): Vec3[] {
  const hip: Vec3 = [shaft[0], Math.max(middle * 0.98, top), shaft[2]];
  const free = way.points.findIndex(([, y]) => y > Math.max(top, sole[1]));
  const points = [...way.points.slice(0, Math.max(1, free)), hip];
  return [hip, ...heights.map((share) => atHeight(points, share * hip[1])), points[0]!];
}

/** Where a path first rises to a height. */
function atHeight(points: readonly Vec3[], y: number): Vec3 {
  const next = points.findIndex((p) => p[1] >= y);
  if (next <= 0) return points[0]!;
  const [low, high] = [points[next - 1]!, points[next]!];
  return lerp(low, high, (y - low[1]) / (high[1] - low[1] || 1));
}

/** The point farthest forward and up, in front of the front legs. */
function muzzleOf(volume: Volume, front: Vec3): Vec3 {
  let [best, most]: [Vec3, number] = [front, -Infinity];
  eachInside(volume, (_, x, y, z) => {
    const score = z + 0.4 * y - 0.5 * Math.abs(x - front[0]);
    if (score > most) [best, most] = [[x, y, z], score];
  });
  return best;
}

/** A point of the spine above a pair of legs. */
function over(pair: readonly Vec3[][], root: Vec3, height: number): Vec3 {
  const middle = scale(add(pair[0]![0]!, pair[1]![0]!), 0.5);
  return [middle[0], Math.max(middle[1] + height * 0.01, (middle[1] + root[1]) / 2), middle[2]];
}

function spineOf(volume: Volume, hips: Vec3, chest: Vec3, head: LimbCurve): Joint[] {
  const names = ['hips', 'spine', 'chest', 'neck', 'head'];
  const meets = head.points.findIndex(([, , z]) => z <= chest[2]);
  const end = meets > 0 ? head.at[meets]! : head.length;
  const bulk = Math.max(end * 0.2, skullOf(volume, head, end));
  const skull = lerpNumber(bulk, end, 0.12);
  const neck = pointAlong(head, lerpNumber(skull, end, 0.7));
  return chain(names, null, [
    hips,
    lerp(hips, chest, 0.5),
    chest,
    neck,
    pointAlong(head, skull),
    head.points[0]!,
  ]);
}

const lerpNumber = (a: number, b: number, t: number): number => a + (b - a) * t;

/**
 * How far along the way from the muzzle the head is thickest. Necks of deer and horses grow into their chests, so the
 * first bulge counts, unless a trunk or a muzzle makes it.
 */
function skullOf(volume: Volume, limb: LimbCurve, end: number): number {
  const places = Array.from({ length: skullSteps + 1 }, (_, i) => (0.6 * end * i) / skullSteps);
  const depths = places.map((s) => depthAt(volume, ...pointAlong(limb, s)));
  const most = Math.max(...depths);
  const bulge = depths.findIndex(
    (depth, i) =>
      depth > bulging.least * most &&
      depths.slice(i + 1, i + 1 + bulging.lasts).every((next) => next <= depth),
  );
  return places[bulge]!;
}

const skullSteps = 30;

/** Joints of the tail from where it leaves the ball that fits into the rump. */
function tailOf(volume: Volume, tail: LimbCurve, hips: Vec3): Joint[] {
  const [tip] = tail.points;
  const rump = depthAt(volume, ...hips);
  const meets = tail.points.findIndex((p) => distance(p, hips) < rump);
  const root =
    meets > 0 ? tail.at[meets]! : Math.min(tail.length * 0.9, openingOf(volume, tail, 1.7, 0.1, 0.4));
  const at = (share: number) => pointAlong(tail, root * share);
  return chain(['tail1', 'tail2', 'tail3'], 'hips', [at(1), at(0.67), at(0.33), tip!]);
}
