/**
 * Fits a two-legged skeleton to a solid: a discrete search finds the extremities; joints lie on the centred curves
 * from each tip to the middle of the body, at fractions measured on anatomical skeletons and where the limb opens
 * into the trunk.
 */
import { distance, smoothstep, type Vec3 } from '../../geometry/vec.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { type Skeleton, sides } from '../skeleton.js';
import { armIn, armJoints, hanging } from './biped/arms.js';
import { foundArm, foundLeg, hiddenLegs, limpArms } from './biped/found.js';
import { freeLength, type Leg, legIn, legJoints, oddLeg, standing, stubby } from './biped/legs.js';
import { blendPlaces, pairUp } from './biped/pair.js';
import { collar, spineIn } from './biped/spine.js';
import type { Trunk } from './biped/trunk.js';
import type { CurveSkeleton } from './curve.js';
import { type LimbCurve, limbOf, stalkOf } from './limb.js';
import type { BipedTips } from './tips.js';

/** @param trunk what the figure shows of its proportions, where its head is big */
export function fitBiped(
  volume: Volume,
  curve: CurveSkeleton,
  tips: BipedTips,
  height: number,
  trunk: Trunk | null = null,
): Skeleton {
  const limb = (tip: { point: Vec3 } | null): LimbCurve | null =>
    tip ? limbOf(curve.trace(tip.point)) : null;
  const middle = trunk?.middle ?? curve.root[0];
  const ways = tips.feet.map(limb);
  const legs = trunk
    ? pairUp(
        ways.map((way) => (trunk.crotch === null ? null : foundLeg(volume, way, trunk.crotch, height))),
        middle,
        height,
        () => hiddenLegs(trunk, curve.root[2], height),
      )
    : pairUp(averageLegs(volume, ways, curve, height), middle, height, () => standing(curve.root, height));
  const found = tips.hands.map((tip, i) =>
    trunk
      ? foundArm(volume, tip && { ...limbOf(curve.trace(tip.point)), joins: tip.joins }, sides[i]!, trunk)
      : armIn(volume, limb(tip)),
  );
  const shoulders = found.flatMap((arm) => (arm ? [arm.shoulder[1]] : []));
  const spine = spineIn(volume, limbOf(curve.trace(tips.head.point)), legs, {
    highest: trunk
      ? trunk.neck + collar.near * height
      : Math.max(...shoulders, -Infinity) + collar.most * height,
    lowest: trunk
      ? trunk.neck - collar.near * height
      : Math.min(...shoulders, Infinity) - collar.least * height,
  });
  const arms = pairUp(found, middle, height, () =>
    trunk ? limpArms(trunk, spine.chest[2]) : hanging(spine, height),
  );
  return {
    kind: 'biped',
    joints: [
      ...spine.joints,
      ...sides.flatMap((side, i) => armJoints(arms[i]!, side, spine.neck, spine.chest)),
      ...sides.flatMap((side, i) => legJoints(legs[i]!, side)),
    ],
  };
}

/** Legs by fractions that hold for adults, blended with the legs' own fork for shorter ones. */
function averageLegs(
  volume: Volume,
  ways: readonly (LimbCurve | null)[],
  { root }: CurveSkeleton,
  height: number,
): (Leg | null)[] {
  const fork = forkOf(ways[0]!, ways[1]!);
  const pelvisAt = fork !== null && fork[1] < root[1] - 0.1 * height ? fork : root;
  const free = freeLength(volume, ways);
  return ways.map((way, i) => {
    const limb = toFork(way, pelvisAt);
    const found = legIn(limb, sides[i]!, pelvisAt);
    if (!found || !limb) return found;
    const stalk = stalkOf(volume, limb, 0.35);
    if (stalk !== null) return oddLeg(limb, stalk, height, 0);
    if (free === null) return found;
    const doubt = stubby.most * (1 - smoothstep(stubby.from * height, stubby.to * height, limb.length));
    return blendPlaces(found, oddLeg(limb, free, height, stubby.hip), doubt);
  });
}

/** The point where the paths of two limbs merge. */
function forkOf(left: LimbCurve | null, right: LimbCurve | null): Vec3 | null {
  if (!left || !right) return null;
  const meets = left.points.find((p) => right.points.some((q) => distance(p, q) < 0.03));
  return meets ?? null;
}

/** The limb up to its point nearest to `end`. */
function toFork(limb: LimbCurve | null, end: Vec3): LimbCurve | null {
  if (!limb) return null;
  const nearest = limb.points.reduce(
    (best, p, i) => (distance(p, end) < distance(limb.points[best]!, end) ? i : best),
    limb.points.length - 1,
  );
  return limbOf(limb.points.slice(0, nearest + 1));
}
