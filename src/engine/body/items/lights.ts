/** Held items that glow. */

import { hex } from '../../colour.js';
import { blend, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, ring, roundBox, roundCone } from '../../geometry/field/shapes.js';
import { add, scale } from '../../geometry/vec.js';
import { inHand } from './held.js';
import type { Item } from './item.js';
import { glowing, rod, wood } from './rod.js';

export const lights: Record<string, Item> = {
  torch: inHand(
    (at, up, u) => [
      ['torch', rod(at, up, -u * 0.1, u * 0.18, u * 0.015), wood, {}],
      ['embers', ball(add(at, scale(up, u * 0.2)), u * 0.034), hex('5a2a16'), {}],
      [
        'flame',
        blend(u * 0.01, [
          ball(add(at, scale(up, u * 0.235)), u * 0.036),
          roundCone(add(at, scale(up, u * 0.25)), add(at, scale(up, u * 0.34)), u * 0.026, u * 0.003),
        ]),
        hex('ff9a2e'),
        glowing,
      ],
    ],
    true,
  ),
  lantern: inHand((at, _up, u, look) => {
    const c = add(at, [0, -u * 0.1, u * 0.02]);
    return [
      [
        'lantern',
        union(
          ring(add(c, [0, u * 0.075, 0]), u * 0.03, u * 0.03, u * 0.006, 1, [Math.PI / 2, 0, 0]),
          roundCone(add(c, [0, u * 0.04, 0]), add(c, [0, u * 0.055, 0]), u * 0.042, u * 0.012),
          roundBox(add(c, [0, -u * 0.05, 0]), [u * 0.04, u * 0.01, u * 0.04], u * 0.006),
        ),
        look.colour ?? hex('4a4038'),
        { roughness: 0.5, metalness: 0.6 },
      ],
      ['lantern light', ellipsoid(c, [u * 0.034, u * 0.045, u * 0.034]), hex('ffd36b'), glowing],
    ];
  }),
  wand: inHand((at, up, u, look) => {
    const tip = add(at, scale(up, u * 0.24));
    const rays = Array.from({ length: 5 }, (_, i) => {
      const a = (i / 5) * 2 * Math.PI;
      const way = add(scale([1, 0, 0], Math.sin(a)), scale(up, Math.cos(a)));
      return roundCone(tip, add(tip, scale(way, u * 0.042)), u * 0.018, u * 0.003);
    });
    return [
      [
        'wand',
        rod(at, up, -u * 0.04, u * 0.22, u * 0.008),
        look.colour ?? hex('efe6d2'),
        look.finish ?? { roughness: 0.4 },
      ],
      ['wand star', blend(u * 0.006, rays), hex('ffd94f'), glowing],
    ];
  }),
};
