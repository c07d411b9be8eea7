/** Spiders, scorpions and crabs: a shield on eight jointed legs, with a hind body, a tail or claws. */
import { blend, type Field } from '../../field/field.js';
import { ellipsoid, roundCone, tube } from '../../field/shapes.js';
import { stretch } from '../../field/stretch.js';
import { add, lerp, scale, type Vec3 } from '../../math/vec.js';
import { chain, flip, type Joint, type Skeleton, sides } from '../../skeleton/skeleton.js';
import type { Part } from '../anatomy.js';
import type { CreatureBody } from '../creature.js';
import type { LegFrame } from '../hexapod/frame.js';
import { legParts } from '../hexapod.js';
import type { Traits } from '../traits.js';
import { arachnidPaints } from './coat.js';
import { sculptArachnidFace } from './face.js';
import { headRatio, type LegRow, legRows, octopodForm } from './frame.js';

export type ArachnidFrame = {
  form: ReturnType<typeof octopodForm>;
  u: number;
  /** Half sizes of the shield. */
  shield: Vec3;
  centre: Vec3;
  abdomen: Vec3;
  rear: Vec3;
  legs: Record<LegRow, LegFrame>;
  thick: number;
  /** Left claw: root, elbow, wrist, tip; none for spiders. */
  claw: readonly [Vec3, Vec3, Vec3, Vec3] | null;
  /** From the hind body up and over the back; only for scorpions. */
  sting: readonly Vec3[] | null;
  eyesAt: number;
};

/** Where each row's leg leaves the shield (part of its length), leans (metres ahead) and how far it reaches. */
const rows: Record<'spider' | 'crab', Record<LegRow, readonly [z: number, lean: number, far: number]>> = {
  spider: {
    Front: [0.55, 0.36, 1.06],
    MidFront: [0.2, 0.13, 0.94],
    MidBack: [-0.16, -0.13, 0.94],
    Back: [-0.5, -0.38, 1.08],
  },
  crab: {
    Front: [0.3, 0.12, 0.9],
    MidFront: [0.02, 0.02, 1],
    MidBack: [-0.28, -0.1, 1],
    Back: [-0.58, -0.24, 0.86],
  },
};

export function frameArachnid(t: Traits): ArachnidFrame {
  const form = octopodForm(t);
  const crab = form.plan === 'crab';
  const reach = form.legLength * t.legs;
  const wide = t.girth ** 0.5 * headRatio[t.style] * t.head ** 0.6;
  const shield: Vec3 = crab
    ? [0.27 * wide, 0.12 * wide, 0.19 * wide]
    : form.plan === 'scorpion'
      ? [0.13 * wide, 0.085, 0.2]
      : [0.15 * wide, 0.125 * wide, 0.17 * wide];
  const y = (crab ? 0.13 : 0.17) * reach + shield[1] * 0.6;
  const rear = scale([0.2, 0.19, 0.24], form.abdomen * t.girth ** 0.6);
  const centre: Vec3 = [0, y, 0];
  const abdomen: Vec3 = [0, Math.max(y + rear[1] * 0.25, rear[1] * 1.02), -shield[2] * 0.75 - rear[2] * 0.88];
  const top =
    form.plan === 'spider' ? Math.max(y + shield[1], abdomen[1] + rear[1] * 0.75) : y + shield[1] * 1.1;
  const u = t.height / top;
  const m = (v: Vec3): Vec3 => scale(v, u);
  const leg = (row: LegRow): LegFrame => {
    const [z, lean, far] = rows[crab ? 'crab' : 'spider'][row];
    const x = shield[0] * (crab ? 0.82 : 0.72);
    const out = reach * far;
    return {
      coxa: m([x, y - shield[1] * 0.3, z * shield[2]]),
      knee: m([x + 0.24 * out, y + (crab ? 0.1 : 0.2) * reach, z * shield[2] + lean * 0.5 * reach]),
      ankle: m([x + 0.45 * out, 0.03, z * shield[2] + lean * 1.05 * reach]),
      toe: m([x + 0.5 * out, 0.01, z * shield[2] + lean * 1.2 * reach]),
    };
  };
  const claw = ([x, z]: readonly [number, number]): ArachnidFrame['claw'] => [
    m([shield[0] * 0.62, y, shield[2] * 0.72]),
    m([shield[0] * 0.62 + x, y + 0.03, shield[2] + z * 0.35]),
    m([shield[0] * 0.62 + x * 0.9, y + 0.07, shield[2] + z * 0.72]),
    m([shield[0] * 0.45 + x * 0.35, y + 0.09, shield[2] + z * 1.55]),
  ];
  const tail: readonly (readonly [number, number])[] = [
    [-0.26, 0.0],
    [-0.5, 0.03],
    [-0.68, 0.18],
    [-0.68, 0.4],
    [-0.5, 0.55],
    [-0.28, 0.5],
  ];
  return {
    form,
    u,
    shield: m(shield),
    centre: m(centre),
    abdomen: m(abdomen),
    rear: m(rear),
    legs: { Front: leg('Front'), MidFront: leg('MidFront'), MidBack: leg('MidBack'), Back: leg('Back') },
    thick: 0.027 * form.legThick * t.limb * u,
    claw: form.plan === 'spider' ? null : claw(crab ? [0.2, 0.2] : [0.17, 0.26]),
    sting: form.plan === 'scorpion' ? tail.map(([z, up]) => m([0, y + up * t.tailLength ** 0.5, z])) : null,
    eyesAt: shield[2] * u,
  };
}

export function buildArachnid(t: Traits): CreatureBody {
  const f = frameArachnid(t);
  const shield = shieldOf(f);
  const trunk: Part[] = [
    { joint: 'thorax', field: shield },
    ...(f.form.plan === 'spider'
      ? [
          { joint: 'abdomen', field: ellipsoid(f.abdomen, f.rear, [0.2, 0, 0]) },
          {
            joint: 'thorax',
            field: roundCone(f.centre, lerp(f.centre, f.abdomen, 0.6), f.shield[1] * 0.5, f.shield[1] * 0.42),
          },
        ]
      : []),
  ];
  const legs = sides.flatMap((side) =>
    legRows.flatMap((row) => legParts(f.legs[row], f.thick, `${side.name}${row}`, (p) => flip(p, side))),
  );
  const limbs = [...legs, ...clawParts(f), ...tailParts(f)];
  const fields = (list: readonly Part[]): Field[] => list.map(({ field }) => field);
  const body = blend(f.thick * 0.7, [blend(f.shield[1] * 0.3, fields(trunk)), ...fields(limbs)]);
  const skeleton: Skeleton = { kind: 'octopod', joints: arachnidJoints(f) };
  const [w, h, l] = f.shield;
  return {
    kind: 'octopod',
    fineness: 1.5,
    skeleton,
    unit: t.height * 1.1,
    body,
    parts: [...trunk, ...limbs],
    head: {
      centre: add(f.centre, [0, 0, l * (f.form.plan === 'crab' ? 0 : 0.22)]),
      half: f.form.plan === 'crab' ? [w * 0.55, h, l * 0.7] : [w * 0.85, h, l * 0.8],
      field: shield,
      front: l,
    },
    neck: { centre: add(f.centre, [0, 0, -l * 0.3]), radius: (w + h) * 0.52, angles: [1.35, 0, 0] },
    back: { at: add(f.centre, [0, h * 0.98, -l * 0.3]), out: [0, 1, 0], width: w * 0.75, joint: 'thorax' },
    ridge: {
      from: add(f.centre, [0, 0, l * 0.3]),
      to:
        f.form.plan === 'spider' ? add(f.abdomen, [0, 0, -f.rear[2] * 0.6]) : add(f.centre, [0, 0, -l * 0.9]),
      radius: f.form.plan === 'spider' ? f.rear[1] : h,
      out: [0, 1, 0],
    },
    waist: { centre: f.centre, half: [w, h, l], angles: [Math.PI / 2, 0, 0], joint: 'thorax' },
    grip: (side) =>
      f.claw
        ? { at: flip(lerp(f.claw[2], f.claw[3], 0.85), side), up: [0, 1, 0.2], joint: `${side.name}Claw` }
        : { at: flip(f.legs.Front.ankle, side), up: [0, 1, 0.1], joint: `${side.name}FrontFoot` },
    paints: (sculpture, pattern) => arachnidPaints(sculpture, f, t, pattern),
    adorn: (sculpture) => sculptArachnidFace(sculpture, f, t, shield),
  };
}

function shieldOf(f: ArachnidFrame): Field {
  const [w, h, l] = f.shield;
  if (f.form.plan === 'crab')
    return blend(h * 0.25, [
      ellipsoid(f.centre, [w, h, l]),
      ...sides.map((side) =>
        ellipsoid(add(f.centre, [side.x * w * 0.45, h * 0.05, l * 0.3]), [w * 0.5, h * 0.85, l * 0.6]),
      ),
    ]);
  if (f.form.plan === 'scorpion')
    return blend(h * 0.3, [
      ellipsoid(add(f.centre, [0, 0, l * 0.35]), [w * 0.95, h, l * 0.6]),
      ...[-0.15, -0.6, -1.0].map((z, i) =>
        ellipsoid(add(f.centre, [0, 0, z * l]), [w * (1 - 0.14 * i), h * (0.95 - 0.12 * i), l * 0.34]),
      ),
    ]);
  return ellipsoid(f.centre, [w, h, l]);
}

/** An arm in two spans and a pincer of two fingers. */
function clawParts(f: ArachnidFrame): Part[] {
  if (!f.claw) return [];
  const big = f.form.plan === 'crab' ? 1.5 : 1.05;
  return sides.flatMap((side): Part[] => {
    const [root, elbow, wrist, tip] = f.claw!.map((p) => flip(p, side)) as [Vec3, Vec3, Vec3, Vec3];
    const w = f.thick * 1.35;
    const palm = lerp(wrist, tip, 0.32);
    const finger = (up: number): Field =>
      tube(
        [
          lerp(wrist, tip, 0.4),
          add(lerp(wrist, tip, 0.72), [side.x * w * 0.5 * big, up * w * 1.0 * big, 0]),
          add(tip, [0, up * w * 0.12, 0]),
        ],
        [w * 0.95 * big, w * 0.72 * big, w * 0.16],
        4,
      );
    const reach = Math.hypot(...add(tip, scale(wrist, -1)));
    return [
      { joint: `${side.name}UpperArm`, field: roundCone(root, elbow, w, w * 0.85) },
      { joint: `${side.name}LowerArm`, field: roundCone(elbow, wrist, w * 0.85, w * 0.95) },
      {
        joint: `${side.name}Claw`,
        field: blend(w * 0.3, [
          stretch(ellipsoid(palm, [w * 1.35 * big, w * 1.35 * big, reach * 0.34]), palm, [0.85, 1, 1]),
          finger(-0.75),
        ]),
      },
      { joint: `${side.name}Pincer`, field: finger(0.85) },
    ];
  });
}

function tailParts(f: ArachnidFrame): Part[] {
  if (!f.sting) return [];
  const last = f.sting.length - 1;
  return f.sting.slice(1).map((p, i): Part => {
    const before = f.sting![i]!;
    const r = f.shield[1] * (0.52 - 0.055 * i);
    const field =
      i === last - 1
        ? blend(r * 0.3, [
            ellipsoid(lerp(before, p, 0.4), [r * 1.25, r * 1.2, r * 1.4]),
            tube(
              [
                lerp(before, p, 0.5),
                add(lerp(before, p, 0.95), [0, r * 0.3, 0]),
                add(p, [0, -r * 0.9, r * 0.5]),
              ],
              [r * 0.8, r * 0.4, r * 0.06],
              4,
            ),
          ])
        : blend(r * 0.2, [
            roundCone(before, p, r * 0.78, r * 0.78),
            ellipsoid(lerp(before, p, 0.5), [r * 1.08, r * 1.08, r * 1.08]),
          ]);
    return { joint: `tail${i + 1}`, field };
  });
}

function arachnidJoints(f: ArachnidFrame): Joint[] {
  const [, h, l] = f.shield;
  const perSide = sides.flatMap((side) => {
    const jaw = add(f.centre, [side.x * f.shield[0] * 0.22, -h * 0.35, l * 0.85]);
    return [
      ...legRows.flatMap((row) => {
        const { coxa, knee, ankle, toe } = f.legs[row];
        return chain(
          ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => side.name + row + part),
          'thorax',
          [coxa, knee, ankle, toe].map((p) => flip(p, side)),
        );
      }),
      ...(f.claw
        ? [
            ...chain(
              ['UpperArm', 'LowerArm', 'Claw'].map((part) => side.name + part),
              'thorax',
              f.claw.map((p) => flip(p, side)),
            ),
            ...chain([`${side.name}Pincer`], `${side.name}Claw`, [
              flip(lerp(f.claw[2], f.claw[3], 0.42), side),
              flip(f.claw[3], side),
            ]),
          ]
        : chain([`${side.name}Fang`], 'head', [jaw, add(jaw, [0, -h * 0.7, l * 0.1])])),
    ];
  });
  const abdomen =
    f.form.plan === 'spider'
      ? chain(['abdomen'], 'thorax', [
          lerp(f.centre, f.abdomen, 0.4),
          add(f.abdomen, [0, 0, -f.rear[2] * 0.8]),
        ])
      : [];
  const sting = f.sting
    ? chain(
        f.sting.slice(1).map((_, i) => `tail${i + 1}`),
        'thorax',
        f.sting,
      )
    : [];
  return [
    { name: 'thorax', parent: null, position: f.centre, tail: add(f.centre, [0, 0, l * 0.5]) },
    ...chain(['head'], 'thorax', [add(f.centre, [0, 0, l * 0.45]), add(f.centre, [0, 0, l])]),
    ...abdomen,
    ...perSide,
    ...sting,
  ];
}
