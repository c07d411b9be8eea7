/** Helpers for handles. */

import { hex } from '../../colour.js';
import { roundCone } from '../../geometry/field/shapes.js';
import { add, cross, normalize, scale, type Vec3 } from '../../geometry/vec.js';

export const wood = hex('7a5330');
export const glowing = { roughness: 0.4, glow: 0.9 };
/** Unit vector perpendicular to `up`. */
export const aside = (up: Vec3): Vec3 => normalize(cross(up, [1, 0, 0]));
/** A rod from `from` to `to` metres along `up`. */
export const rod = (at: Vec3, up: Vec3, from: number, to: number, thick: number) =>
  roundCone(add(at, scale(up, from)), add(at, scale(up, to)), thick, thick);
