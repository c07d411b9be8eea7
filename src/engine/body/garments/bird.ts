/** Clothes for birds: a sleeveless top around the trunk that leaves the wings free. */

import { hex } from '../../colour.js';
import { blend, grow, intersect } from '../../geometry/field/field.js';
import { halfSpace } from '../../geometry/field/shapes.js';
import { lerp, scale, sub } from '../../geometry/vec.js';
import type { CreatureBody } from '../creature.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { type Cloth, shaded, weave } from './cloth.js';

export function dressBird(sculpture: Sculpture, body: CreatureBody, t: Traits): void {
  const top = t.items.get('shirt');
  if (!top) return;
  const { from, to, radius } = body.ridge;
  const cloth: Cloth = {
    name: top.word ?? 'shirt',
    colour: top.colour ?? hex('3f6fb5'),
    finish: top.finish ?? { roughness: 0.88 },
    look: top,
  };
  const trunk = body.parts.flatMap(({ joint, field }) =>
    /^(chest|spine|hips|neck)$/.test(joint) ? [field] : [],
  );
  const along = sub(from, to);
  const high = halfSpace(lerp(from, body.neck.centre, 0.55), along);
  const low = halfSpace(lerp(from, to, 0.72), scale(along, -1));
  const sleeve = intersect(
    intersect(grow(blend(radius * 0.4, trunk), radius * 0.07), high, radius * 0.06),
    low,
    radius * 0.06,
  );
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const trim = sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
  const edges = [high, low];
  sculpture.follow(
    cloth.name,
    sleeve,
    material,
    64,
    [
      ...weave(sculpture, cloth, body.unit * 1.6),
      {
        material: trim,
        at: (x, y, z) => -Math.max(...edges.map((edge) => edge.at(x, y, z))) - radius * 0.14,
      },
    ],
    top.pattern !== undefined,
  );
}
