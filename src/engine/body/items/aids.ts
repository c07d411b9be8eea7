/** What helps to hear and to move: hearing aids, crutches, walking frames and wheelchairs. */
import { hex } from '../../colour.js';
import { blend, type Field, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import { sitting } from '../../kinds.js';
import { chairJoint, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { QuadrupedBody } from '../quadruped.js';
import type { Sculpture } from '../sculpt.js';
import { sidedName, sidesOf } from '../sides.js';
import { inHand } from './held.js';
import { headRoom, type Item, steel } from './item.js';

const rubber = { roughness: 0.85, metalness: 0 };
const black = hex('26262b');

type Wheel = { name: string; joint: string; at: Vec3; radius: number; tyre: number };

/** A tyre with a rim in its colour, spokes and a hub, upright along Z. */
function sculptWheel(sculpture: Sculpture, { name, joint, at, radius, tyre }: Wheel, rim: string): void {
  const round = (r: number, thick: number): Field => ring(at, r, r, thick, 1, [0, 0, Math.PI / 2]);
  sculpture.rigid(
    `${name} tyre`,
    joint,
    round(radius - tyre, tyre),
    sculpture.material('tyres', black, rubber),
    64,
  );
  const spokes = Array.from({ length: 4 }, (_, i) => {
    const [y, z] = [Math.sin((i * Math.PI) / 4) * radius * 0.86, Math.cos((i * Math.PI) / 4) * radius * 0.86];
    return roundCone(add(at, [0, y, z]), add(at, [0, -y, -z]), tyre * 0.35, tyre * 0.35);
  });
  const whole = union(round(radius - tyre * 2.2, tyre * 0.8), ball(at, tyre * 1.5), ...spokes);
  sculpture.rigid(`${name} rim`, joint, whole, rim, 64);
}

function sculptChair(sculpture: Sculpture, { frame: f }: BipedBody, { colour, second }: DescribedLook): void {
  const { H } = f;
  const joint = chairJoint;
  sculpture.joints.push({
    name: joint,
    parent: 'hips',
    position: [0, f.hip, 0],
    tail: [0, f.hip, 0.1 * f.H],
  });
  const at = f.hip + 0.02 * f.T;
  const ground = sitting.down * at;
  const feet = sitting.back * at;
  const wide = f.waist * 1.25 + 0.02 * H;
  const seat = at - 0.25 * f.T - 0.02 * H;
  const radius = (seat - ground) * 0.5 + 0.1 * H;
  const back = -f.depth * 1.3 - 0.02 * H;
  const metal = sculpture.material('wheelchair frame', colour ?? hex('8f98a3'), steel);
  const cloth = sculpture.material('wheelchair seat', hex('2b2e36'), rubber);
  const rims = sculpture.material('wheels', second ?? hex('c3c9d1'), steel);
  const long = (feet * 0.62 - back) / 2;
  sculpture.rigid(
    'wheelchair seat',
    joint,
    roundBox([0, seat, back + long], [wide, 0.02 * H, long], 0.012 * H),
    cloth,
    40,
  );
  const high = seat + 0.6 * f.T;
  sculpture.rigid(
    'wheelchair back',
    joint,
    roundBox([0, (seat + high) / 2, back], [wide, (high - seat) / 2, 0.014 * H], 0.01 * H),
    cloth,
    40,
  );
  const bars = sides.flatMap(({ x }) => {
    const p = (y: number, z: number): Vec3 => [x * wide, y, z];
    const front = back + 2 * long;
    return [
      tube(
        [
          p(high + 0.03 * H, back - 0.07 * H),
          p(high + 0.03 * H, back),
          p(high - 0.04 * H, back),
          p(seat, back),
        ],
        [0.012 * H],
        4,
      ),
      tube([p(seat + 0.16 * H, back), p(seat + 0.16 * H, front - 0.04 * H), p(seat, front)], [0.012 * H], 4),
      tube([p(seat, back), p(seat, front), p(ground + 0.03 * H, feet + 0.02 * H)], [0.012 * H], 4),
      roundBox(
        [x * wide * 0.5, ground + 0.02 * H, feet + 0.05 * H],
        [wide * 0.44, 0.008 * H, 0.06 * H],
        0.005 * H,
      ),
    ];
  });
  sculpture.rigid('wheelchair frame', joint, blend(0.004 * H, bars), metal, 90);
  for (const { name, x } of sides) {
    const big: Vec3 = [x * (wide + 0.045 * H), ground + radius, back + 0.32 * long];
    const small: Vec3 = [x * wide, ground + 0.05 * H, feet * 0.62];
    sculptWheel(sculpture, { name: `${name} wheel`, joint, at: big, radius, tyre: 0.016 * H }, rims);
    sculptWheel(
      sculpture,
      { name: `${name} small wheel`, joint, at: small, radius: 0.05 * H, tyre: 0.012 * H },
      rims,
    );
  }
}

/** Two wheels beside the hips of a dog, and a bar along each side to a strap around the chest. */
function sculptCart(
  sculpture: Sculpture,
  { frame: f }: QuadrupedBody,
  { colour, second }: DescribedLook,
): void {
  const { hips, chest, barrel: b, H } = f;
  const radius = Math.min(0.2 * H, hips[1] * 0.42);
  const out = b * 1.35;
  const metal = sculpture.material('wheelchair frame', colour ?? hex('8f98a3'), steel);
  const rims = sculpture.material('wheels', second ?? hex('c3c9d1'), steel);
  const bars = sides.map(({ x }) =>
    tube(
      [
        [x * b * 1.06, chest[1], chest[2]],
        [x * out, hips[1] * 0.95, hips[2]],
        [x * out, radius, hips[2] - 0.02 * H],
      ],
      [0.014 * H],
      5,
    ),
  );
  const over = tube(
    [
      [out, hips[1] * 0.95, hips[2]],
      [0, hips[1] + b * 1.2, hips[2]],
      [-out, hips[1] * 0.95, hips[2]],
    ],
    [0.014 * H],
    6,
  );
  sculpture.rigid('wheelchair frame', 'hips', blend(0.004 * H, [...bars, over]), metal, 80);
  sculpture.rigid(
    'wheelchair strap',
    'chest',
    ring(chest, b * 1.1, b * 1.24, 0.016 * H, 2, [Math.PI / 2, 0, 0]),
    sculpture.material('wheelchair strap', black, rubber),
    50,
  );
  for (const { name, x } of sides)
    sculptWheel(
      sculpture,
      {
        name: `${name} wheel`,
        joint: 'hips',
        at: [x * (out + 0.03 * H), radius, hips[2] - 0.02 * H],
        radius,
        tyre: 0.018 * H,
      },
      rims,
    );
}

export const aids: Record<string, Item> = {
  'hearing aids'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    for (const { name, x: sign } of sidesOf(look)) {
      const own = look[name];
      const material = sculpture.material(
        sidedName('hearing aids', name, own !== undefined),
        own?.colour ?? look.colour ?? hex('d8c3ac'),
        own?.finish ?? look.finish ?? { roughness: 0.35 },
      );
      const p = (out: number, y: number, z: number) => at((x + out) * sign, y, z);
      // Over and behind the ear, with a tube into it.
      const whole = blend(0.03 * r, [
        tube(
          [p(0.1, -0.22, -0.2), p(0.14, 0.02, -0.22), p(0.14, 0.2, -0.08), p(0.12, 0.14, 0.08)],
          [0.085 * r, 0.095 * r, 0.06 * r, 0.03 * r],
          6,
        ),
        tube([p(0.12, 0.14, 0.08), p(0.16, 0, 0.12), p(0.1, -0.08, 0.06)], [0.03 * r], 5),
        ellipsoid(p(0.09, -0.08, 0.03), [0.06 * r, 0.08 * r, 0.07 * r]),
      ]);
      sculpture.rigid(`${name} hearing aid`, 'head', whole, material, 34);
    }
  },
  crutches: inHand(
    (at, _up, u, look) => [
      [
        'crutch',
        roundCone(add(at, [0, -0.3 * u, 0]), add(at, [0, 0.16 * u, 0]), u * 0.012, u * 0.012),
        look.colour ?? hex('9aa3ad'),
        steel,
      ],
      ['crutch grip', roundCone(at, add(at, [0, 0, 0.07 * u]), u * 0.016, u * 0.016), black, rubber],
      [
        'crutch cuff',
        ring(add(at, [0, 0.16 * u, 0]), u * 0.04, u * 0.04, u * 0.01, 1.6),
        look.colour ?? black,
        rubber,
      ],
    ],
    true,
  ),
  'walking frame'(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const { H } = f;
    const [wide, near, far, high] = [f.shoulder + 0.05 * H, 0.12 * H, 0.34 * H, f.hip + 0.06 * H];
    const bars = sides.flatMap(({ x }) => {
      const p = (y: number, z: number): Vec3 => [x * wide, y, z];
      return [
        tube(
          [
            p(0.02 * H, near - 0.02 * H),
            p(high * 0.94, near),
            p(high, near + 0.04 * H),
            p(high, far - 0.03 * H),
            p(high * 0.9, far),
            p(0.02 * H, far + 0.03 * H),
          ],
          [0.013 * H],
          5,
        ),
        roundCone(p(high * 0.45, near), p(high * 0.45, far + 0.01 * H), 0.01 * H, 0.01 * H),
      ];
    });
    const across = [0.55, 0.86].map((y) =>
      roundCone([wide, high * y, far + 0.01 * H], [-wide, high * y, far + 0.01 * H], 0.011 * H, 0.011 * H),
    );
    const metal = sculpture.material('walking frame', look.colour ?? hex('aab2bd'), look.finish ?? steel);
    sculpture.rigid('walking frame', 'hips', blend(0.003 * H, [...bars, ...across]), metal, 100);
    const feet = sides.flatMap(({ x }) =>
      [near - 0.02 * H, far + 0.03 * H].map((z) => ball([x * wide, 0.024 * H, z], 0.024 * H)),
    );
    sculpture.rigid(
      'walking frame feet',
      'hips',
      union(...feet),
      sculpture.material('walking frame feet', look.second ?? black, rubber),
      60,
    );
  },
  wheelchair(sculpture, body, look) {
    if (body.kind === 'biped') sculptChair(sculpture, body, look);
    else if (body.kind === 'quadruped') sculptCart(sculpture, body, look);
  },
};
