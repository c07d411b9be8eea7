/** The solids of a thing that have a colour of their own. */
import { darker, hex, lighter } from '../../colour.js';
import { blend } from '../../geometry/field/field.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { BodyShape, ShapeSolid } from '../../input/text/vocabulary/solids.js';
import { jointOf } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import { frameOfShell } from '../shell.js';
import type { Traits } from '../traits.js';
import { fieldsOf } from './solids.js';

/** Details of one colour with the same finish share a solid, unless only some of them are repeated. */
export function sculptDetails(sculpture: Sculpture, body: Body, t: Traits, shape: BodyShape): void {
  const frame = frameOfShell(t, shape);
  const shoulders = jointOf(body.skeleton, 'neck').position[1];
  for (const [i, solid] of shape.solids.entries()) {
    if (solid.colour === undefined) continue;
    const material = sculpture.material(
      `thing ${solid.colour}${solid.glow ? ' light' : ''}`,
      toneOf(solid.colour, t),
      {
        ...(solid.shine ? { roughness: 0.2, metalness: 0.6 } : (t.finish ?? {})),
        ...(solid.glow && { glow: solid.glow }),
      },
    );
    const field = blend(0, fieldsOf(solid, frame));
    // Rigid, because the weights of the body next to a leg would pull a foot of a lamp apart.
    const isHigh = (field.box.min[1] + field.box.max[1]) / 2 > shoulders;
    sculpture.rigid(`detail ${i}`, isHigh ? 'head' : 'chest', field, material, 44);
  }
}

function toneOf(colour: NonNullable<ShapeSolid['colour']>, { colours }: Traits): Vec3 {
  if (colour === 'coat') return colours.coat;
  if (colour === 'second') return colours.pattern;
  if (colour === 'dark') return darker(colours.coat, 0.35);
  return colour === 'light' ? lighter(colours.coat, 0.4) : hex(colour);
}
