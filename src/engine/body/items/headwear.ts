/** Items worn on the head and face. */

import { hex } from '../../colour.js';
import { blend, cut, type Field, grow, hit, intersect, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import { sides } from '../../skeleton/skeleton.js';
import { gold, headRoom, type Item, steel } from './item.js';

const tinted =
  /^(sun ?glasses|goggles|shades|visor|aviators?|sunnies|ray ?bans|vr headset)$|goggles$|sunglasses$/;

const isSpace = ({ word }: DescribedLook): boolean => word === 'space helmet' || word === 'astronaut helmet';

export const headwear: Record<string, Item> = {
  crown(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const metal = sculpture.material('crown', look.colour ?? hex('f0bd3a'), gold);
    const jewel = sculpture.material('jewels', hex('c9273a'), { roughness: 0.12 });
    const [cx, cy] = [w * 0.8, t.face === 'human' ? 0.92 : 0.8];
    const band = ring(at(0, cy, -0.06), cx, cx, r * 0.07, 2);
    const points = Array.from({ length: 8 }, (_, i) => {
      const a = (i / 8) * 2 * Math.PI + Math.PI / 8;
      const foot = add(at(0, cy, -0.06), [Math.cos(a) * cx, 0, Math.sin(a) * cx]);
      const top = add(foot, [Math.cos(a) * r * 0.08, r * 0.45 * look.size, Math.sin(a) * r * 0.08]);
      return union(roundCone(foot, top, r * 0.13, r * 0.035), ball(top, r * 0.07));
    });
    sculpture.rigid('crown', 'head', blend(r * 0.04, [band, ...points]), metal, 56);
    for (const a of [0.3, 0.5, 0.7])
      sculpture.rigid(
        `jewel ${a}`,
        'head',
        ball(
          add(at(0, cy + 0.02, -0.06), [
            Math.cos(a * Math.PI) * cx * 1.06,
            0,
            Math.sin(a * Math.PI) * cx * 1.06,
          ]),
          r * 0.08,
        ),
        jewel,
        12,
      );
  },
  helmet(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [hx, , hz] = body.head.half;
    const armour = t.items.get('armour');
    const suit = t.items.has('backpack') || armour ? t.colours.clothes : null;
    const colour = look.colour ?? armour?.colour ?? suit ?? hex('b9c0c9');
    const metal = sculpture.material(
      armour && !look.colour ? 'armour' : 'helmet',
      colour,
      look.finish ?? (armour || t.items.has('horns') ? steel : { roughness: 0.4 }),
    );
    const round = isSpace(look) ? 0.2 * r : 0;
    const dome = ellipsoid(at(0, 0.1, -0.06), [
      hx + 0.13 * r + round,
      1.06 * r + round,
      hz + 0.14 * r + round,
    ]);
    const shell = intersect(dome, halfSpace(at(0, -0.45, 0), [0, -1, 0]));
    const open = !isSpace(look) && !armour && !t.items.has('horns');
    if (open) {
      sculpture.rigid('helmet', 'head', brimmedDome(at(0, 0.16, -0.06), hx, hz, r), metal, 60);
      return;
    }
    const face = roundBox(at(0, -0.2, 0.9), [hx * 0.66, 0.58 * r, 0.75 * r], 0.2 * r);
    sculpture.rigid('helmet', 'head', cut(shell, face), metal, 60);
    if (isSpace(look)) {
      const rim = sculpture.material('helmet rim', hex('8d959f'), steel);
      const collar = ring(at(0, -0.62, -0.04), hx * 0.95, hz * 0.95, 0.14 * r, 1.2);
      sculpture.rigid('helmet rim', 'head', collar, rim, 44);
      return;
    }
    const trim = sculpture.material('armour trim', hex('d9a93f'), gold);
    sculpture.rigid(
      'helmet crest',
      'head',
      tube(
        [at(0, 0.55, hz / r + 0.02), at(0, 1.15, 0.3), at(0, 1.14, -0.4), at(0, 0.5, -hz / r - 0.1)],
        [0.05 * r, 0.09 * r, 0.09 * r, 0.05 * r],
      ),
      trim,
      40,
    );
    if (!t.items.has('horns') && t.items.has('armour'))
      sculpture.rigid(
        'plume',
        'head',
        tube(
          [at(0, 1.15, 0.05), at(0, 1.6, -0.2), at(0, 1.5, -0.75), at(0, 0.95, -1.15)],
          [0.1 * r, 0.2 * r, 0.2 * r, 0.05 * r],
        ),
        sculpture.material('plume', hex('c4342f')),
        34,
      );
  },
  hood(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [hx, , hz] = body.head.half;
    const colour = look.colour ?? t.items.get('robe')?.colour ?? t.colours.clothes ?? hex('35543a');
    const dome = blend(r * 0.3, [
      ellipsoid(at(0, 0.08, -0.1), [hx + 0.16 * r, 1.1 * r, hz + 0.16 * r]),
      roundCone(at(0, 0.6, -0.7), at(0, 0.75, -1.15), 0.4 * r, 0.1 * r),
      roundCone(at(0, -0.6, -0.2), at(0, -1, -0.1), 0.75 * r, 0.8 * r),
    ]);
    sculpture.follow(
      'hood',
      cut(
        intersect(dome, halfSpace(at(0, -1.15, 0), [0, -1, 0])),
        ellipsoid(at(0, -0.08, 0.95), [hx * 0.8, 0.78 * r, 0.85 * r]),
      ),
      sculpture.material('hood', colour, { roughness: 0.9 }),
      60,
    );
  },
  glasses(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [x, y, aside] = t.face === 'human' ? [0.34, 0.04, 0.12] : [0.46, 0.16, 0.55];
    const eye = hit(body.head.field, at(x, y, 3), [0, 0, -1], 4 * r) ?? at(x, y, 1);
    const z = (eye[2] - body.head.centre[2]) / r + 0.12;
    const frame = sculpture.material('glasses', look.colour ?? hex('24242a'), { roughness: 0.35 });
    const rings = sides.map((side) =>
      ring(at(x * side.x, y, z), 0.28 * r, 0.28 * r, 0.04 * r, 1, [Math.PI / 2, side.x * aside, 0]),
    );
    const arms = sides.map((side) =>
      roundCone(
        at((x + 0.26) * side.x, y + 0.05, z - 0.05),
        at(0.95 * side.x, y + 0.06, 0),
        0.03 * r,
        0.03 * r,
      ),
    );
    if (tinted.test(look.word ?? '')) {
      const lens = sculpture.material(
        'lenses',
        look.second ?? hex(look.word === 'goggles' ? '3fb4c9' : '17181d'),
        {
          roughness: 0.08,
        },
      );
      for (const side of sides)
        sculpture.rigid(
          `${side.name} lens`,
          'head',
          ellipsoid(at(x * side.x, y, z - 0.01), [0.27 * r, 0.27 * r, 0.05 * r], [0, side.x * aside, 0]),
          lens,
          20,
        );
    }
    sculpture.rigid(
      'glasses',
      'head',
      union(...rings, ...arms, roundCone(at(-0.1, y + 0.04, z), at(0.1, y + 0.04, z), 0.035 * r, 0.035 * r)),
      frame,
      60,
    );
  },
  mask(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const y = t.face === 'human' ? 0.04 : 0.16;
    const band = intersect(
      grow(body.head.field, 0.025 * r),
      roundBox(at(0, y, 0.3), [2 * r, 0.25 * r, 2 * r], 0.1 * r),
    );
    const holes = union(
      ...sides.map((side) =>
        ellipsoid(at((t.face === 'human' ? 0.34 : 0.46) * side.x, y, 0.9), [0.22 * r, 0.2 * r, 0.5 * r]),
      ),
    );
    sculpture.rigid(
      'mask',
      'head',
      cut(band, holes),
      sculpture.material('mask', look.colour ?? t.colours.clothes ?? hex('26262b')),
      50,
    );
  },
  halo(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    sculpture.rigid(
      'halo',
      'head',
      ring(at(0, 1.5, -0.1), 0.68 * r, 0.68 * r, 0.07 * r, 1, [0.15, 0, 0]),
      sculpture.material('halo', look.colour ?? hex('ffe27a'), { roughness: 0.4, glow: 0.9 }),
      44,
    );
  },
};

/** A helmet shell with a narrow brim all around, for soldiers, builders and firefighters. */
function brimmedDome(centre: Vec3, hx: number, hz: number, r: number): Field {
  const low = add(centre, [0, 0.22 * r, 0]);
  const dome = intersect(
    ellipsoid(centre, [hx + 0.14 * r, 1.04 * r, hz + 0.15 * r]),
    halfSpace(low, [0, -1, 0.1]),
    0.05 * r,
  );
  return blend(0.1 * r, [dome, ellipsoid(low, [hx + 0.3 * r, 0.07 * r, hz + 0.36 * r], [-0.1, 0, 0])]);
}
