/** Fish that stand up, because of their clothes: on two legs, with a tail and a fin on the back. */
import { clamp } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../types.js';
import type { DescribedLook } from './description.js';
import type { Species } from './vocabulary/shapes.js';

/** Metres: a standing goldfish is as tall as a child, and a whale as a tall man. */
const [shortest, tallest] = [1.3, 1.9];

/** Adds the fin to the items. */
export function standFish(named: Species, kind: SkeletonKind, items: Map<string, DescribedLook>): Species {
  if (named.kind !== 'aquatic' || kind !== 'biped') return named;
  items.set('back fin', { size: 1 });
  return {
    ...named,
    height: clamp(named.height, shortest, tallest),
    tail: 'lizard',
    tailLength: 0.75,
    head: 1.15,
  };
}
