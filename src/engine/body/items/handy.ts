/** Tools and toys on handles, balls, boxes and bags: one shape each, with name and colour from a table. */

import { hex } from '../../colour.js';
import { blend, cut, type Field, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { inHand } from './held.js';
import { type Item, steel } from './item.js';
import { aside, glowing, rod, wood } from './rod.js';

type Head = (top: Vec3, up: Vec3, u: number) => Field;
type Handled = { long: number; head: Head; colour: string; finish?: object; handle?: Vec3 };

const tuft: Head = (top, up, u) => roundCone(top, add(top, scale(up, u * 0.04)), u * 0.012, u * 0.004);
const bulb: Head = (top, up, u) => ball(add(top, scale(up, u * 0.02)), u * 0.032);
const disk: Head = (top, up, u) =>
  ellipsoid(add(top, scale(up, u * 0.06)), [u * 0.065, u * 0.065, u * 0.012]);
const loop: Head = (top, up, u) =>
  ring(add(top, scale(up, u * 0.05)), u * 0.05, u * 0.05, u * 0.009, 1, [Math.PI / 2, 0, 0]);
const bowl: Head = (top, up, u) => ellipsoid(add(top, scale(up, u * 0.03)), [u * 0.03, u * 0.045, u * 0.012]);
const jaws: Head = (top, up, u) =>
  cut(disk(top, up, u * 0.7), ball(add(top, scale(up, u * 0.075)), u * 0.024));
const scoops: Head = (top, up, u) =>
  blend(u * 0.004, [
    ball(add(top, scale(up, u * 0.03)), u * 0.034),
    ball(add(top, scale(up, u * 0.07)), u * 0.026),
  ]);
const spade: Head = (top, up, u) => roundCone(top, add(top, scale(up, u * 0.1)), u * 0.034, u * 0.018);
const mopHead: Head = (top, _up, u) => ellipsoid(top, [u * 0.07, u * 0.035, u * 0.04]);
const rakeHead: Head = (top, up, u) => {
  const [a, b] = [-1, 1].map((s) => add(top, scale(aside(up), s * u * 0.08))) as [Vec3, Vec3];
  const teeth = [0, 0.25, 0.5, 0.75, 1].map((s) => {
    const foot = add(scale(a, 1 - s), scale(b, s));
    return roundCone(foot, add(foot, scale(up, u * 0.05)), u * 0.008, u * 0.006);
  });
  return blend(u * 0.004, [roundCone(a, b, u * 0.01, u * 0.01), ...teeth]);
};
const cloth: Head = (top, up, u) => {
  const middle = add(add(top, scale(up, -u * 0.1)), scale(aside(up), u * 0.13));
  return roundBox(middle, [u * 0.02, u * 0.09, u * 0.13], u * 0.015);
};

/** `long` is the distance from the hand to the tool's head, in body heights. */
const handled: Record<string, Handled> = {
  brush: { long: 0.14, head: tuft, colour: '2f6bd8' },
  quill: {
    long: 0.08,
    head: (top, up, u) => roundCone(top, add(top, scale(up, u * 0.12)), u * 0.012, u * 0.02),
    colour: 'f3f1ec',
  },
  microphone: { long: 0.07, head: bulb, colour: '33343a', finish: steel, handle: hex('26262b') },
  lollipop: { long: 0.12, head: disk, colour: 'ee3f9b', handle: hex('f3f1ec') },
  'ice cream': { long: 0.04, head: scoops, colour: 'f6b7c8', handle: hex('d9a35c') },
  candle: { long: 0.1, head: tuft, colour: 'ffb030', finish: glowing, handle: hex('f3ecd8') },
  spoon: { long: 0.1, head: bowl, colour: 'c3c9d1', finish: steel },
  pan: { long: 0.07, head: disk, colour: '33343a', finish: steel },
  racket: { long: 0.12, head: disk, colour: 'd9e26a' },
  magnifier: { long: 0.06, head: loop, colour: 'e9b33c', finish: steel },
  wrench: { long: 0.1, head: jaws, colour: 'c3c9d1', finish: steel, handle: hex('8f959d') },
  shovel: { long: 0.3, head: spade, colour: '8f959d', finish: steel },
  mop: { long: 0.3, head: mopHead, colour: 'e9e4d6' },
  rake: { long: 0.34, head: rakeHead, colour: '6f747c', finish: steel },
  flag: { long: 0.42, head: cloth, colour: 'cf2e2a' },
  bat: {
    long: 0.05,
    head: (top, up, u) => roundCone(top, add(top, scale(up, u * 0.24)), u * 0.014, u * 0.03),
    colour: 'c99b68',
  },
  'fishing rod': {
    long: 0.5,
    head: (top, up, u) =>
      tube(
        [top, add(top, [0, -u * 0.02, u * 0.1]), add(top, add(scale(up, -u * 0.3), [0, 0, u * 0.16]))],
        [u * 0.005],
      ),
    colour: 'efeae0',
  },
};

const onHandle = (name: string, { long, head, colour, finish = {}, handle = wood }: Handled): Item =>
  inHand((at, up, u, look) => {
    const thick = long > 0.25 ? 0.011 : 0.012;
    const below = long > 0.25 ? long * 0.9 : 0.05;
    return [
      [`${name} handle`, rod(at, up, -u * below, u * long, u * thick), handle, {}],
      [name, head(add(at, scale(up, u * long)), up, u), look.colour ?? hex(colour), look.finish ?? finish],
    ];
  }, true);

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
  ...Object.fromEntries(Object.entries(handled).map(([name, kind]) => [name, onHandle(name, kind)])),
  ...Object.fromEntries(Object.keys(boxes).map((name) => [name, boxed(name)])),
  ball: roundThing,
  bag: bucket,
  board,
  whip,
};
