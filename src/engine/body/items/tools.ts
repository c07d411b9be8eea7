/** Weapons and long-handled tools. */

import { hex } from '../../colour.js';
import { blend, union } from '../../geometry/field/field.js';
import { ball, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { inHand } from './held.js';
import { gold, type Item, steel } from './item.js';
import { aside, rod, wood } from './rod.js';

export const tools: Record<string, Item> = {
  club: inHand((at, up, u, look) => [
    [
      'club',
      roundCone(add(at, scale(up, -u * 0.1)), add(at, scale(up, u * 0.3)), u * 0.014, u * 0.045 * look.size),
      look.colour ?? hex('6b4527'),
      look.finish ?? {},
    ],
    [
      'studs',
      union(
        ...Array.from({ length: 8 }, (_, i) => {
          const a = i * 2.4;
          const p = add(at, scale(up, u * (0.16 + 0.018 * i)));
          const side = aside(up);
          const way = add(scale([1, 0, 0], Math.cos(a)), scale(side, Math.sin(a)));
          return ball(add(p, scale(way, u * (0.026 + 0.002 * i) * look.size)), u * 0.009);
        }),
      ),
      hex('b9c0c9'),
      steel,
    ],
  ]),
  longbow: inHand((at, up, u, look) => {
    const side = aside(up);
    const tip = (sign: number, s: number): Vec3 =>
      add(add(at, scale(up, sign * u * 0.3 * s)), scale(side, -u * 0.13 * s * s));
    const ends = [tip(1, 1), tip(-1, 1)] as const;
    return [
      [
        look.word === 'crossbow' ? 'crossbow' : 'longbow',
        tube(
          [ends[0], tip(1, 0.6), at, tip(-1, 0.6), ends[1]],
          [u * 0.008, u * 0.013, u * 0.015, u * 0.013, u * 0.008],
          4,
        ),
        look.colour ?? wood,
        look.finish ?? {},
      ],
      ['bowstring', roundCone(ends[0], ends[1], u * 0.003, u * 0.003), hex('ece6d6'), {}],
    ];
  }, true),
  broom: inHand(
    (at, up, u, look) => [
      ['broom', rod(at, up, -u * 0.3, u * 0.45, u * 0.012), look.colour ?? wood, {}],
      [
        'bristles',
        blend(
          u * 0.01,
          [-1, -0.5, 0, 0.5, 1].map((k) =>
            roundCone(
              add(at, scale(up, -u * 0.28)),
              add(add(at, scale(up, -u * 0.44)), scale(aside(up), k * u * 0.045)),
              u * 0.02,
              u * 0.018,
            ),
          ),
        ),
        hex('d8b25a'),
        { roughness: 1 },
      ],
    ],
    true,
  ),
  scythe: inHand((at, up, u, look) => {
    const top = add(at, scale(up, u * 0.48));
    const side = aside(up);
    return [
      ['scythe', rod(at, up, -u * 0.36, u * 0.48, u * 0.012), wood, {}],
      [
        'scythe blade',
        tube(
          [
            top,
            add(top, add(scale(side, u * 0.14), scale(up, u * 0.02))),
            add(top, add(scale(side, u * 0.28), scale(up, -u * 0.08))),
          ],
          [u * 0.022, u * 0.018, u * 0.003],
          5,
        ),
        look.colour ?? hex('cfd6de'),
        steel,
      ],
    ];
  }, true),
  pickaxe: inHand((at, up, u, look) => {
    const top = add(at, scale(up, u * 0.3));
    const side = aside(up);
    const arm = (sign: number) => add(top, add(scale(side, sign * u * 0.14), scale(up, -u * 0.035)));
    return [
      ['handle', rod(at, up, -u * 0.12, u * 0.32, u * 0.013), hex('6b4527'), {}],
      [
        'pickaxe head',
        tube([arm(-1), top, arm(1)], [u * 0.004, u * 0.022, u * 0.004], 5),
        look.colour ?? hex('8d959f'),
        steel,
      ],
    ];
  }),
  trident: inHand((at, up, u, look) => {
    const side = aside(up);
    const fork = add(at, scale(up, u * 0.42));
    const prongs = [-1, 0, 1].map((k) => {
      const foot = add(fork, scale(side, k * u * 0.05));
      return roundCone(foot, add(foot, scale(up, u * (k === 0 ? 0.15 : 0.12))), u * 0.011, u * 0.003);
    });
    return [
      [
        look.word === 'pitchfork' ? 'pitchfork' : 'trident',
        blend(u * 0.004, [
          rod(at, up, -u * 0.36, u * 0.42, u * 0.011),
          roundCone(add(fork, scale(side, -u * 0.05)), add(fork, scale(side, u * 0.05)), u * 0.01, u * 0.01),
          ...prongs,
        ]),
        look.colour ?? hex('e0b84a'),
        look.finish ?? gold,
      ],
    ];
  }, true),
};
