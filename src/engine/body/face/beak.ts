import { darker } from '../../colour.js';
import { roundCone } from '../../geometry/field/shapes.js';
import { add } from '../../geometry/vec.js';
import type { Head } from '../anatomy.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { placesOn } from './ground.js';

/** A short beak of two halves. */
export function sculptBeak(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  const horn = sculpture.material('beak', traits.colours.nose, { roughness: 0.4 });
  const at = placesOn(head, r)(0, -0.16);
  const long = 0.34 * Math.max(0.7, traits.nose);
  sculpture.rigid(
    'beak',
    'head',
    roundCone(add(at, [0, 0, -0.12 * r]), add(at, [0, -0.1 * r, long * r]), 0.22 * r, 0.04 * r),
    horn,
    22,
  );
  sculpture.rigid(
    'lower beak',
    'head',
    roundCone(add(at, [0, -0.14 * r, -0.12 * r]), add(at, [0, -0.2 * r, long * 0.7 * r]), 0.15 * r, 0.03 * r),
    sculpture.material('lower beak', darker(traits.colours.nose, 0.2), { roughness: 0.4 }),
    18,
  );
}
