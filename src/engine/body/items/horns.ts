/** Horns and antlers. */

import { darker, hex, lighter } from '../../colour.js';
import { blend, intersect } from '../../geometry/field/field.js';
import { ball, halfSpace, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, sub } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { sidedName } from '../sides.js';
import { gold, headRoom, type Item } from './item.js';

export const horns: Record<string, Item> = {
  horns(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    const helmet = t.items.has('helmet');
    for (const side of sides) {
      const own = look[side.name];
      if (own?.state === 'missing') continue;
      const material = sculpture.material(
        sidedName('horns', side.name, own?.colour !== undefined),
        own?.colour ?? look.colour ?? hex('ead9b5'),
        own?.finish ?? look.finish ?? { roughness: 0.45 },
      );
      const s = look.size * (own?.size ?? 1);
      const X = (v: number) => v * side.x;
      const path =
        helmet || t.tail === 'tuft'
          ? [
              at(X(x * 0.8), 0.5, 0),
              at(X(x + 0.45 * s), 0.6, 0.05),
              at(X(x + 0.62 * s), 0.75 + 0.45 * s, 0.12),
            ]
          : [
              at(X(x * 0.5), 0.72, 0),
              at(X(x * 0.72), 0.95 + 0.3 * s, -0.12),
              at(X(x * 0.78), 1 + 0.72 * s, -0.55 * s),
            ];
      const whole = tube(path, [0.2 * r * Math.sqrt(s), 0.14 * r * Math.sqrt(s), 0.03 * r], 5);
      sculpture.rigid(
        `${side.name} horn`,
        'head',
        own?.state === 'torn' ? intersect(whole, halfSpace(path[1]!, sub(path[2]!, path[0]!))) : whole,
        material,
        30,
      );
    }
  },
  'unicorn horn'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const material = sculpture.material('horns', look.colour ?? hex('f2cf5b'), gold);
    const ridge = sculpture.material('horn ridges', darker(look.colour ?? hex('f2cf5b'), 0.3), gold);
    const foot = at(0, 0.7, 0.45);
    sculpture.rigid('horn', 'head', roundCone(foot, at(0, 1.95, 0.95), 0.15 * r, 0.02 * r), material, 36, [
      { material: ridge, at: (x, y) => Math.sin(((y - foot[1]) / r) * 26 + (x / r) * 9) - 0.75 },
    ]);
  },
  antlers(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const material = sculpture.material('antlers', look.colour ?? hex('b08d62'), { roughness: 0.7 });
    const s = look.size;
    for (const side of sides) {
      const p = (x: number, y: number, z: number) => at(x * side.x, 0.75 + y * s, z);
      const beam = tube(
        [p(0.36, 0, 0), p(0.7, 0.6, -0.2), p(0.95, 1.15, -0.05), p(0.85, 1.7, 0.15)],
        [0.1 * r, 0.085 * r, 0.07 * r, 0.03 * r],
      );
      const tines = [
        roundCone(p(0.6, 0.42, -0.14), p(0.66, 0.8, 0.42), 0.075 * r, 0.03 * r),
        roundCone(p(0.9, 1, -0.1), p(1.42, 1.42, -0.1), 0.07 * r, 0.03 * r),
      ];
      sculpture.rigid(`${side.name} antler`, 'head', blend(0.04 * r, [beam, ...tines]), material, 46);
    }
  },
  antennae(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const robot = t.face === 'robot';
    const stalk = sculpture.material('antennae', look.colour ?? (robot ? hex('5a626c') : t.colours.coat), {
      roughness: 0.4,
      metalness: robot ? 0.7 : 0,
    });
    const tip = sculpture.material(
      'antenna tips',
      look.colour ?? (robot ? hex('ff5a3c') : lighter(t.colours.coat, 0.35)),
      { roughness: 0.35, glow: robot ? 0.8 : 0 },
    );
    for (const side of robot ? [sides[0]!] : sides) {
      const x = robot ? 0 : 0.38 * side.x;
      const end = at(robot ? 0 : x * 1.5, 1.2 + 0.3 * look.size, 0);
      sculpture.rigid(
        `${side.name} antenna`,
        'head',
        roundCone(at(x, 0.72, 0), end, 0.06 * r, 0.04 * r),
        stalk,
        22,
      );
      sculpture.rigid(`${side.name} antenna tip`, 'head', ball(end, 0.13 * r), tip, 16);
    }
  },
  tusks(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const ivory = sculpture.material('tusks', look.colour ?? hex('f3ead2'), { roughness: 0.35 });
    const long = (t.items.has('trunk') ? 1.1 : 0.3) * look.size;
    for (const side of sides) {
      const foot = add(body.head.centre, [side.x * 0.3 * r, -0.55 * r, body.head.front * 0.78]);
      const path = t.items.has('trunk')
        ? [
            foot,
            add(foot, [side.x * 0.1 * r, -0.35 * long * r, 0.4 * long * r]),
            add(foot, [side.x * 0.12 * r, -0.2 * long * r, 0.9 * long * r]),
          ]
        : [
            foot,
            add(foot, [side.x * 0.06 * r, long * r * 0.5, 0.1 * r]),
            add(foot, [side.x * 0.08 * r, long * r, 0.06 * r]),
          ];
      sculpture.rigid(`${side.name} tusk`, 'head', tube(path, [0.1 * r, 0.085 * r, 0.025 * r]), ivory, 24);
    }
  },
  trunk(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const z = body.head.front / r;
    sculpture.rigid(
      'trunk',
      'head',
      tube(
        [at(0, -0.2, z * 0.7), at(0, -0.75, z + 0.35), at(0, -1.7, z + 0.35), at(0, -2.2, z + 0.7)],
        [0.36 * r, 0.3 * r, 0.22 * r, 0.17 * r],
      ),
      sculpture.material('coat', t.colours.coat),
      46,
    );
    if (look.colour) sculpture.material('trunk', look.colour);
  },
  comb(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const red = sculpture.material('comb', look.colour ?? hex('d3302b'), { roughness: 0.5 });
    sculpture.rigid(
      'comb',
      'head',
      blend(
        0.05 * r,
        [-0.35, 0, 0.35].map((z, i) =>
          roundCone(at(0, 0.85, z), at(0, 1.22 - Math.abs(i - 1) * 0.1, z * 1.2), 0.15 * r, 0.14 * r),
        ),
      ),
      red,
      30,
    );
    sculpture.rigid(
      'wattle',
      'head',
      blend(
        0.03 * r,
        sides.map((side) =>
          roundCone(at(0.1 * side.x, -0.4, 0.85), at(0.12 * side.x, -0.68, 0.88), 0.07 * r, 0.12 * r),
        ),
      ),
      red,
      24,
    );
  },
};
