/** Held in a hand: tools, lights and toys. */
import { blend, cut, intersect, union } from '../../field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../field/shapes.js';
import { add, cross, normalize, scale, type Vec3 } from '../../math/vec.js';
import { hex } from '../../text/colours.js';
import { inHand } from './held.js';
import { gold, type Item, steel } from './item.js';

const wood = hex('7a5330');
const glowing = { roughness: 0.4, glow: 0.9 };
const aside = (up: Vec3): Vec3 => normalize(cross(up, [1, 0, 0]));
const rod = (at: Vec3, up: Vec3, from: number, to: number, thick: number) =>
  roundCone(add(at, scale(up, from)), add(at, scale(up, to)), thick, thick);

export const instruments: Record<string, Item> = {
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
  book: inHand((at, up, u, look) => {
    const c = add(at, scale(up, u * 0.05));
    return [
      [
        'book',
        cut(
          roundBox(c, [u * 0.022, u * 0.062, u * 0.05], u * 0.006),
          roundBox(add(c, [0, 0, u * 0.01]), [u * 0.016, u * 0.08, u * 0.05], u * 0.002),
        ),
        look.colour ?? hex('7c2f2a'),
        look.finish ?? { roughness: 0.6 },
      ],
      [
        'pages',
        roundBox(add(c, [0, 0, u * 0.004]), [u * 0.016, u * 0.056, u * 0.043], u * 0.003),
        hex('f2ead6'),
        {},
      ],
    ];
  }),
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
  flower: inHand((at, up, u, look) => {
    const top = add(at, scale(up, u * 0.16));
    const petals = Array.from({ length: 6 }, (_, i) => {
      const a = (i / 6) * 2 * Math.PI;
      return ball(add(top, [Math.sin(a) * u * 0.026, Math.cos(a) * u * 0.026, 0]), u * 0.02);
    });
    return [
      ['stem', rod(at, up, -u * 0.08, u * 0.16, u * 0.006), hex('3c8a45'), {}],
      [
        look.word === 'rose' ? 'rose' : 'flower',
        blend(u * 0.006, petals),
        look.colour ?? hex('e2607f'),
        { roughness: 0.7 },
      ],
      ['pollen', ellipsoid(add(top, [0, 0, u * 0.01]), [u * 0.016, u * 0.016, u * 0.014]), hex('f3cc2b'), {}],
    ];
  }, true),
  umbrella: inHand((at, up, u, look) => {
    const top = add(at, scale(up, u * 0.5));
    const ribs = Array.from({ length: 8 }, (_, i) => {
      const a = (i / 8) * 2 * Math.PI;
      return ball(add(top, [Math.sin(a) * u * 0.3, -u * 0.11, Math.cos(a) * u * 0.3]), u * 0.09);
    });
    const dome = intersect(
      ellipsoid(add(top, [0, -u * 0.12, 0]), [u * 0.3, u * 0.16, u * 0.3]),
      halfSpace(add(top, [0, -u * 0.1, 0]), [0, -1, 0]),
      u * 0.01,
    );
    return [
      [
        'umbrella',
        cut(dome, blend(0, ribs), u * 0.01),
        look.colour ?? hex('c23b35'),
        look.finish ?? { roughness: 0.6 },
      ],
      [
        'umbrella stick',
        union(
          rod(at, up, -u * 0.06, u * 0.53, u * 0.008),
          ring(add(at, add(scale(up, -u * 0.07), [0, 0, u * 0.025])), u * 0.025, u * 0.025, u * 0.009, 1, [
            0,
            0,
            Math.PI / 2,
          ]),
        ),
        hex('5a3b24'),
        {},
      ],
    ];
  }, true),
  balloon: inHand((at, up, u, look) => {
    const c = add(at, scale(up, u * 0.52));
    return [
      [
        'string',
        tube([at, add(at, scale(up, u * 0.2)), add(c, [0, -u * 0.12, 0])], [u * 0.003]),
        hex('efeae0'),
        {},
      ],
      [
        'balloon',
        blend(u * 0.01, [
          ellipsoid(c, [u * 0.095, u * 0.115, u * 0.095]),
          roundCone(add(c, [0, -u * 0.1, 0]), add(c, [0, -u * 0.13, 0]), u * 0.012, u * 0.018),
        ]),
        look.colour ?? hex('e0332f'),
        { roughness: 0.15 },
      ],
    ];
  }, true),
  guitar: inHand((at, up, u, look) => {
    const low = add(at, scale(up, -u * 0.04));
    return [
      [
        'guitar',
        blend(u * 0.03, [
          ellipsoid(add(low, scale(up, -u * 0.06)), [u * 0.09, u * 0.085, u * 0.026]),
          ellipsoid(add(low, scale(up, u * 0.05)), [u * 0.068, u * 0.06, u * 0.026]),
        ]),
        look.colour ?? hex('b9712c'),
        look.finish ?? { roughness: 0.3 },
      ],
      [
        'guitar neck',
        union(
          rod(low, up, u * 0.06, u * 0.3, u * 0.013),
          roundBox(add(low, scale(up, u * 0.32)), [u * 0.024, u * 0.034, u * 0.012], u * 0.006),
        ),
        hex('4a2f1c'),
        {},
      ],
      [
        'sound hole',
        ellipsoid(add(low, [0, 0, u * 0.024]), [u * 0.026, u * 0.026, u * 0.006]),
        hex('1c1612'),
        {},
      ],
    ];
  }, true),
  mug: inHand((at, _up, u, look) => {
    const c = add(at, [0, u * 0.025, u * 0.03]);
    const jug = intersect(
      roundCone(add(c, [0, -u * 0.1, 0]), add(c, [0, u * 0.1, 0]), u * 0.036, u * 0.036),
      roundBox(c, [u, u * 0.045, u], u * 0.005),
      u * 0.006,
    );
    return [
      [
        'mug',
        union(jug, ring(add(c, [0, 0, u * 0.045]), u * 0.026, u * 0.026, u * 0.007, 1, [0, 0, Math.PI / 2])),
        look.colour ?? hex('a8763e'),
        look.finish ?? { roughness: 0.5 },
      ],
      [
        'foam',
        ellipsoid(add(c, [0, u * 0.044, 0]), [u * 0.034, u * 0.014, u * 0.034]),
        hex('f6f1e4'),
        { roughness: 1 },
      ],
    ];
  }),
};
