/** Items held in a hand. */

import { hex } from '../../colour.js';
import { blend, extentOf, type Field, intersect, leaf } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, plate, ring, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, cross, dot, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import { sides } from '../../skeleton/skeleton.js';
import { gold, type Item, steel } from './item.js';

type HeldPart = readonly [
  name: string,
  field: Field,
  colour: Vec3,
  finish: { roughness?: number; metalness?: number; glow?: number },
];

/** Places an item in the right hand; `plumb` items are upright once the arm hangs down. */
export function inHand(
  build: (at: Vec3, up: Vec3, unit: number, look: DescribedLook) => readonly HeldPart[],
  plumb = false,
): Item {
  return (sculpture, body, look) => {
    const { at, up, joint } = body.grip(sides[1]!);
    const way = normalize(plumb && body.kind === 'biped' ? heldUp : up);
    const unit = body.unit * (plumb ? 1 : handy);
    const parts = build(at, way, unit, look);
    const whole = Math.max(...parts.map(([, field]) => extentOf(field)));
    for (const [name, field, colour, finish] of parts) {
      const shines = look.finish?.glow !== undefined && !/handle|hilt|grip|stick|string/.test(name);
      const material = sculpture.material(name, colour, shines ? look.finish : finish);
      sculpture.rigid(name, joint, field, material, Math.max(least, (finest * extentOf(field)) / whole));
    }
  };
}

/** Grid cells across the whole thing, and across its smallest part. */
const [finest, least] = [88, 22];

/** Things reach from the hand to the ground, or are larger than life. */
const handy = 1.25;

/** The direction that is upright once the arm hangs down. */
const heldUp: Vec3 = [0.3, 0.92, 0.28];

/** A blade with four flat sides, a ridge in the middle and a point. */
function blade(at: Vec3, up: Vec3, from: number, long: number, wide: number): Field {
  const [foot, tip] = [add(at, scale(up, from)), add(at, scale(up, from + long))];
  const side = normalize(cross(up, [1, 0, 0]));
  const flat = normalize(cross(up, side));
  const deep = wide * 0.34;
  const slope = (wide * deep) / Math.hypot(wide, deep);
  const pointed = wide * 2.2;
  const reach: Vec3 = [wide, wide, wide];
  const box = {
    min: sub([0, 1, 2].map((i) => Math.min(foot[i]!, tip[i]!)) as unknown as Vec3, reach),
    max: add([0, 1, 2].map((i) => Math.max(foot[i]!, tip[i]!)) as unknown as Vec3, reach),
  };
  return leaf(box, (x, y, z) => {
    const d: Vec3 = [x - foot[0], y - foot[1], z - foot[2]];
    const along = dot(d, up);
    const narrower = Math.max(0, 1 - Math.max(0, along - long + pointed) / pointed);
    const across = Math.abs(dot(d, side)) / wide + Math.abs(dot(d, flat)) / deep - Math.max(narrower, 0.04);
    return Math.max(across * slope, -along, along - long);
  });
}

function crossbar(at: Vec3, up: Vec3, height: number, half: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, height));
  return roundCone(add(c, scale(side, -half)), add(c, scale(side, half)), half * 0.22, half * 0.22);
}

const wooden = (look: DescribedLook): Vec3 => look.colour ?? hex('7a5330');

function staffOf(at: Vec3, up: Vec3, u: number, look: DescribedLook): HeldPart[] {
  const top = scale(up, u * 0.44);
  const points = [
    add(at, scale(up, -u * 0.36)),
    at,
    add(at, scale(up, u * 0.34)),
    add(at, add(top, [0, 0, u * 0.035])),
  ];
  return [
    ['staff', tube(points, [u * 0.016, u * 0.018, u * 0.02, u * 0.026]), wooden(look), { roughness: 0.8 }],
    ['orb', ball(add(at, scale(up, u * 0.48)), u * 0.055), hex('58d0f0'), { roughness: 0.15, glow: 0.7 }],
  ];
}

/** A cane from the ground to the hand, with a crook at the top. */
function caneOf(at: Vec3, up: Vec3, u: number, look: DescribedLook): HeldPart[] {
  const points = [
    add(at, scale(up, -u * 0.36)),
    add(at, scale(up, u * 0.03)),
    add(at, add(scale(up, u * 0.075), [0, 0, u * 0.03])),
    add(at, add(scale(up, u * 0.04), [0, 0, u * 0.075])),
  ];
  return [
    ['cane', tube(points, [u * 0.013, u * 0.015, u * 0.017, u * 0.015]), wooden(look), { roughness: 0.6 }],
  ];
}

/** Two crescent blades. */
function axeHead(at: Vec3, up: Vec3, u: number, size: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, u * 0.3));
  const edge = (sign: number, k: number): Vec3 =>
    add(c, add(scale(side, sign * u * (0.115 - 0.03 * k * k) * size), scale(up, k * u * 0.085 * size)));
  const steps = [-1, -0.5, 0, 0.5];
  const crescent = (sign: number) =>
    steps.map((k) => plate(c, edge(sign, k), edge(sign, k + 0.5), u * 0.007));
  const eye = roundCone(add(c, scale(up, -u * 0.03)), add(c, scale(up, u * 0.03)), u * 0.02, u * 0.02);
  return blend(u * 0.008, [eye, ...crescent(1), ...crescent(-1)]);
}

function malletHead(at: Vec3, up: Vec3, half: number, height: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, height));
  return intersect(
    roundCone(add(c, scale(side, -half)), add(c, scale(side, half)), half * 0.62, half * 0.62),
    intersect(
      halfSpace(add(c, scale(side, half)), side),
      halfSpace(add(c, scale(side, -half)), scale(side, -1)),
    ),
  );
}

const short: ReadonlySet<string> = new Set(['dagger', 'knife']);

export const held: Record<string, Item> = {
  sword: inHand((at, up, u, look) => [
    [
      `${look.word ?? 'sword'} blade`,
      blade(at, up, u * 0.05, u * (short.has(look.word ?? '') ? 0.22 : 0.42) * look.size, u * 0.033),
      look.colour ?? hex('cfd6de'),
      steel,
    ],
    [
      'hilt',
      blend(u * 0.004, [
        crossbar(at, up, u * 0.055, u * 0.075),
        ball(add(at, scale(up, -u * 0.065)), u * 0.021),
      ]),
      hex('d9a93f'),
      gold,
    ],
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.06)), add(at, scale(up, u * 0.05)), u * 0.014, u * 0.014),
      hex('4a3122'),
      {},
    ],
  ]),
  axe: inHand((at, up, u, look) => [
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.14)), add(at, scale(up, u * 0.34)), u * 0.013, u * 0.013),
      hex('6b4527'),
      {},
    ],
    ['axe head', axeHead(at, up, u, look.size), look.colour ?? hex('c3c9d1'), steel],
  ]),
  hammer: inHand((at, up, u, look) => [
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.12)), add(at, scale(up, u * 0.3)), u * 0.013, u * 0.013),
      hex('6b4527'),
      {},
    ],
    ['hammer head', malletHead(at, up, u * 0.09 * look.size, u * 0.32), look.colour ?? hex('8d959f'), steel],
  ]),
  spear: inHand(
    (at, up, u, look) => [
      [
        'shaft',
        roundCone(add(at, scale(up, -u * 0.3)), add(at, scale(up, u * 0.5)), u * 0.011, u * 0.011),
        hex('7a5330'),
        {},
      ],
      [
        'spear tip',
        roundCone(
          add(at, scale(up, u * 0.5)),
          add(at, scale(up, u * 0.5 + u * 0.12 * look.size)),
          u * 0.028,
          u * 0.003,
        ),
        look.colour ?? hex('cfd6de'),
        steel,
      ],
    ],
    true,
  ),
  staff: inHand(
    (at, up, u, look) =>
      /cane|stick/.test(look.word ?? '') ? caneOf(at, up, u, look) : staffOf(at, up, u, look),
    true,
  ),
  shield(sculpture, body, look) {
    const { at, joint } = body.grip(sides[0]!);
    const u = body.unit * 1.22 * Math.sqrt(look.size);
    const x = joint.startsWith('right') ? -1 : 1;
    const centre = add(at, [u * 0.035 * x, u * 0.02, u * 0.02]);
    const face: Vec3 = [0.62, 0, x * (Math.PI / 2 - 0.5)];
    const colour = look.colour ?? hex('2f5fb3');
    const joint2 = body.kind === 'biped' ? joint.replace('Hand', 'LowerArm') : joint;
    sculpture.rigid(
      'shield',
      joint2,
      ellipsoid(centre, [u * 0.125, u * 0.026, u * 0.125], face),
      sculpture.material('shield', colour, look.finish ?? { roughness: 0.45 }),
      40,
    );
    sculpture.rigid(
      'shield rim',
      joint2,
      ring(centre, u * 0.122, u * 0.122, u * 0.014, 1, face),
      sculpture.material('shield rim', hex('c3c9d1'), steel),
      44,
    );
    sculpture.rigid(
      'shield boss',
      joint2,
      ellipsoid(centre, [u * 0.035, u * 0.045, u * 0.035], face),
      sculpture.material('shield rim', hex('c3c9d1'), steel),
      18,
    );
  },
};
