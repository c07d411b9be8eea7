/** Clothes for four-legged bodies: a coat around the chest and boots on the paws. */

import { hex } from '../../colour.js';
import { blend, grow, intersect } from '../../geometry/field/field.js';
import { halfSpace } from '../../geometry/field/shapes.js';
import { lerp } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { QuadrupedBody } from '../quadruped.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { type Cloth, shaded, weave } from './cloth.js';

export function dressAnimal(sculpture: Sculpture, body: QuadrupedBody, t: Traits): void {
  const top = t.items.get('shirt');
  if (top)
    sculptVest(sculpture, body, {
      name: top.word === 'coat' ? 'long coat' : (top.word ?? 'shirt'),
      colour: top.colour ?? hex('3f6fb5'),
      finish: top.finish ?? { roughness: 0.88 },
      look: top,
    });
  const boots = t.items.get('boots');
  if (!boots) return;
  const { legs, leg } = body.frame;
  const material = sculpture.material(boots.word ?? 'boots', boots.colour ?? hex('54392a'), {
    roughness: 0.55,
  });
  for (const { joint, field } of body.parts.filter(({ joint }) => /(Foot|LowerLeg)$/.test(joint))) {
    const end = joint.includes('Front') ? legs.Front : legs.Back;
    const shaft = intersect(
      grow(field, end.thick * 0.2),
      halfSpace([0, leg * 0.42, 0], [0, 1, 0]),
      end.thick * 0.2,
    );
    sculpture.follow(`${joint} boot`, intersect(shaft, halfSpace([0, 0, 0], [0, -1, 0])), material, 34);
  }
}

/** From the neck to the middle of the back, with short sleeves. */
function sculptVest(sculpture: Sculpture, body: QuadrupedBody, cloth: Cloth): void {
  const { chest, hips, barrel, neckFrom, headAt, legs, leg } = body.frame;
  const thick = barrel * 0.09;
  const edge = barrel * 0.08;
  const trunk = body.parts.flatMap(({ joint, field }) =>
    /^(chest|spine|hips|neck)$/.test(joint) ? [field] : [],
  );
  const behind = lerp(chest, hips, 0.78);
  const collar = lerp(neckFrom, headAt, 0.3);
  const up = [0, headAt[1] - neckFrom[1], headAt[2] - neckFrom[2]] as const;
  const sleeves = sides.flatMap((side) =>
    body.parts.flatMap(({ joint, field }) =>
      joint === `${side.name}FrontUpperLeg`
        ? [intersect(grow(field, thick), halfSpace([0, leg * 0.68, 0], [0, -1, 0]), edge)]
        : [],
    ),
  );
  const wrap = intersect(
    intersect(grow(blend(barrel * 0.34, trunk), thick), halfSpace(behind, [0, 0, -1]), edge),
    halfSpace(collar, up),
    edge,
  );
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const trim = sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
  const cuff = leg * 0.68 + barrel * 0.14;
  sculpture.follow(
    cloth.name,
    blend(barrel * 0.2, [wrap, ...sleeves]),
    material,
    70,
    [
      ...weave(sculpture, cloth, body.unit * 1.6),
      {
        material: trim,
        at: (_x, y, z) =>
          Math.min(z - behind[2] - barrel * 0.16, z > legs.Front.top[2] - barrel * 0.7 ? y - cuff : 1),
      },
    ],
    cloth.look?.pattern !== undefined,
  );
}
