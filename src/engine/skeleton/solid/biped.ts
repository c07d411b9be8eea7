/**
 * Fits a two-legged skeleton to a solid: a discrete search finds the extremities; joints lie on the centred curves
 * from each tip to the middle of the body, at fractions measured on anatomical skeletons and where the limb opens
 * into the trunk.
 */
import { distance, smoothstep, type Vec3 } from '../../geometry/vec.js';
import type { Volume } from '../../geometry/volume/volume.js';
import { type Skeleton, sides } from '../skeleton.js';
import { armIn, armJoints, hanging } from './biped/arms.js';
import { freeLength, legIn, legJoints, oddLeg, standing, stubby } from './biped/legs.js';
import { blendPlaces, pairUp } from './biped/pair.js';
import { collar, spineIn } from './biped/spine.js';
import type { CurveSkeleton } from './curve.js';
import { type LimbCurve, limbOf, stalkOf } from './limb.js';
import type { BipedTips } from './tips.js';

/** @param neckAt the height of the neck where the figure clearly narrows, which must be between shoulders and head */
export function fitBiped(
  volume: Volume,
  curve: CurveSkeleton,
  tips: BipedTips,
  height: number,
  neckAt: number | null = null,
): Skeleton {
  const limb = (tip: { point: Vec3 } | null): LimbCurve | null =>
    tip ? limbOf(curve.trace(tip.point)) : null;
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
        ? blendPlaces(found, oddLeg(limb, free, height, stubby.hip), doubt)
        : found;
    }),
    middle,
    height,
    () => standing(curve.root, height),
  );
  const found = tips.hands.map((tip) => armIn(volume, limb(tip)));
  const shoulders = found.flatMap((arm) => (arm ? [arm.shoulder[1]] : []));
  const spine = spineIn(volume, limbOf(curve.trace(tips.head.point)), legs, {
    highest:
      neckAt === null
        ? Math.max(...shoulders, -Infinity) + collar.most * height
        : neckAt + collar.near * height,
    lowest:
      neckAt === null
        ? Math.min(...shoulders, Infinity) - collar.least * height
        : neckAt - collar.near * height,
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
