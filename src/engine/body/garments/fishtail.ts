/** A mermaid's tail over both legs: scales to the ankles and a fluke on the ground. */

import { hex, lighter } from '../../colour.js';
import { cellDistance } from '../../geometry/cells.js';
import { blend, type Field, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, roundCone } from '../../geometry/field/shapes.js';
import { sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import { ownerOf } from '../owner.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';

export function sculptFishtail(sculpture: Sculpture, body: BipedBody, t: Traits): void {
  const colour = t.partColours.get('tail') ?? t.partColours.get('coat') ?? t.colours.clothes ?? hex('2fa893');
  const skin = sculpture.material('tail', colour, { roughness: 0.35, metalness: 0.15 });
  const scales = sculpture.material('tail scales', lighter(colour, 0.22), { roughness: 0.3, metalness: 0.2 });
  const fin = sculpture.material('fluke', lighter(colour, 0.35), { roughness: 0.4 });
  const s = 0.032 * body.frame.H;
  sculpture.heated('tail', ownerOf(body.parts), tailOf(body), skin, 84, [
    { material: scales, at: (x, y, z) => (cellDistance(x / s, y / s, z / s) - 0.3) * s },
  ]);
  sculpture.heated('fluke', ownerOf(body.parts), flukeOf(body), fin, 60);
}

/** Narrows from the waist to close around the legs. */
function tailOf({ frame: f }: BipedBody): Field {
  const waist = f.hip + 0.26 * f.T;
  const knee = f.hip * 0.5;
  return intersect(
    blend(0.03 * f.H, [
      roundCone(
        [0, f.hip + 0.05 * f.T, 0],
        [0, knee, 0.01 * f.H],
        f.waist * 1.32,
        f.stand + f.legThick * 1.15,
      ),
      roundCone(
        [0, knee, 0.01 * f.H],
        [0, f.ankle, 0],
        f.stand + f.legThick * 1.15,
        f.stand + f.legThick * 0.9,
      ),
      ellipsoid([0, f.hip + 0.1 * f.T, 0], [f.waist * 1.36, f.T * 0.3, f.depth * 1.35]),
    ]),
    halfSpace([0, waist, 0], [0, 1, 0]),
    0.012 * f.H,
  );
}

/** Two lobes over the feet. */
function flukeOf({ frame: f }: BipedBody): Field {
  const u = f.H;
  return intersect(
    blend(0.03 * u, [
      ...sides.map((side) =>
        ellipsoid(
          [side.x * 0.13 * u, 0.04 * u, 0.07 * u],
          [0.13 * u, 0.035 * u, 0.085 * u],
          [0, side.x * -0.45, 0],
        ),
      ),
      ellipsoid([0, 0.045 * u, 0.05 * u], [f.stand + f.legThick * 1.3, 0.065 * u, 0.15 * u]),
    ]),
    halfSpace([0, 0, 0], [0, -1, 0]),
  );
}
