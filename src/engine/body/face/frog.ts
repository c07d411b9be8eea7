import { hex } from '../../colour.js';
import { ball } from '../../geometry/field/shapes.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import { lineOnFace, type PlaceOnFace } from './ground.js';

/** A mouth from ear to ear, and nostrils. */
export function sculptWideMouth(sculpture: Sculpture, place: PlaceOnFace, r: number): void {
  const lip = sculpture.material('mouth', hex('3a4a22'));
  const smile = [
    [-0.85, -0.12],
    [-0.5, -0.28],
    [0, -0.34],
    [0.5, -0.28],
    [0.85, -0.12],
  ] as const;
  sculpture.rigid('mouth', 'head', lineOnFace(place, smile, [0.03 * r]), lip, 40);
  const nostril = sculpture.material('nostrils', hex('2b3a1a'));
  for (const side of sides)
    sculpture.rigid(`${side.name} nostril`, 'head', ball(place(0.1 * side.x, 0.0), 0.035 * r), nostril, 8);
}
