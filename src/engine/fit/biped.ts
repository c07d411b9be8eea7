/**
 * Fits a two-legged skeleton to a solid: a discrete search finds the extremities; joints lie on the centred curves
 * from each tip to the middle of the body, at fractions measured on anatomical skeletons and where the limb opens
 * into the trunk.
 */
import { add, closestOnSegment, distance, lerp, scale, smoothstep, sub, type Vec3 } from '../math/vec.js';
import { chain, type Joint, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import { depthAt, sees, type Volume } from '../volume/volume.js';
import type { CurveSkeleton } from './curve.js';
import { type Limb, limbOf, openingOf, pointAlong, stalkOf } from './limb.js';
import type { BipedTips } from './tips.js';

/** Fractions of the path from the tip: hand to shoulder, foot to the middle of the body. */
const arm = { wrist: 0.293, elbow: 0.64, shoulder: 0.575, dip: 0.018 } as const;
const leg = { ball: 0.07, ankle: 0.175, knee: 0.54, hip: 0.89 } as const;
/** Offset from the middle of the body to a hip joint, in leg path lengths: outward, down, back. */
const pelvis = { out: 0.096, down: 0.06, back: 0.03 } as const;

type Arm = { shoulder: Vec3; elbow: Vec3; wrist: Vec3; tip: Vec3 };
type Leg = { hip: Vec3; knee: Vec3; ankle: Vec3; ball: Vec3; tip: Vec3 };

export function fitBiped(volume: Volume, curve: CurveSkeleton, tips: BipedTips, height: number): Skeleton {
  const limb = (tip: { point: Vec3 } | null): Limb | null => (tip ? limbOf(curve.trace(tip.point)) : null);
  const middle = curve.root[0];
  const fork = forkOf(limb(tips.feet[0]), limb(tips.feet[1]));
  const low = fork !== null && fork[1] < curve.root[1] - 0.1 * height;
  const pelvisAt = low ? fork : curve.root;
  const ways = tips.feet.map(limb);
  const free = freeLength(volume, ways);
  const legs = pairUp(
    ways.map((way, i) => {
      const limb = toFork(way, pelvisAt);
      const found = legIn(limb, sides[i]!, pelvisAt);
      const doubt = limb
        ? stubby.most * (1 - smoothstep(stubby.from * height, stubby.to * height, limb.length))
        : 0;
      const stalk = limb && stalkOf(volume, limb, 0.35);
      if (found && limb && stalk !== null) return oddLeg(limb, stalk, height, 0);
      return found && limb && free !== null
        ? blend(found, oddLeg(limb, free, height, stubby.hip), doubt)
        : found;
    }),
    middle,
    height,
    () => standing(curve.root, height),
  );
  const found = tips.hands.map((tip) => armIn(volume, limb(tip)));
  const shoulders = found.flatMap((arm) => (arm ? [arm.shoulder[1]] : []));
  const spine = spineIn(volume, limbOf(curve.trace(tips.head.point)), legs, {
    highest: Math.max(...shoulders, -Infinity) + collar.most * height,
    lowest: Math.min(...shoulders, Infinity) - collar.least * height,
  });
  const arms = pairUp(found, middle, height, () => hanging(spine, height));
  return {
    kind: 'biped',
    joints: [
      ...spine.joints,
      ...sides.flatMap((side, i) => armJoints(arms[i]!, side, spine.neck, spine.chest)),
      ...sides.flatMap((side, i) => legJoints(legs[i]!, side)),
    ],
  };
}

/** The point where the paths of two limbs merge. */
function forkOf(left: Limb | null, right: Limb | null): Vec3 | null {
  if (!left || !right) return null;
  const meets = left.points.find((p) => right.points.some((q) => distance(p, q) < 0.03));
  return meets ?? null;
}

/** The limb up to its point nearest to `end`. */
function toFork(limb: Limb | null, end: Vec3): Limb | null {
  if (!limb) return null;
  const nearest = limb.points.reduce(
    (best, p, i) => (distance(p, end) < distance(limb.points[best]!, end) ? i : best),
    limb.points.length - 1,
  );
  return limbOf(limb.points.slice(0, nearest + 1));
}

function legIn(limb: Limb | null, side: Side, root: Vec3): Leg | null {
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
function freeLength(volume: Volume, [left, right]: readonly (Limb | null)[]): number | null {
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
function oddLeg(way: Limb, free: number, height: number, above: number): Leg {
  const crotch = pointAlong(way, free);
  const hip = add(crotch, [0, above * crotch[1], 0]);
  const instep = way.points.findIndex((p) => p[1] >= Math.min(stubby.ankle * height, 0.3 * hip[1]));
  const ankleAt = Math.min(way.at[Math.max(0, instep)]!, free * 0.6);
  const ankle = pointAlong(way, ankleAt);
  const knee = pointAlong(way, ankleAt + (free - ankleAt) * stubby.knee);
  const tip = way.points[0]!;
  return { hip, knee, ankle, ball: lerp(tip, ankle, 0.4), tip };
}

/**
 * Legs of non-adult proportions: their greatest weight in the blend, the path lengths in body heights between which
 * that weight falls to 0, hip above the crotch in crotch heights, ankle in body heights, and the knee's fraction of the
 * way from ankle to crotch.
 */
const stubby = { most: 0.6, from: 0.46, to: 0.56, hip: 0.3, ankle: 0.055, knee: 0.48 } as const;

function armIn(volume: Volume, limb: Limb | null): Arm | null {
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

/** A shortest path cuts corners; moves the joint back out into the corner. */
function outOfCorner(above: Vec3, joint: Vec3, below: Vec3): Vec3 {
  return add(joint, scale(sub(joint, closestOnSegment(joint, above, below)), cornerCut));
}

const cornerCut = 0.35;

/**
 * Replaces an undetected limb by the mirror image of its partner, or by `none`, and makes nearly mirrored limbs
 * exactly so.
 */
function pairUp<L extends Record<string, Vec3>>(
  found: readonly (L | null)[],
  middle: number,
  height: number,
  none: () => [L, L],
): [L, L] {
  const [left = null, right = null] = found;
  if (!left && !right) return none();
  if (!left || !right) return [left ?? mirror(right!, middle), right ?? mirror(left!, middle)];
  const [asLeft, asRight] = [mirror(right, middle), mirror(left, middle)];
  const apart = Math.max(...Object.keys(left).map((joint) => distance(left[joint]!, asLeft[joint]!)));
  const alike = 0.5 * (1 - smoothstep(0.03 * height, 0.06 * height, apart));
  return [blend(left, asLeft, alike), blend(right, asRight, alike)];
}

const blend = <L extends Record<string, Vec3>>(from: L, to: L, share: number): L =>
  Object.fromEntries(
    Object.entries(from).map(([joint, place]) => [joint, lerp(place, to[joint]!, share)]),
  ) as L;

const mirror = <L extends Record<string, Vec3>>(limb: L, middle: number): L =>
  Object.fromEntries(
    Object.entries(limb).map(([name, [x, y, z]]): [string, Vec3] => [name, [2 * middle - x, y, z]]),
  ) as L;

/** Legs hidden in a skirt or block: straight down from the middle. */
function standing(root: Vec3, height: number): [Leg, Leg] {
  const one = (x: number): Leg => {
    const at = (y: number, z = 0): Vec3 => [root[0] + x * 0.06 * height, root[1] * y, root[2] + z * height];
    return { hip: at(0.93), knee: at(0.5), ankle: at(0.08), ball: at(0.03, 0.04), tip: at(0.02, 0.07) };
  };
  return [one(1), one(-1)];
}

type Spine = { joints: Joint[]; neck: Vec3; chest: Vec3 };

/**
 * A neck starts near the shoulders: above the lower one minus `least`, below the higher one plus `most`, in body
 * heights.
 */
const collar = { least: 0.03, most: 0.1 } as const;

type Reach = { lowest: number; highest: number };

function spineIn(volume: Volume, way: Limb, legs: readonly [Leg, Leg], reach: Reach): Spine {
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
function narrowest(volume: Volume, way: Limb, { lowest, highest }: Reach): number {
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

function hanging({ neck, chest }: Spine, height: number): [Arm, Arm] {
  const one = (x: number): Arm => {
    const at = (out: number, y: number): Vec3 => [neck[0] + x * out * height, neck[1] + y * height, chest[2]];
    return { shoulder: at(0.1, -0.04), elbow: at(0.13, -0.2), wrist: at(0.15, -0.34), tip: at(0.16, -0.42) };
  };
  return [one(1), one(-1)];
}

function armJoints({ shoulder, elbow, wrist, tip }: Arm, side: Side, neck: Vec3, chest: Vec3): Joint[] {
  const names = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map((part) => side.name + part);
  const collar = lerp(lerp(chest, neck, 0.7), shoulder, 0.28);
  return chain(names, 'chest', [collar, shoulder, elbow, wrist, tip]);
}

function legJoints({ hip, knee, ankle, ball, tip }: Leg, side: Side): Joint[] {
  const names = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part);
  const end = distance(ball, tip) > 1e-4 ? tip : add(ball, scale(sub(ball, ankle), 0.5));
  return chain(names, 'hips', [hip, knee, ankle, ball, end]);
}
