/** Figures of boxes, balls and rods, each a closed piece, as beginners and block games build them. */

import { add, type Vec3 } from '../../src/engine/geometry/vec.js';
import type { SkeletonKind } from '../../src/engine/index.js';
import type { Creature, Part } from './creature.js';
import { ball, both, box, rod } from './shapes.js';

/** Lists the joints of the left side only; the right ones are mirrored. */
export function jointsOf(left: Record<string, Vec3>): Map<string, Vec3> {
  return new Map(
    Object.entries(left).flatMap(([name, [x, y, z]]): [string, Vec3][] =>
      name.startsWith('left')
        ? [
            [name, [x, y, z]],
            [name.replace('left', 'right'), [-x, y, z]],
          ]
        : [[name, [x, y, z]]],
    ),
  );
}

const doll =
  (name: string, kind: SkeletonKind, parts: () => Part[], known: Record<string, Vec3> = {}) =>
  (): Creature => ({ name, kind, parts: parts(), joints: jointsOf(known), front: [0, 0, 1], up: [0, 1, 0] });

/** A sheep of boxes, or a cow, or a pig. */
const blockBeast = (leg: number, belly: number, long: number, neck: number): Part[] => [
  box([0, leg + belly / 2, 0], [belly, belly, long]),
  box([0, leg + belly + neck, long / 2 + 0.12], [belly * 0.7, belly * 0.6, 0.3]),
  box([0, leg + belly * 0.75 + neck * 0.9, long / 2 + 0.32], [belly * 0.4, belly * 0.3, 0.14]),
  ...both((x) =>
    [1, -1].map((z) => box([x * belly * 0.33, leg / 2, z * (long / 2 - 0.09)], [0.15, leg, 0.15])),
  ),
  ...(neck > 0.2
    ? [rod([0, leg + belly * 0.8, long / 2 - 0.05], [0, leg + belly + neck, long / 2 + 0.05], 0.1)]
    : []),
];

const bird = (upright: number, wings: (x: 1 | -1) => Part[], leg: number, neck: number): Part[] => {
  const [height, long] = [0.16 + 0.16 * upright, 0.3 - 0.1 * upright];
  const belly = leg + height;
  const head: Vec3 = [0, belly + height * 0.8 + neck, long * 0.75 - 0.12 * upright];
  return [
    ball([0, belly, 0], [0.16, height, long]),
    rod([0, belly + height * 0.4, long * 0.5 - 0.1 * upright], head, 0.07),
    ball(head, 0.11),
    rod(add(head, [0, -0.01, 0.09]), add(head, [0, -0.03, 0.2]), 0.04, 0.01),
    box([0, belly + 0.02 - upright * 0.14, -long - 0.06], [0.14, 0.03, 0.2]),
    ...both((x) => [
      rod([x * 0.08, belly, 0], [x * 0.08, 0.03, 0], 0.025),
      box([x * 0.08, 0.02, 0.06], [0.1, 0.04, 0.18]),
    ]),
    ...both(wings),
  ];
};

const legsOut = (count: number, reach: number, lift: number): Part[] =>
  both((x) =>
    Array.from({ length: count }, (_, i) => {
      const t = count === 1 ? 0 : i / (count - 1) - 0.5;
      const root: Vec3 = [x * 0.08, 0.22, -t * 0.24];
      const knee: Vec3 = [x * (0.1 + reach * 0.5), 0.22 + lift, -t * 0.7];
      return [rod(root, knee, 0.025), rod(knee, [x * (0.1 + reach), 0.02, -t * 1.1], 0.022)];
    }).flat(),
  );

const wave = (count: number, at: (t: number) => Vec3, radius: (t: number) => number): Part[] =>
  Array.from({ length: count }, (_, i) =>
    rod(at(i / count), at((i + 1) / count), radius(i / count), radius((i + 1) / count)),
  );

export const dolls: Record<string, () => Creature> = Object.fromEntries(
  [
    doll(
      'box robot',
      'biped',
      () => [
        box([0, 1.1, 0], [0.5, 0.6, 0.3]),
        box([0, 1.6, 0], [0.34, 0.3, 0.3]),
        ...both((x) => [
          box([x * 0.36, 1.06, 0], [0.16, 0.68, 0.18]),
          box([x * 0.36, 0.64, 0], [0.18, 0.14, 0.2]),
          box([x * 0.14, 0.45, 0], [0.19, 0.68, 0.22]),
          box([x * 0.14, 0.06, 0.06], [0.2, 0.12, 0.36]),
        ]),
      ],
      { leftUpperArm: [0.36, 1.34, 0], leftUpperLeg: [0.14, 0.79, 0], leftFoot: [0.14, 0.1, 0] },
    ),
    doll(
      'box robot, arms out',
      'biped',
      () => [
        box([0, 1.1, 0], [0.5, 0.6, 0.3]),
        box([0, 1.45, 0], [0.12, 0.1, 0.12]),
        box([0, 1.66, 0], [0.34, 0.3, 0.3]),
        ...both((x) => [
          box([x * 0.45, 1.3, 0], [0.3, 0.16, 0.18]),
          box([x * 0.78, 1.3, 0], [0.3, 0.14, 0.16]),
          box([x * 1.0, 1.3, 0], [0.12, 0.14, 0.14]),
          box([x * 0.14, 0.6, 0], [0.19, 0.34, 0.22]),
          box([x * 0.14, 0.26, 0], [0.17, 0.3, 0.2]),
          box([x * 0.14, 0.05, 0.06], [0.2, 0.1, 0.36]),
        ]),
      ],
      {
        leftUpperArm: [0.3, 1.3, 0],
        leftLowerArm: [0.62, 1.3, 0],
        leftHand: [0.94, 1.3, 0],
        leftUpperLeg: [0.14, 0.78, 0],
        leftLowerLeg: [0.14, 0.42, 0],
        leftFoot: [0.14, 0.1, 0],
      },
    ),
    doll(
      'block man',
      'biped',
      () => [
        box([0, 1.125, 0], [0.5, 0.75, 0.25]),
        box([0, 1.75, 0], [0.5, 0.5, 0.5]),
        ...both((x) => [
          box([x * 0.375, 1.125, 0], [0.25, 0.75, 0.25]),
          box([x * 0.125, 0.375, 0], [0.25, 0.75, 0.25]),
        ]),
      ],
      { leftUpperArm: [0.375, 1.4, 0], leftUpperLeg: [0.125, 0.75, 0], neck: [0, 1.5, 0] },
    ),
    doll(
      'chibi',
      'biped',
      () => [
        ball([0, 0.85, 0], [0.36, 0.34, 0.34]),
        ball([0, 0.36, 0], [0.16, 0.2, 0.13]),
        ...both((x) => [
          rod([x * 0.13, 0.47, 0], [x * 0.33, 0.32, 0], 0.05),
          rod([x * 0.08, 0.24, 0], [x * 0.1, 0.06, 0], 0.07),
          ball([x * 0.1, 0.05, 0.04], [0.08, 0.05, 0.12]),
        ]),
      ],
      { leftUpperArm: [0.13, 0.47, 0], leftUpperLeg: [0.08, 0.24, 0], leftFoot: [0.1, 0.06, 0] },
    ),
    doll('chibi rabbit', 'biped', () => [
      ball([0, 0.75, 0], [0.28, 0.26, 0.26]),
      ball([0, 0.36, 0], [0.2, 0.24, 0.17]),
      ...both((x) => [
        rod([x * 0.12, 0.95, 0], [x * 0.18, 1.4, 0], 0.06),
        rod([x * 0.17, 0.47, 0], [x * 0.36, 0.36, 0], 0.06),
        rod([x * 0.1, 0.24, 0], [x * 0.11, 0.06, 0], 0.08),
        ball([x * 0.11, 0.05, 0.06], [0.08, 0.05, 0.15]),
      ]),
    ]),
    doll('mech', 'biped', () => [
      box([0, 1.4, 0], [0.9, 0.5, 0.8]),
      box([0, 1.45, 0.5], [0.4, 0.3, 0.25]),
      ...both((x) => [
        box([x * 0.65, 1.4, 0.25], [0.24, 0.24, 1]),
        rod([x * 0.3, 1.1, 0], [x * 0.34, 0.7, 0.2], 0.1),
        rod([x * 0.34, 0.7, 0.2], [x * 0.34, 0.12, -0.1], 0.08),
        box([x * 0.34, 0.06, 0.05], [0.28, 0.12, 0.6]),
      ]),
    ]),
    doll('block pig', 'quadruped', () => blockBeast(0.3, 0.5, 0.9, 0.0)),
    doll('block cow', 'quadruped', () => blockBeast(0.6, 0.55, 1.1, 0.05)),
    doll('block giraffe', 'quadruped', () => blockBeast(1, 0.5, 0.9, 1)),
    doll('ball dog', 'quadruped', () => [
      ball([0, 0.5, 0], [0.16, 0.17, 0.36]),
      rod([0, 0.56, 0.28], [0, 0.72, 0.42], 0.1),
      ball([0, 0.76, 0.46], 0.14),
      rod([0, 0.72, 0.56], [0, 0.7, 0.68], 0.07),
      rod([0, 0.58, -0.32], [0, 0.8, -0.55], 0.03),
      ...both((x) => [
        rod([x * 0.1, 0.88, 0.43], [x * 0.12, 0.97, 0.42], 0.04, 0.02),
        ...[0.22, -0.24].map((z) => rod([x * 0.11, 0.42, z], [x * 0.11, 0.05, z], 0.05)),
      ]),
    ]),
    doll('ball pig', 'quadruped', () => [
      ball([0, 0.42, 0], [0.3, 0.3, 0.42]),
      ball([0, 0.5, 0.42], 0.22),
      rod([0, 0.47, 0.6], [0, 0.47, 0.68], 0.08),
      ...both((x) => [
        rod([x * 0.12, 0.66, 0.42], [x * 0.15, 0.74, 0.42], 0.05),
        ...[0.2, -0.22].map((z) => rod([x * 0.17, 0.3, z], [x * 0.17, 0.07, z], 0.07)),
      ]),
    ]),
    doll('ball turtle', 'quadruped', () => [
      ball([0, 0.22, 0], [0.34, 0.2, 0.42]),
      rod([0, 0.2, 0.36], [0, 0.28, 0.56], 0.07),
      ball([0, 0.3, 0.58], 0.09),
      rod([0, 0.12, -0.38], [0, 0.08, -0.55], 0.04, 0.01),
      ...both((x) => [0.24, -0.26].map((z) => rod([x * 0.22, 0.14, z], [x * 0.34, 0.05, z * 1.25], 0.06))),
    ]),
    doll('sitting-legs lizard', 'quadruped', () => [
      ball([0, 0.16, 0], [0.12, 0.09, 0.36]),
      ball([0, 0.18, 0.44], [0.09, 0.07, 0.14]),
      rod([0, 0.15, -0.3], [0, 0.04, -1], 0.07, 0.015),
      ...both((x) =>
        [0.24, -0.22].flatMap((z) => [
          rod([x * 0.08, 0.15, z], [x * 0.24, 0.16, z], 0.035),
          rod([x * 0.24, 0.16, z], [x * 0.27, 0.03, z + 0.04], 0.03),
        ]),
      ),
    ]),
    doll('robot dog', 'quadruped', () => [
      box([0, 0.5, 0], [0.26, 0.14, 0.7]),
      box([0, 0.56, 0.42], [0.18, 0.14, 0.18]),
      ...both((x) =>
        [0.28, -0.28].flatMap((z) => [
          rod([x * 0.18, 0.5, z], [x * 0.18, 0.28, z - 0.14], 0.05),
          rod([x * 0.18, 0.28, z - 0.14], [x * 0.18, 0.04, z], 0.035),
        ]),
      ),
    ]),
    doll('ball penguin', 'avian', () => [
      ball([0, 0.5, 0], [0.28, 0.44, 0.25]),
      ball([0, 0.98, 0.02], [0.2, 0.19, 0.19]),
      rod([0, 0.97, 0.18], [0, 0.95, 0.32], 0.05, 0.01),
      rod([0, 0.16, -0.18], [0, 0.06, -0.34], 0.06, 0.03),
      ...both((x) => [
        ball([x * 0.33, 0.52, 0], [0.05, 0.27, 0.1]),
        ball([x * 0.14, 0.04, 0.12], [0.1, 0.04, 0.17]),
      ]),
    ]),
    doll('ball duck', 'avian', () =>
      bird(0, (x) => [ball([x * 0.15, 0.28, -0.05], [0.05, 0.1, 0.22])], 0.12, 0.14),
    ),
    doll('ball hen', 'avian', () =>
      bird(0.4, (x) => [ball([x * 0.15, 0.42, -0.04], [0.05, 0.12, 0.18])], 0.2, 0.1),
    ),
    doll('wingless chick', 'avian', () => bird(0.6, () => [], 0.14, 0)),
    doll('ball stork', 'avian', () =>
      bird(0.3, (x) => [ball([x * 0.14, 0.78, -0.05], [0.05, 0.12, 0.24])], 0.55, 0.4),
    ),
    doll('gliding gull', 'avian', () =>
      bird(0, (x) => [ball([x * 0.6, 0.33, 0], [0.5, 0.03, 0.14])], 0.12, 0.04),
    ),
    doll('ball fish', 'aquatic', () => [
      ball([0, 0.3, 0], [0.12, 0.22, 0.42]),
      rod([0, 0.3, -0.36], [0, 0.3, -0.5], 0.05, 0.03),
      ball([0, 0.3, -0.58], [0.02, 0.2, 0.1]),
      ball([0, 0.52, -0.05], [0.02, 0.1, 0.18]),
      ...both((x) => [ball([x * 0.16, 0.22, 0.12], [0.09, 0.02, 0.08])]),
    ]),
    doll('ball whale', 'aquatic', () => [
      ball([0, 0.4, 0.2], [0.34, 0.34, 0.62]),
      rod([0, 0.38, -0.2], [0, 0.42, -0.9], 0.24, 0.06),
      ...both((x) => [
        ball([x * 0.22, 0.42, -1], [0.22, 0.04, 0.13]),
        ball([x * 0.42, 0.2, 0.2], [0.2, 0.04, 0.12]),
      ]),
    ]),
    doll('rod snake', 'serpentine', () =>
      wave(
        16,
        (t) => [0.16 * Math.sin(t * 9), 0.06, 0.9 - t * 1.8],
        (t) => (t < 0.08 ? 0.07 : 0.055 * (1 - t * 0.8)),
      ),
    ),
    doll('rod cobra', 'serpentine', () => [
      ...wave(
        18,
        (t) => {
          const s = Math.max(0, t - 0.3);
          const rise = Math.min(t, 0.3) / 0.3;
          return [0.14 * Math.sin(s * 12), 0.05 + 0.45 * (1 - rise), 0.25 - s * 1.6 + 0.06 * (1 - rise)];
        },
        (t) => 0.05 * (1 - t * 0.75),
      ),
      ball([0, 0.52, 0.37], [0.07, 0.05, 0.11]),
    ]),
    doll('ball ant', 'hexapod', () => [
      ball([0, 0.24, 0], [0.1, 0.09, 0.14]),
      ball([0, 0.26, 0.26], 0.13),
      ball([0, 0.26, -0.36], [0.17, 0.15, 0.25]),
      ...legsOut(3, 0.4, 0.16),
      ...both((x) => [rod([x * 0.05, 0.34, 0.34], [x * 0.14, 0.46, 0.5], 0.015)]),
    ]),
    doll('ball spider', 'octopod', () => [
      ball([0, 0.24, 0.1], [0.13, 0.1, 0.15]),
      ball([0, 0.28, -0.26], [0.2, 0.18, 0.25]),
      ...legsOut(4, 0.5, 0.22),
    ]),
    doll('ball crab', 'octopod', () => [
      ball([0, 0.24, 0], [0.3, 0.12, 0.2]),
      ...both((x) => [
        ...[0.12, 0.0, -0.12, -0.24].map((z) =>
          rod([x * 0.25, 0.22, z * 0.8], [x * 0.55, 0.02, z * 1.5], 0.03),
        ),
        rod([x * 0.26, 0.26, 0.14], [x * 0.4, 0.3, 0.34], 0.035),
        ball([x * 0.38, 0.32, 0.42], [0.08, 0.06, 0.12]),
      ]),
    ]),
    doll('ball octopus', 'octopod', () => [
      ball([0, 0.55, 0], [0.26, 0.3, 0.26]),
      ...Array.from({ length: 8 }, (_, i) => {
        const a = ((i + 0.5) / 8) * 2 * Math.PI;
        const out = (r: number, y: number): Vec3 => [Math.cos(a) * r, y, Math.sin(a) * r];
        return [
          rod(out(0.14, 0.36), out(0.34, 0.1), 0.07, 0.06),
          rod(out(0.34, 0.1), out(0.75, 0.05), 0.06, 0.03),
        ];
      }).flat(),
    ]),
  ].map((make) => [make().name, make]),
);
