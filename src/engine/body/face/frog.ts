import { hex } from '../../colour.js';
import { ball } from '../../geometry/field/shapes.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import { isBare, type Traits } from '../traits.js';
import { lineOnFace, type PlaceOnFace } from './ground.js';
import { type Expression, expressionOf } from './mood.js';

/** Heights from the left corner to the right one. */
const smile = [-0.12, -0.28, -0.34, -0.28, -0.12];
const curves: Partial<Record<Expression['mouth'], readonly number[]>> = {
  frown: [-0.42, -0.28, -0.22, -0.28, -0.42],
  line: [-0.3, -0.3, -0.3, -0.3, -0.3],
  smirk: [-0.32, -0.33, -0.32, -0.24, -0.08],
};

/** A mouth from ear to ear, and nostrils. */
export function sculptWideMouth(sculpture: Sculpture, place: PlaceOnFace, r: number, traits: Traits): void {
  const lip = sculpture.material('mouth', hex('3a4a22'));
  const { mouth } = expressionOf(traits.mood);
  const line = [-0.85, -0.5, 0, 0.5, 0.85].map(
    (x, i) => [x, curves[mouth] ? curves[mouth]![i]! : smile[i]!] as const,
  );
  if (!isBare(traits, 'mouth'))
    sculpture.rigid('mouth', 'head', lineOnFace(place, line, [0.03 * r]), lip, 40);
  const nostril = sculpture.material('nostrils', hex('2b3a1a'));
  for (const side of sides)
    sculpture.rigid(`${side.name} nostril`, 'head', ball(place(0.1 * side.x, 0.0), 0.035 * r), nostril, 8);
}
