/** Tools and toys on handles: one head each, with its name and colour from a table. */

import { hex } from '../../colour.js';
import { blend, cut, type Field } from '../../geometry/field/field.js';
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
const tools: Record<string, Handled> = {
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
  baguette: {
    long: -0.08,
    head: (top, up, u) => roundCone(top, add(top, scale(up, u * 0.3)), u * 0.024, u * 0.02),
    colour: 'd29a52',
  },
  trophy: {
    long: 0.05,
    head: (top, up, u) =>
      blend(u * 0.006, [
        cut(
          roundCone(top, add(top, scale(up, u * 0.08)), u * 0.022, u * 0.05),
          ball(add(top, scale(up, u * 0.13)), u * 0.055),
        ),
        ...[-1, 1].map((side) =>
          ring(
            add(top, add(scale(up, u * 0.07), scale(aside(up), side * u * 0.055))),
            u * 0.026,
            u * 0.026,
            u * 0.007,
            1,
            [Math.PI / 2, 0, 0],
          ),
        ),
      ]),
    colour: 'e9b33c',
    finish: steel,
    handle: hex('4a3122'),
  },
  palette: { long: 0.02, head: disk, colour: 'c99b68' },
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

export const handled: Record<string, Item> = Object.fromEntries(
  Object.entries(tools).map(([name, kind]) => [name, onHandle(name, kind)]),
);
