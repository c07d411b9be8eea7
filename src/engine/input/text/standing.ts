/** Fish and insects that stand up on two legs, because of their clothes. */
import { hex } from '../../colour.js';
import { clamp } from '../../geometry/vec.js';
import type { SkeletonKind } from '../../types.js';
import type { DescribedLook } from './description.js';
import type { HexapodForm } from './vocabulary/form.js';
import type { Species } from './vocabulary/shapes.js';

/** Metres: a standing goldfish is as tall as a child, and a whale as a tall man. */
const [shortest, tallest] = [1.3, 1.9];

/** Adds what grows on it to the items: a fin on the back, or feelers and wings. */
export function standUp(named: Species, kind: SkeletonKind, items: Map<string, DescribedLook>): Species {
  if (kind !== 'biped') return named;
  if (named.kind === 'aquatic') return standFish(named, items);
  return named.form?.kind === 'hexapod' ? standInsect(named, named.form, items) : named;
}

function standFish(named: Species, items: Map<string, DescribedLook>): Species {
  items.set('back fin', { size: 1 });
  return {
    ...named,
    height: clamp(named.height, shortest, tallest),
    tail: 'lizard',
    tailLength: 0.75,
    head: 1.15,
  };
}

function standInsect(
  named: Species,
  { wings, wingColour, bands }: HexapodForm,
  items: Map<string, DescribedLook>,
): Species {
  items.set('antennae', { size: 1 });
  if (wings !== 'none') items.set('wings', { size: 0.8, colour: hex(wingColour ?? 'd3ecf2') });
  return {
    ...named,
    height: shortest,
    head: 1.25,
    tail: 'none',
    leathery: true,
    ...(bands && { pattern: 'striped' as const, patternColour: bands }),
  };
}
