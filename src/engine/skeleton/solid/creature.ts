/** Fits classes other than biped and quadruped, chosen by ground contacts and by parts that stick out. */

import type { SkeletonKind } from '../../types.js';
import type { Skeleton } from '../skeleton.js';
import { fitAquatic, liesOnBelly, looksAquatic } from './aquatic.js';
import { type AvianTips, avianTips, fitAvian, looksAvian } from './avian.js';
import { fitManyLegs, standingPairs } from './manylegs.js';
import { fitSerpentine, tubeOf } from './serpentine.js';
import type { Sight } from './sight.js';
import { assignBiped } from './tips.js';

export type CreatureKind = Exclude<SkeletonKind, 'biped' | 'quadruped' | 'other'>;
export type Fitted = { skeleton: Skeleton; facing: number };

/**
 * Fits the body to a class if it looks like one, else returns null. A `wanted` class is checked only for what its
 * joints require.
 */
type Fitter = (sight: Sight, wanted: boolean) => Fitted | null;

/** Uses feet on the ground, or else limbs that reach down. */
const manyLegs =
  (least: number, most: number): Fitter =>
  ({ volume, curve, slices, bounds, stance }) => {
    const standing = stance.pairs.map(({ left, right }) => ({ left: left.sole, right: right.sole }));
    const pairs = standing.length >= 3 ? standing : standingPairs(curve, bounds);
    return pairs.length >= least && pairs.length <= most ? fitManyLegs(volume, curve, slices, pairs) : null;
  };

export const fitters: Record<CreatureKind, Fitter> = {
  octopod: manyLegs(4, 6),
  hexapod: manyLegs(3, 3),
  serpentine({ volume, curve, bounds: { span } }, wanted) {
    const tube = tubeOf(volume, curve, wanted ? 'any' : 'slender');
    const lies = Math.max(span[0], span[2]) > span[1];
    return tube && (wanted || lies) ? fitSerpentine(volume, tube) : null;
  },
  avian({ volume, curve, bounds, stance }, wanted) {
    if (wanted && stance.pairs.length > 0)
      return fitAvian(volume, curve, avianTips(volume, curve, stance, bounds), bounds);
    const tips = assignBiped(curve, bounds.span[1])?.tips;
    if (!tips?.feet[0] || !tips.feet[1] || !tips.hands[0] || !tips.hands[1]) return null;
    if (!wanted && !looksAvian(volume, curve, tips, bounds)) return null;
    const found: AvianTips = {
      head: tips.head.point,
      hands: tips.hands.map((tip) => tip!.point),
      feet: [tips.feet[0].point, tips.feet[1].point],
    };
    return fitAvian(volume, curve, found, bounds);
  },
  aquatic({ curve, slices, bounds }, wanted) {
    const legless = standingPairs(curve, bounds).length < 2 || liesOnBelly(slices, bounds);
    return wanted || (legless && looksAquatic(slices, bounds)) ? fitAquatic(curve, slices) : null;
  },
};
