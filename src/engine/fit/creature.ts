/** The classes besides people and four-legged animals, told by what stands on the ground and what stands out. */
import type { Skeleton } from '../skeleton/skeleton.js';
import type { SkeletonKind } from '../types.js';
import type { Volume } from '../volume/volume.js';
import { fitAquatic, looksAquatic } from './aquatic.js';
import { fitAvian, looksAvian } from './avian.js';
import { type Bounds, boundsOf, type Slice, slicesOf } from './bulk.js';
import type { CurveSkeleton } from './curve.js';
import { fitManyLegs, standingPairs } from './manylegs.js';
import { fitSerpentine, tubeOf } from './serpentine.js';
import { assignBiped } from './tips.js';

export type CreatureKind = Exclude<SkeletonKind, 'biped' | 'quadruped' | 'other'>;
type Fitted = { skeleton: Skeleton; facing: number };
type Sight = { volume: Volume; curve: CurveSkeleton; slices: readonly Slice[]; bounds: Bounds };

/**
 * The body as one of these classes when it looks like one, else null. A `wanted` class needs only what its joints
 * cannot do without.
 */
export function fitCreature(
  volume: Volume,
  curve: CurveSkeleton,
  wanted: CreatureKind | 'auto',
): Fitted | null {
  const slices = slicesOf(volume);
  const sight: Sight = { volume, curve, slices, bounds: boundsOf(slices) };
  if (wanted !== 'auto') return fits[wanted](sight, true);
  for (const kind of order) {
    const fitted = fits[kind](sight, false);
    if (fitted) return fitted;
  }
  return null;
}

const order = ['octopod', 'hexapod', 'serpentine', 'avian', 'aquatic'] as const;

const manyLegs =
  (least: number, most: number) =>
  ({ volume, curve, slices, bounds }: Sight): Fitted | null => {
    const pairs = standingPairs(curve, bounds);
    return pairs.length >= least && pairs.length <= most ? fitManyLegs(volume, curve, slices, pairs) : null;
  };

const fits: Record<CreatureKind, (sight: Sight, wanted: boolean) => Fitted | null> = {
  octopod: manyLegs(4, 6),
  hexapod: manyLegs(3, 3),
  serpentine({ volume, curve, bounds: { span } }, wanted) {
    const tube = tubeOf(volume, curve, wanted ? 'any' : 'slender');
    const lies = Math.max(span[0], span[2]) > span[1];
    return tube && (wanted || lies) ? fitSerpentine(volume, tube) : null;
  },
  avian({ volume, curve, bounds }, wanted) {
    const tips = assignBiped(curve, bounds.span[1])?.tips;
    if (!tips?.feet[0] || !tips.feet[1] || !tips.hands[0] || !tips.hands[1]) return null;
    return wanted || looksAvian(volume, curve, tips, bounds) ? fitAvian(volume, curve, tips, bounds) : null;
  },
  aquatic({ curve, slices, bounds }, wanted) {
    const legless = standingPairs(curve, bounds).length < 2;
    return wanted || (legless && looksAquatic(slices, bounds)) ? fitAquatic(curve, slices) : null;
  },
};
