/** Things on handles, balls, boxes and bags: one shape each, with name and colour from a table. */

import { hex } from '../../colour.js';
import { cut, union } from '../../geometry/field/field.js';
import { ball, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { handled } from './handled.js';
import { inHand } from './held.js';
import type { Item } from './item.js';
import { glowing } from './rod.js';

const balls: Record<string, string> = {
  ball: 'cf2e2a',
  basketball: 'd9742a',
  football: 'f3f1ec',
  snowball: 'f7f8fa',
  bomb: '26262b',
  orb: '7fd4ff',
  skull: 'ebe5d3',
  globe: '2f6bd8',
};

const roundThing: Item = inHand((at, _up, u, look) => {
  const word = look.word ?? 'ball';
  const r = u * (word === 'basketball' || word === 'football' ? 0.075 : 0.055);
  const c = add(at, [0, -r * 0.4, r * 1.1]);
  const fuse = tube(
    [add(c, [0, r, 0]), add(c, [r * 0.2, r * 1.4, 0]), add(c, [r * 0.5, r * 1.5, 0])],
    [u * 0.006],
  );
  return [
    [
      'ball',
      ball(c, r),
      look.colour ?? hex(balls[word] ?? balls.ball!),
      word === 'orb' ? glowing : (look.finish ?? { roughness: 0.4 }),
    ],
    ...(word === 'bomb' ? ([['fuse', fuse, hex('ffb030'), glowing]] as const) : []),
  ];
});

/** Half extents in body heights: across, up, deep. */
const boxes: Record<string, readonly [size: Vec3, colour: string]> = {
  case: [[0.025, 0.06, 0.085], '6b4426'],
  gift: [[0.05, 0.05, 0.05], 'cf2e2a'],
  phone: [[0.008, 0.04, 0.022], '26262b'],
  scroll: [[0.02, 0.075, 0.02], 'f0e2bd'],
  camera: [[0.03, 0.03, 0.045], '33343a'],
  drum: [[0.07, 0.06, 0.07], 'cf2e2a'],
  controller: [[0.055, 0.018, 0.035], '3b3d42'],
  pie: [[0.075, 0.02, 0.075], 'd29a52'],
};

const boxed = (name: string): Item =>
  inHand((at, _up, u, look) => {
    const [half, colour] = boxes[name]!;
    const size = scale(half, u);
    const hangs = name === 'case';
    const c = add(at, [0, hangs ? -size[1] - u * 0.03 : u * 0.01, hangs ? 0 : size[2] * 0.5]);
    const tone = look.colour ?? hex(colour);
    const round = name === 'scroll' ? size[0] : Math.min(...size) * 0.35;
    return [
      [name, roundBox(c, size, round), tone, look.finish ?? { roughness: 0.55 }],
      ...(hangs
        ? ([
            [
              'handle',
              ring(add(at, [0, -u * 0.02, 0]), u * 0.03, u * 0.03, u * 0.008, 1, [0, 0, Math.PI / 2]),
              hex('2a221c'),
              {},
            ],
          ] as const)
        : []),
      ...(name === 'gift'
        ? ([
            [
              'ribbon',
              union(
                roundBox(c, add(size, [u * 0.003, u * 0.003, -size[2] * 0.8]), u * 0.004),
                ball(add(c, [0, size[1], 0]), u * 0.018),
              ),
              look.second ?? hex('f3cc2b'),
              {},
            ],
          ] as const)
        : []),
      ...(name === 'camera'
        ? ([
            [
              'lens',
              roundCone(c, add(c, [0, 0, u * 0.06]), u * 0.022, u * 0.024),
              hex('5a6a7a'),
              { roughness: 0.1 },
            ],
          ] as const)
        : []),
    ];
  });

const bucket: Item = inHand((at, _up, u, look) => {
  const low = add(at, [0, -u * 0.16, 0]);
  const high = add(at, [0, -u * 0.07, 0]);
  const tone =
    look.colour ?? hex(look.word === 'basket' ? 'c99b5a' : look.word === 'bucket' ? '9aa4b0' : 'b0533c');
  return [
    [
      'bag',
      cut(roundCone(low, high, u * 0.04, u * 0.055), ball(add(high, [0, u * 0.05, 0]), u * 0.055)),
      tone,
      look.finish ?? { roughness: 0.7 },
    ],
    [
      'bag handle',
      ring(add(at, [0, -u * 0.05, 0]), u * 0.05, u * 0.05, u * 0.007, 1, [Math.PI / 2, 0, 0]),
      tone,
      {},
    ],
  ];
});

const board: Item = inHand((at, _up, u, look) => [
  [
    'board',
    roundBox(
      add(at, [-u * 0.03, u * 0.04, 0]),
      [u * 0.014, u * (look.word === 'skateboard' ? 0.16 : 0.3), u * 0.055],
      u * 0.013,
    ),
    look.colour ?? hex('f0a020'),
    look.finish ?? { roughness: 0.4 },
  ],
]);

const whip: Item = inHand((at, up, u, look) => [
  [
    'whip',
    tube(
      [
        at,
        add(at, scale(up, u * 0.1)),
        add(at, [0, u * 0.02, u * 0.2]),
        add(at, [u * 0.05, -u * 0.2, u * 0.26]),
        add(at, [0, -u * 0.3, u * 0.12]),
      ],
      [u * 0.013, u * 0.01, u * 0.008, u * 0.007, u * 0.005],
      4,
    ),
    look.colour ?? hex('54392a'),
    {},
  ],
]);

export const handy: Record<string, Item> = {
  ...handled,
  ...Object.fromEntries(Object.keys(boxes).map((name) => [name, boxed(name)])),
  ball: roundThing,
  bag: bucket,
  board,
  whip,
};
