/** Held leisure items: things to read, smell, play and drink from. */

import { hex } from '../../colour.js';
import { blend, cut, intersect, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, scale } from '../../geometry/vec.js';
import { inHand } from './held.js';
import type { Item } from './item.js';
import { rod } from './rod.js';

export const pastimes: Record<string, Item> = {
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
