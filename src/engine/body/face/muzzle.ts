/** Nose and mouth at the end of a snout. */
import { hex } from '../../colour.js';
import { type Field, union } from '../../geometry/field/field.js';
import { ellipsoid } from '../../geometry/field/shapes.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Head } from '../anatomy.js';
import type { Sculpture } from '../sculpt.js';
import { isBare, type Traits } from '../traits.js';
import { dark, lineOnFace, placesOn } from './ground.js';
import { type Expression, expressionOf } from './mood.js';

export function sculptMuzzle(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  if (traits.items.has('trunk')) return;
  const nose = sculpture.material('nose', traits.colours.nose, { roughness: 0.3 });
  const mouth = sculpture.material('mouth', traits.partColours.get('mouth') ?? dark);
  const w = traits.snoutWidth;
  const tipY = -0.32 - 0.06 * traits.snout;
  const place = placesOn(head, r);
  const tip = place(0, tipY + 0.1 * w);
  const scaly = traits.ears === 'none' && traits.feet === 'claw';
  const flatNose = w > 1.12 && !scaly;
  const half: Vec3 = flatNose ? [0.24 * r * w, 0.17 * r * w, 0.07 * r] : [0.135 * r, 0.1 * r, 0.1 * r];
  if (!scaly && !isBare(traits, 'nose'))
    sculpture.rigid(
      'nose',
      'head',
      ellipsoid(add(tip, [0, flatNose ? -0.06 * r : 0, flatNose ? 0 : 0.02 * r]), scale(half, traits.nose)),
      nose,
      18,
    );
  if ((flatNose || scaly) && !isBare(traits, 'nose')) {
    for (const side of sides)
      sculpture.rigid(
        `${side.name} nostril`,
        'head',
        ellipsoid(
          add(
            scaly ? place(0.11 * w * side.x, tipY + 0.2 * w) : tip,
            scaly ? [0, 0, 0] : [0.09 * r * w * side.x, -0.05 * r, half[2] * 0.75],
          ),
          [0.035 * r, 0.06 * r, 0.04 * r],
        ),
        mouth,
        8,
      );
  }
  const [y0, y1] = [tipY - 0.04, tipY - 0.13 * w];
  const stem =
    flatNose || scaly
      ? []
      : [
          lineOnFace(
            place,
            [
              [0, y0 + 0.05],
              [0, y1],
            ],
            [0.016 * r],
          ),
        ];
  const smile = smileOf(place, traits, r, y1);
  if (isBare(traits, 'mouth')) return;
  sculpture.rigid('mouth', 'head', union(...stem, ...smile), mouth, 30);
  if (expressionOf(traits.mood).mouth !== 'shout') return;
  const inside = sculpture.material('mouth inside', hex('5a1a20'), { roughness: 0.5 });
  const gape = ellipsoid(place(0, y1 - 0.17 * w), [0.17 * w * r, 0.17 * w * r, 0.1 * r]);
  sculpture.rigid('open mouth', 'head', gape, inside, 22);
}

/** How high the corners of the mouth are. */
const riseOf: Record<Expression['mouth'], number> = {
  smile: 0.03,
  laugh: 0.09,
  smirk: 0.12,
  frown: -0.13,
  line: -0.05,
  small: -0.02,
  open: -0.02,
  shout: -0.06,
};

function smileOf(place: ReturnType<typeof placesOn>, traits: Traits, r: number, y1: number): Field[] {
  const w = traits.snoutWidth;
  const { mouth: shape } = expressionOf(traits.mood);
  const rise = riseOf[shape];
  return sides.map((side) =>
    lineOnFace(
      place,
      [
        [0, y1 + 0.01],
        [0.11 * w * side.x, y1 - 0.06 + (shape === 'frown' ? 0.03 : 0)],
        [0.25 * w * side.x, y1 + (shape === 'smirk' && side.x < 0 ? -0.05 : rise)],
      ],
      [0.022 * r, 0.026 * r, 0.014 * r],
    ),
  );
}
